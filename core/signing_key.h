#ifndef TOLLPASS_CORE_SIGNING_KEY_H_
#define TOLLPASS_CORE_SIGNING_KEY_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/hash.h"
#include "core/network.h"

namespace tollpass {

/// A payment key that signs and never hands out its secret. Thread-safe.
class SigningKey {
 public:
  virtual ~SigningKey() = default;

  /// The account it pays from, in canonical form ("0x" and 40 lower-case hex digits for eip155).
  [[nodiscard]] virtual std::string account() const = 0;
  /// Networks of another class are refused.
  [[nodiscard]] virtual NetworkClass network_class() const = 0;

  /// secp256k1 ECDSA over `digest`: r, s (low), recovery id 0 or 1; nonce by RFC 6979.
  /// Unimplemented for a key of another curve.
  [[nodiscard]] virtual absl::StatusOr<std::array<uint8_t, 65>> SignRecoverable(
      const Digest& digest) const = 0;

  /// Ed25519 over `message`. Unimplemented for a key of another curve.
  [[nodiscard]] virtual absl::StatusOr<std::array<uint8_t, 64>> SignMessage(
      std::string_view message) const;
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_SIGNING_KEY_H_
