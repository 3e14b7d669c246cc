#include "wallet/keys/secp256k1_key.h"

#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <utility>

#include "core/encoding.h"

namespace tollpass {
namespace {

std::string AccountOf(const secp256k1_context* context, const secp256k1_pubkey& public_key) {
  std::array<uint8_t, 65> point{};
  size_t size = point.size();
  secp256k1_ec_pubkey_serialize(context, point.data(), &size, &public_key,
                                SECP256K1_EC_UNCOMPRESSED);
  // The hash is over the two coordinates, without the leading type byte.
  const Digest hash =
      Keccak256(std::string_view(reinterpret_cast<const char*>(point.data()) + 1, size - 1));
  return "0x" + HexEncode(std::span<const uint8_t>(hash).subspan(12));
}

}  // namespace

bool IsSecp256k1Secret(std::span<const uint8_t> secret) {
  return secret.size() == 32 &&
         secp256k1_ec_seckey_verify(secp256k1_context_static, secret.data()) == 1;
}

std::optional<std::string> RecoverAccount(const Digest& digest,
                                          const std::array<uint8_t, 65>& signature) {
  const secp256k1_context* context = secp256k1_context_static;
  if (signature[64] > 1) {
    return std::nullopt;
  }
  secp256k1_ecdsa_recoverable_signature parsed;
  secp256k1_pubkey public_key;
  if (secp256k1_ecdsa_recoverable_signature_parse_compact(context, &parsed, signature.data(),
                                                          signature[64]) != 1 ||
      secp256k1_ecdsa_recover(context, &public_key, &parsed, digest.data()) != 1) {
    return std::nullopt;
  }
  secp256k1_ecdsa_signature plain;
  secp256k1_ecdsa_recoverable_signature_convert(context, &plain, &parsed);
  const bool high_s = secp256k1_ecdsa_signature_normalize(context, nullptr, &plain) == 1;
  if (high_s) {
    return std::nullopt;
  }
  return AccountOf(context, public_key);
}

struct Secp256k1Key::Curve {
  Curve() : context(secp256k1_context_create(SECP256K1_CONTEXT_NONE)) {}
  ~Curve() { secp256k1_context_destroy(context); }
  Curve(const Curve&) = delete;
  Curve& operator=(const Curve&) = delete;

  secp256k1_context* context;
};

Secp256k1Key::Secp256k1Key(std::unique_ptr<Curve> curve, LockedBytes secret, std::string account,
                           NetworkClass network_class)
    : curve_(std::move(curve)),
      secret_(std::move(secret)),
      account_(std::move(account)),
      network_class_(network_class) {
  secret_.Seal();
}

Secp256k1Key::~Secp256k1Key() = default;

absl::StatusOr<std::unique_ptr<Secp256k1Key>> Secp256k1Key::Make(LockedBytes secret,
                                                                 NetworkClass network_class,
                                                                 Random& random) {
  auto curve = std::make_unique<Curve>();
  Digest blind{};
  random.Fill(blind);
  secp256k1_pubkey public_key;
  if (!IsSecp256k1Secret(secret.writable()) ||
      secp256k1_context_randomize(curve->context, blind.data()) != 1 ||
      secp256k1_ec_pubkey_create(curve->context, &public_key, secret.writable().data()) != 1) {
    return absl::DataLossError(
        "the secret is zero or too large for secp256k1; restore the file from your backup");
  }
  std::string account = AccountOf(curve->context, public_key);
  return std::unique_ptr<Secp256k1Key>(
      new Secp256k1Key(std::move(curve), std::move(secret), std::move(account), network_class));
}

absl::StatusOr<std::array<uint8_t, 65>> Secp256k1Key::SignRecoverable(const Digest& digest) const {
  secp256k1_ecdsa_recoverable_signature made;
  {
    const LockedBytes::Open secret(secret_, mutex_);
    if (secp256k1_ecdsa_sign_recoverable(curve_->context, &made, digest.data(), secret.bytes(),
                                         secp256k1_nonce_function_rfc6979, nullptr) != 1) {
      return absl::InternalError("secp256k1 made no signature");
    }
  }
  std::array<uint8_t, 65> signature{};
  int recovery_id = 0;
  secp256k1_ecdsa_recoverable_signature_serialize_compact(curve_->context, signature.data(),
                                                          &recovery_id, &made);
  signature[64] = static_cast<uint8_t>(recovery_id);
  if (RecoverAccount(digest, signature) != account_) {
    return absl::InternalError("a signature did not recover to its own account and was discarded");
  }
  return signature;
}

}  // namespace tollpass
