#ifndef TOLLPASS_CORE_JSON_NUMBERS_H_
#define TOLLPASS_CORE_JSON_NUMBERS_H_

#include <optional>
#include <string>
#include <string_view>

namespace tollpass::json {

/// The one spelling of a number token: that of ECMAScript (RFC 8785 section 3.2.2.3). std::nullopt
/// where the number that is written is not the one that the nearest double prints as.
std::optional<std::string> CanonicalNumber(std::string_view number);

/// A spelling that two number tokens share exactly if they stand for the same decimal number, of
/// any size. std::nullopt where the exponent is beyond all use (10^15).
std::optional<std::string> ExactNumber(std::string_view number);

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_NUMBERS_H_
