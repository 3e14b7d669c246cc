#ifndef TOLLPASS_MANDATES_MANDATE_ID_H_
#define TOLLPASS_MANDATES_MANDATE_ID_H_

#include <string_view>

namespace tollpass {

/// The form in which ids of mandates are drawn: kMandateIdPrefix and so many lower-case hex digits.
inline constexpr std::string_view kMandateIdPrefix = "m";
inline constexpr int kMandateIdDigits = 10;

/// True for an id of that form. No such id is the beginning of another one.
inline bool IsDrawnMandateId(std::string_view id) {
  if (!id.starts_with(kMandateIdPrefix)) return false;
  const std::string_view digits = id.substr(kMandateIdPrefix.size());
  return digits.size() == size_t{kMandateIdDigits} &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_MANDATE_ID_H_
