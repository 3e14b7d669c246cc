#include "wallet/keys/key_kinds.h"

#include <sodium.h>

#include <array>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "wallet/keys/ed25519_key.h"
#include "wallet/keys/families.h"
#include "wallet/keys/secp256k1_key.h"

namespace tollpass {
namespace {

absl::StatusOr<std::string> Ed25519PublicKey(const LockedBytes& seed) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes expanded, LockedBytes::Make(crypto_sign_SECRETKEYBYTES));
  std::array<uint8_t, crypto_sign_PUBLICKEYBYTES> public_key{};
  crypto_sign_seed_keypair(public_key.data(), expanded.writable().data(), seed.readable().data());
  return HexEncode(public_key);
}

}  // namespace

bool IsSecretOf(KeyKind kind, std::span<const uint8_t> secret) {
  if (secret.size() != kSecretSize) {
    return false;
  }
  switch (kind) {
    case KeyKind::kSecp256k1:
      return IsSecp256k1Secret(secret);
    case KeyKind::kEd25519:
      // Any seed makes a key; one of zeros is a mistake.
      return sodium_is_zero(secret.data(), secret.size()) == 0;
  }
  return false;
}

absl::StatusOr<LockedBytes> NewSecret(KeyKind kind, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(kSecretSize));
  do {
    random.Fill(secret.writable());
  } while (!IsSecretOf(kind, secret.readable()));
  return secret;
}

absl::StatusOr<std::string> AccountOf(const KeyHeader& header, const LockedBytes& secret) {
  if (header.kind == KeyKind::kEd25519) {
    return Ed25519PublicKey(secret);
  }
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes copy, secret.Copy(0, secret.size()));
  TOLLPASS_ASSIGN_OR_RETURN(const std::unique_ptr<SigningKey> key,
                            MakeSigningKey(header, std::move(copy)));
  return key->account();
}

absl::StatusOr<std::unique_ptr<SigningKey>> MakeSigningKey(const KeyHeader& header,
                                                           LockedBytes secret) {
  if (header.kind == KeyKind::kEd25519 && header.family == kDocumentFamily.name) {
    return Ed25519Key::Make(std::move(secret), header.network_class);
  }
  if (header.kind != KeyKind::kSecp256k1) {
    return absl::UnimplementedError(
        absl::StrFormat("this build cannot pay with %s keys of this kind", header.family));
  }
  SystemRandom blinding;
  return Secp256k1Key::Make(std::move(secret), header.network_class, blinding);
}

}  // namespace tollpass
