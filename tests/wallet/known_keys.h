#ifndef TOLLPASS_TESTS_WALLET_KNOWN_KEYS_H_
#define TOLLPASS_TESTS_WALLET_KNOWN_KEYS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/encoding.h"
#include "core/random.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/secp256k1_key.h"

namespace tollpass {

/// Keys that everybody knows (those of a development chain): never fund them.
inline constexpr std::string_view kSecret0 =
    "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
inline constexpr std::string_view kAccount0 = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
inline constexpr std::string_view kSecret1 =
    "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
inline constexpr std::string_view kAccount1 = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

/// The order of the curve: the smallest secret that is none.
inline constexpr std::string_view kCurveOrder =
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

inline LockedBytes SecretFromHex(std::string_view hex) {
  const std::optional<std::string> bytes = HexDecode(hex);
  absl::StatusOr<LockedBytes> secret = LockedBytes::Make(kSecretSize);
  EXPECT_TRUE(bytes && secret.ok()) << hex;
  std::copy(bytes->begin(), bytes->end(), secret->writable().begin());
  return *std::move(secret);
}

inline std::unique_ptr<Secp256k1Key> KeyFromHex(std::string_view hex,
                                                NetworkClass network_class = NetworkClass::kTest) {
  SystemRandom random;
  auto key = Secp256k1Key::Make(SecretFromHex(hex), network_class, random);
  EXPECT_TRUE(key.ok()) << key.status();
  return key.ok() ? *std::move(key) : nullptr;
}

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_KNOWN_KEYS_H_
