#ifndef TOLLPASS_CORE_JSON_UTF8_H_
#define TOLLPASS_CORE_JSON_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollpass {

/// One code point at the front of a text, and how many bytes spell it.
struct CodePoint {
  uint32_t value = 0;
  size_t size = 0;  // 0: the text is empty or does not begin with valid UTF-8
};

/// Strict (RFC 3629): no overlong form, no surrogate, nothing beyond U+10FFFF.
CodePoint FirstCodePoint(std::string_view text);

/// Appends `value` in UTF-8. A surrogate gets its three-byte form, which is no valid UTF-8: so it
/// stays different from every valid text.
void AppendCodePoint(std::string& text, uint32_t value);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_JSON_UTF8_H_
