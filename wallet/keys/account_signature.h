#ifndef TOLLPASS_WALLET_KEYS_ACCOUNT_SIGNATURE_H_
#define TOLLPASS_WALLET_KEYS_ACCOUNT_SIGNATURE_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/signing_key.h"

/// Texts signed by the account of a payment key, for people and programs to verify: EIP-191,
/// version 0x45 ("personal_sign"). What is hashed begins with "\x19Ethereum Signed Message:\n", so
/// that no such signature is one over a transaction or over typed data like a transfer (EIP-712).
namespace tollpass {

/// 130 hex digits after "0x": r, s, then 27 or 28. Errors as SigningKey::SignRecoverable.
absl::StatusOr<std::string> SignAccountText(std::string_view text, const SigningKey& key);

/// The eip155 account that signed `text`; std::nullopt where no key made this signature.
std::optional<std::string> SignerOfAccountText(std::string_view text, std::string_view signature);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_ACCOUNT_SIGNATURE_H_
