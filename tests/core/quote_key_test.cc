#include "core/quote_key.h"

#include <gtest/gtest.h>

#include <string>

#include "core/encoding.h"
#include "core/hash.h"

namespace tollpass {
namespace {

constexpr std::string_view kHex =
    "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";

std::string WithKey(std::string_view hex) { return "a ed25519:" + std::string(hex); }

TEST(QuoteKey, IsAnIssuerAndAPublicKey) {
  const auto key = ParseQuoteKey("weather.example ed25519:" + std::string(kHex));
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(key->issuer, "weather.example");
  EXPECT_EQ(HexEncode(key->public_key), kHex);
  EXPECT_EQ(Ed25519KeyId(key->public_key), "ed25519:NHUPmL1Z_PyUbaRaqr6TO-FUpLUJThxKv0KGZQXzyX4");
}

TEST(QuoteKey, OfAnotherFormIsRefused) {
  const std::string hex(kHex);
  for (const std::string& text :
       {std::string(), std::string("a"), hex, "ed25519:" + hex, " ed25519:" + hex,
        "a  ed25519:" + hex, "a ed25519:" + hex + " ", "a b ed25519:" + hex, "a Ed25519:" + hex,
        "a ed25519 " + hex, "a ed25519:" + hex.substr(2), "a ed25519:0x" + hex.substr(2),
        "a ed25519:" + hex + "00", "a\ted25519:" + hex, "a\n ed25519:" + hex,
        std::string(257, 'a') + " ed25519:" + hex}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseQuoteKey(text).status())) << text;
  }
}

// With such a key anybody can make a signature that some verifiers take.
TEST(QuoteKey, ThatHoldsNobodyToASignatureIsRefused) {
  const std::string rest(62, '0');
  const std::string high(60, 'f');
  for (const std::string& hex :
       {"00" + rest, "01" + rest, "ec" + high + "7f",  // orders 4, 1, 2
        std::string("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),  // order 8
        "ed" + high + "7f", "ee" + high + "7f",  // p and p + 1
        "02" + rest}) {                          // on no curve
    EXPECT_TRUE(absl::IsInvalidArgument(ParseQuoteKey(WithKey(hex)).status())) << hex;
    EXPECT_FALSE(IsEd25519PublicKey(*HexDecode(hex))) << hex;
  }
  EXPECT_TRUE(IsEd25519PublicKey(*HexDecode(kHex)));
  EXPECT_FALSE(IsEd25519PublicKey(HexDecode(kHex)->substr(1)));
}

}  // namespace
}  // namespace tollpass
