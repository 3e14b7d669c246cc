#include "home/reason_text.h"

#include <optional>

#include "core/reason.h"

namespace tollpass {

std::string_view SentenceOf(std::string_view reason_code) {
  const std::optional<Reason> reason = ReasonFromCode(reason_code);
  return reason.has_value() ? ReasonSentence(*reason) : std::string_view();
}

std::string QuestionSentence(std::string_view reason_code) {
  std::string sentence(SentenceOf(reason_code));
  const size_t command = sentence.find("'tollpass approve'");
  const size_t clause = sentence.rfind(';', command);
  if (command != std::string::npos && clause != std::string::npos) {
    sentence.replace(clause, std::string::npos, ".");
  }
  return sentence;
}

}  // namespace tollpass
