#ifndef TOLLPASS_CORE_JSON_STRINGS_H_
#define TOLLPASS_CORE_JSON_STRINGS_H_

#include <string>
#include <string_view>

namespace tollpass::json {

/// The text of a string token (with its quotes, already scanned) with its escapes resolved. A lone
/// surrogate becomes bytes that are no valid UTF-8, so that it equals no valid text.
std::string Unescape(std::string_view quoted);

/// True if a key token (with its quotes) spells `key`.
bool KeyEquals(std::string_view quoted, std::string_view key);

bool IsUtf8(std::string_view text);

/// Appends `text` quoted, with the escapes that RFC 8785 section 3.2.2.2 prescribes.
void AppendQuoted(std::string& out, std::string_view text);

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_STRINGS_H_
