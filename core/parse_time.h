#ifndef TOLLPASS_CORE_PARSE_TIME_H_
#define TOLLPASS_CORE_PARSE_TIME_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace tollpass {

/// Unix seconds of "2026-11-30" (its beginning, UTC) or of what FormatTime writes,
/// "2026-11-30T04:14:46Z"; std::nullopt for any other text and for no such day or time.
std::optional<int64_t> ParseTime(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_PARSE_TIME_H_
