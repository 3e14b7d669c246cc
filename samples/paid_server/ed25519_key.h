#ifndef TOLLPASS_SAMPLES_PAID_SERVER_ED25519_KEY_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_ED25519_KEY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tollpass::samples {

/// A key that signs documents. For trying things out: it lies in ordinary memory.
class Ed25519Key {
 public:
  /// `seed_hex`: 64 hex digits (RFC 8032's private key); std::nullopt for other text.
  static std::optional<Ed25519Key> FromSeed(std::string_view seed_hex);

  /// 32 bytes.
  [[nodiscard]] std::string public_key() const;

  /// 64 bytes.
  [[nodiscard]] std::string Sign(std::string_view message) const;

 private:
  std::array<uint8_t, 64> secret_ = {};  // seed and public key
};

/// Reads a public key of 64 hex digits; std::nullopt for other text. 32 bytes.
std::optional<std::string> ParsePublicKey(std::string_view hex);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_ED25519_KEY_H_
