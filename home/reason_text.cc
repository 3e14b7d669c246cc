#include "home/reason_text.h"

#include <optional>

#include "core/reason.h"

namespace tollpass {

std::string_view SentenceOf(std::string_view reason_code) {
  const std::optional<Reason> reason = ReasonFromCode(reason_code);
  return reason.has_value() ? ReasonSentence(*reason) : std::string_view();
}

}  // namespace tollpass
