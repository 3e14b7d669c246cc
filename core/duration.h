#ifndef TOLLPASS_CORE_DURATION_H_
#define TOLLPASS_CORE_DURATION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// The longest; "36500d".
inline constexpr int64_t kMaxDurationSeconds = int64_t{36'500} * 86'400;

/// Seconds of a time as the policy file and the command line write it: a whole number and one
/// unit, "30s", "5m", "12h", "30d". std::nullopt for any other text and for more than 36500 days.
std::optional<int64_t> ParseDuration(std::string_view text);

/// The shortest exact text: "30d", "90s", "0s".
std::string FormatDuration(int64_t seconds);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_DURATION_H_
