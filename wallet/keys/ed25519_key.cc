#include "wallet/keys/ed25519_key.h"

#include <sodium.h>

#include <utility>

#include "core/hash.h"
#include "core/quote_key.h"
#include "core/status.h"

namespace tollpass {

Ed25519Key::Ed25519Key(LockedBytes secret, std::string public_key, NetworkClass network_class)
    : secret_(std::move(secret)),
      public_key_(std::move(public_key)),
      account_(Ed25519KeyId(public_key_)),
      network_class_(network_class) {
  secret_.Seal();
}

absl::StatusOr<std::unique_ptr<Ed25519Key>> Ed25519Key::Make(LockedBytes seed,
                                                             NetworkClass network_class) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(crypto_sign_SECRETKEYBYTES));
  std::string public_key(crypto_sign_PUBLICKEYBYTES, '\0');
  crypto_sign_seed_keypair(reinterpret_cast<uint8_t*>(public_key.data()), secret.writable().data(),
                           seed.readable().data());
  return std::unique_ptr<Ed25519Key>(
      new Ed25519Key(std::move(secret), std::move(public_key), network_class));
}

absl::StatusOr<std::array<uint8_t, 65>> Ed25519Key::SignRecoverable(const Digest&) const {
  return absl::UnimplementedError("an Ed25519 key makes no recoverable signatures");
}

absl::StatusOr<std::array<uint8_t, 64>> Ed25519Key::SignMessage(std::string_view message) const {
  std::array<uint8_t, crypto_sign_BYTES> signature{};
  {
    const LockedBytes::Open secret(secret_, mutex_);
    crypto_sign_detached(signature.data(), nullptr,
                         reinterpret_cast<const uint8_t*>(message.data()), message.size(),
                         secret.bytes());
  }
  // A bit that flipped while signing would give the secret away.
  if (!VerifyEd25519(message, {reinterpret_cast<const char*>(signature.data()), signature.size()},
                     public_key_)) {
    return absl::InternalError("a signature did not verify and was discarded");
  }
  return signature;
}

}  // namespace tollpass
