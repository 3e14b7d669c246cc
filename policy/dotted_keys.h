#ifndef TOLLPASS_POLICY_DOTTED_KEYS_H_
#define TOLLPASS_POLICY_DOTTED_KEYS_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "policy/load_errors.h"

namespace tollpass {

/// Dots that one line of TOML may have outside strings and comments.
inline constexpr size_t kMaxDotsInLine = 32;

/// The first place where a line has more; std::nullopt if none. Each dot of a key is a table within
/// a table, and the parser does not bound those.
std::optional<Position> FindTooManyDots(std::string_view toml);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_DOTTED_KEYS_H_
