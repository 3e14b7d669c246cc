#ifndef TOLLPASS_CORE_ENCODING_H_
#define TOLLPASS_CORE_ENCODING_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tollpass {

/// Lower-case hex digits, without prefix.
std::string HexEncode(std::span<const uint8_t> bytes);
std::string HexEncode(std::string_view bytes);

/// Reads an even number of hex digits in any case, without prefix; std::nullopt for other text.
std::optional<std::string> HexDecode(std::string_view hex);

/// Standard alphabet with padding (RFC 4648 section 4).
std::string Base64Encode(std::string_view bytes);
std::optional<std::string> Base64Decode(std::string_view text);

/// URL alphabet without padding (RFC 4648 section 5).
std::string Base64UrlEncode(std::string_view bytes);
std::optional<std::string> Base64UrlDecode(std::string_view text);

/// `text` for a terminal or a log: control, direction, invisible and invalid UTF-8 bytes become
/// `\xNN`, at most `limit` bytes of it.
std::string Printable(std::string_view text, size_t limit = 512);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_ENCODING_H_
