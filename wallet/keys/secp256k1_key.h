#ifndef TOLLPASS_WALLET_KEYS_SECP256K1_KEY_H_
#define TOLLPASS_WALLET_KEYS_SECP256K1_KEY_H_

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "core/hash.h"
#include "core/network.h"
#include "core/random.h"
#include "core/signing_key.h"
#include "wallet/keys/locked_bytes.h"

namespace tollpass {

/// True for a secret in [1, n): what the curve takes as a key.
bool IsSecp256k1Secret(std::span<const uint8_t> secret);

/// The eip155 account ("0x" and 40 lower-case hex digits) whose key made `signature` (r, s, and
/// recovery id 0 or 1) over `digest`; std::nullopt for a signature that fits no key or has a high
/// s.
std::optional<std::string> RecoverAccount(const Digest& digest,
                                          const std::array<uint8_t, 65>& signature);

/// A payment key for eip155 networks. Thread-safe.
class Secp256k1Key final : public SigningKey {
 public:
  /// Takes `secret` (kSecretSize bytes) over and seals it. `random` blinds the curve arithmetic
  /// and has no part in any signature. DataLoss: not a secret of this curve.
  static absl::StatusOr<std::unique_ptr<Secp256k1Key>> Make(LockedBytes secret,
                                                            NetworkClass network_class,
                                                            Random& random);
  ~Secp256k1Key() override;

  [[nodiscard]] std::string account() const override { return account_; }
  [[nodiscard]] NetworkClass network_class() const override { return network_class_; }

  /// Every signature is checked by recovering the account before it is returned: a bit that
  /// flipped while signing would otherwise give the secret away. Internal: it did not check.
  [[nodiscard]] absl::StatusOr<std::array<uint8_t, 65>> SignRecoverable(
      const Digest& digest) const override;

 private:
  struct Curve;
  Secp256k1Key(std::unique_ptr<Curve> curve, LockedBytes secret, std::string account,
               NetworkClass network_class);

  std::unique_ptr<Curve> curve_;
  LockedBytes secret_;
  mutable std::mutex mutex_;  // one reader of the sealed secret at a time
  std::string account_;
  NetworkClass network_class_;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_SECP256K1_KEY_H_
