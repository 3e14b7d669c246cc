#include "wallet/keys/ed25519_key.h"

#include <gtest/gtest.h>

#include <string>

#include "core/encoding.h"
#include "tests/wallet/known_keys.h"

namespace tollpass {
namespace {

struct Rfc8032Case {
  const char* seed;
  const char* message;
  const char* signature;
};

// RFC 8032, section 7.1, tests 1 and 3.
const Rfc8032Case kCases[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
     "4"
     "6bd25bf5f0595bbe24655141438e7a100b"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc"
     "6"
     "594a7c15e9716ed28dc027beceea1ec40a"},
};

TEST(Ed25519Key, SignsAsTheStandardSays) {
  for (const Rfc8032Case& one : kCases) {
    const auto key = Ed25519Key::Make(SecretFromHex(one.seed), NetworkClass::kTest);
    ASSERT_TRUE(key.ok()) << key.status();
    const auto signature = (*key)->SignMessage(*HexDecode(one.message));
    ASSERT_TRUE(signature.ok()) << signature.status();
    EXPECT_EQ(HexEncode(*signature), one.signature);
  }
}

TEST(Ed25519Key, MakesNoTransferAndAPaymentKeyNoDocument) {
  const auto key = Ed25519Key::Make(SecretFromHex(kSecret0), NetworkClass::kTest);
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_TRUE(absl::IsUnimplemented((*key)->SignRecoverable(Digest{}).status()));
  EXPECT_TRUE(absl::IsUnimplemented(KeyFromHex(kSecret0)->SignMessage("").status()));
}

}  // namespace
}  // namespace tollpass
