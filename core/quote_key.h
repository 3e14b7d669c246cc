#ifndef TOLLPASS_CORE_QUOTE_KEY_H_
#define TOLLPASS_CORE_QUOTE_KEY_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace tollpass {

/// A key that the user trusts to sign the quotes and receipts of an issuer.
struct QuoteKey {
  std::string issuer;      // as quotes name it
  std::string public_key;  // 32 bytes, Ed25519; good for IsEd25519PublicKey
};

/// Reads "ISSUER ed25519:HEX": a name without spaces, one space, 64 hex digits.
/// InvalidArgument: another form, or digits that are no key to hold a signature to.
absl::StatusOr<QuoteKey> ParseQuoteKey(std::string_view text);

/// What documents call a key: "ed25519:" and the SHA-256 of its 32 bytes in base64url.
std::string Ed25519KeyId(std::string_view public_key);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_QUOTE_KEY_H_
