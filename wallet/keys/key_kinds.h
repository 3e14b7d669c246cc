#ifndef TOLLPASS_WALLET_KEYS_KEY_KINDS_H_
#define TOLLPASS_WALLET_KEYS_KEY_KINDS_H_

#include <memory>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "core/random.h"
#include "core/signing_key.h"
#include "wallet/keys/key_header.h"
#include "wallet/keys/locked_bytes.h"

/// What differs between kinds of keys: the one place to add one. Secrets have kSecretSize bytes and
/// are not sealed in memory yet.
namespace tollpass {

/// True for what the curve takes as a secret.
bool IsSecretOf(KeyKind kind, std::span<const uint8_t> secret);

/// A secret that nobody knows. ResourceExhausted: no locked memory.
absl::StatusOr<LockedBytes> NewSecret(KeyKind kind, Random& random);

/// What the key pays from, in canonical form; of an Ed25519 key its public key in hex. DataLoss:
/// no secret of that kind.
absl::StatusOr<std::string> AccountOf(const KeyHeader& header, const LockedBytes& secret);

/// A key that pays or signs documents; takes `secret` over. DataLoss as AccountOf; Unimplemented:
/// this build cannot sign with keys of that kind.
absl::StatusOr<std::unique_ptr<SigningKey>> MakeSigningKey(const KeyHeader& header,
                                                           LockedBytes secret);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_KEY_KINDS_H_
