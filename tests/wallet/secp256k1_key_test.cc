#include "wallet/keys/secp256k1_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "core/encoding.h"
#include "tests/wallet/known_keys.h"

namespace tollpass {
namespace {

/// Half of the curve order, rounded down: the largest low s.
constexpr std::string_view kHalfOrder =
    "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";

TEST(Secp256k1Key, HasTheAccountThatEverybodyKnows) {
  EXPECT_EQ(KeyFromHex(kSecret0)->account(), kAccount0);
  EXPECT_EQ(KeyFromHex(kSecret1)->account(), kAccount1);
  EXPECT_EQ(KeyFromHex(std::string(63, '0') + "1")->account(),
            "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf");
}

TEST(Secp256k1Key, RefusesSecretsThatTheCurveDoesNotHave) {
  SystemRandom random;
  for (const std::string& hex :
       {std::string(64, '0'), std::string(kCurveOrder),
        std::string(kCurveOrder).replace(63, 1, "2"), std::string(64, 'f')}) {
    EXPECT_TRUE(absl::IsDataLoss(
        Secp256k1Key::Make(SecretFromHex(hex), NetworkClass::kTest, random).status()))
        << hex;
  }
  const std::string largest = std::string(kCurveOrder).replace(63, 1, "0");
  EXPECT_TRUE(Secp256k1Key::Make(SecretFromHex(largest), NetworkClass::kTest, random).ok());
}

TEST(Secp256k1Key, SignaturesRecoverToTheAccountAndHaveALowS) {
  const auto key = KeyFromHex(kSecret0);
  for (int i = 0; i < 64; ++i) {
    const Digest digest = Sha256(std::to_string(i));
    const auto signature = key->SignRecoverable(digest);
    ASSERT_TRUE(signature.ok()) << signature.status();
    EXPECT_EQ(RecoverAccount(digest, *signature), kAccount0);
    EXPECT_LE(HexEncode(std::span(*signature).subspan(32, 32)), kHalfOrder);
    EXPECT_LE((*signature)[64], 1);
  }
}

TEST(Secp256k1Key, SignsDeterministically) {
  // RFC 6979: no second signature over one digest can give the secret away.
  const Digest digest = Sha256("the same");
  EXPECT_EQ(*KeyFromHex(kSecret0)->SignRecoverable(digest),
            *KeyFromHex(kSecret0)->SignRecoverable(digest));
}

TEST(Secp256k1Key, SignsFromManyThreads) {
  const auto key = KeyFromHex(kSecret1);
  std::vector<std::string> recovered(8 * 16);
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (size_t i = thread * 16; i < (thread + 1) * 16; ++i) {
        const Digest digest = Sha256(std::to_string(i));
        const auto signature = key->SignRecoverable(digest);
        recovered[i] = signature.ok() ? RecoverAccount(digest, *signature).value_or("") : "";
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(std::count(recovered.begin(), recovered.end(), kAccount1), 8 * 16);
}

TEST(RecoverAccount, RefusesWhatNoKeyMade) {
  const Digest digest = Sha256("x");
  auto signature = *KeyFromHex(kSecret0)->SignRecoverable(digest);

  auto bad_id = signature;
  bad_id[64] = 2;
  EXPECT_EQ(RecoverAccount(digest, bad_id), std::nullopt);
  bad_id[64] = 27;
  EXPECT_EQ(RecoverAccount(digest, bad_id), std::nullopt);

  auto zero_r = signature;
  std::fill_n(zero_r.begin(), 32, uint8_t{0});
  EXPECT_EQ(RecoverAccount(digest, zero_r), std::nullopt);

  auto r_too_large = signature;
  std::fill_n(r_too_large.begin(), 32, uint8_t{0xff});
  EXPECT_EQ(RecoverAccount(digest, r_too_large), std::nullopt);

  auto other_id = signature;
  other_id[64] ^= 1U;
  EXPECT_NE(RecoverAccount(digest, other_id), kAccount0);
  EXPECT_NE(RecoverAccount(Sha256("y"), signature), kAccount0);
}

TEST(RecoverAccount, RefusesTheTwinOfASignatureWithAHighS) {
  const Digest digest = Sha256("x");
  auto twin = *KeyFromHex(kSecret0)->SignRecoverable(digest);
  const std::string order = *HexDecode(kCurveOrder);
  int borrow = 0;
  for (size_t i = 32; i-- > 0;) {
    const int value = static_cast<uint8_t>(order[i]) - twin[32 + i] - borrow;
    borrow = value < 0 ? 1 : 0;
    twin[32 + i] = static_cast<uint8_t>(value & 0xff);
  }
  twin[64] ^= 1U;
  EXPECT_EQ(RecoverAccount(digest, twin), std::nullopt);
}

}  // namespace
}  // namespace tollpass
