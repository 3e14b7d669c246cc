#ifndef TOLLPASS_WALLET_KEYS_ED25519_KEY_H_
#define TOLLPASS_WALLET_KEYS_ED25519_KEY_H_

#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "core/network.h"
#include "core/signing_key.h"
#include "wallet/keys/locked_bytes.h"

namespace tollpass {

/// A key that signs documents about payments. Thread-safe.
class Ed25519Key final : public SigningKey {
 public:
  /// Expands `seed` (kSecretSize bytes, not yet sealed in memory) into locked memory of its own.
  /// ResourceExhausted: there is none.
  static absl::StatusOr<std::unique_ptr<Ed25519Key>> Make(LockedBytes seed,
                                                          NetworkClass network_class);

  /// What documents call the key: Ed25519KeyId.
  [[nodiscard]] std::string account() const override { return account_; }
  [[nodiscard]] NetworkClass network_class() const override { return network_class_; }

  [[nodiscard]] absl::StatusOr<std::array<uint8_t, 65>> SignRecoverable(
      const Digest& digest) const override;
  /// Internal: the signature did not verify and was discarded.
  [[nodiscard]] absl::StatusOr<std::array<uint8_t, 64>> SignMessage(
      std::string_view message) const override;

 private:
  Ed25519Key(LockedBytes secret, std::string public_key, NetworkClass network_class);

  LockedBytes secret_;        // sealed
  mutable std::mutex mutex_;  // one reader of the sealed secret at a time
  std::string public_key_;    // 32 bytes
  std::string account_;
  NetworkClass network_class_;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_ED25519_KEY_H_
