#ifndef TOLLPASS_CORE_EIP55_H_
#define TOLLPASS_CORE_EIP55_H_

#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// Reads an eip155 account: "0x" and 40 hex digits, all of one letter case or with the checksum of
/// EIP-55. Returns it in lower case; std::nullopt for other text and for a checksum that does not
/// hold: a mistyped address.
std::optional<std::string> ReadAddress(std::string_view text);

/// `address` (as ReadAddress returns it) in the letter case of EIP-55.
std::string ToChecksumAddress(std::string_view address);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_EIP55_H_
