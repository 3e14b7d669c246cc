#ifndef TOLLPASS_HOME_JSON_ROWS_H_
#define TOLLPASS_HOME_JSON_ROWS_H_

#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

/// A JSON array of strings.
std::string StringsJson(const std::vector<std::string>& texts);

/// A JSON string, or null for an empty text.
std::string TextOrNull(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_JSON_ROWS_H_
