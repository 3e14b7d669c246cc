#ifndef TOLLPASS_HOME_REASON_TEXT_H_
#define TOLLPASS_HOME_REASON_TEXT_H_

#include <string>
#include <string_view>

namespace tollpass {

/// The sentence of a stored reason code; empty for a code that this build does not know.
std::string_view SentenceOf(std::string_view reason_code);

/// The same for a dialog that takes the answer itself: without the command that answers.
std::string QuestionSentence(std::string_view reason_code);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_REASON_TEXT_H_
