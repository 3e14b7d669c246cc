#include "wallet/schemes/eip712.h"

#include <gtest/gtest.h>

#include <string>

#include "core/encoding.h"

namespace tollpass::eip712 {
namespace {

std::string Hex(const std::optional<Word>& word) { return word ? HexEncode(*word) : "nothing"; }

TEST(Eip712, EncodesNumbersUpTo256Bits) {
  const std::string zeros(62, '0');
  EXPECT_EQ(Hex(EncodeUint("0")), zeros + "00");
  EXPECT_EQ(Hex(EncodeUint("255")), zeros + "ff");
  EXPECT_EQ(Hex(EncodeUint("115792089237316195423570985008687907853269984665640564039457584007913"
                           "129639935")),
            std::string(64, 'f'));
  EXPECT_EQ(EncodeUint("340282366920938463463374607431768211455"),
            EncodeUint(*Amount::FromAtomic("340282366920938463463374607431768211455")));
  EXPECT_EQ(EncodeUint("18446744073709551615"), EncodeUint(UINT64_MAX));
}

TEST(Eip712, RefusesNumbersInAnotherForm) {
  for (const char* digits :
       {"", "00", "01", "-1", "+1", "1e4", "0x1", " 1", "1 ", "1.0", "1_0",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936",
        "1157920892373161954235709850086879078532699846656405640394575840079131296399350"}) {
    EXPECT_EQ(EncodeUint(digits), std::nullopt) << digits;
  }
}

TEST(Eip712, EncodesAddressesRightAlignedInAnyLetterCase) {
  EXPECT_EQ(Hex(EncodeAddress("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826")),
            "000000000000000000000000cd2a3d9f938e13cd947ec05abc7fe734df8dd826");
  EXPECT_EQ(EncodeAddress("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD8"), std::nullopt);
  EXPECT_EQ(EncodeAddress("CD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826aa"), std::nullopt);
  EXPECT_EQ(EncodeAddress("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD8zz"), std::nullopt);
}

TEST(Eip712, EncodesBytes32AsTheyAre) {
  const std::string hex(64, 'a');
  EXPECT_EQ(Hex(EncodeBytes32("0x" + hex)), hex);
  EXPECT_EQ(EncodeBytes32("0x" + hex.substr(2)), std::nullopt);
  EXPECT_EQ(EncodeBytes32(hex), std::nullopt);
}

TEST(Eip712, GivesTheDigestOfTheStandardsOwnExample) {
  // The "Ether Mail" example of EIP-712.
  const std::optional<Digest> domain =
      DomainSeparator({"Ether Mail", "1", 1, "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"});
  ASSERT_TRUE(domain);
  EXPECT_EQ(HexEncode(*domain), "f2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f");

  constexpr std::string_view kPerson = "Person(string name,address wallet)";
  const std::string mail = "Mail(Person from,Person to,string contents)" + std::string(kPerson);
  const Digest from = HashStruct(
      kPerson, {EncodeString("Cow"), *EncodeAddress("0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826")});
  const Digest to = HashStruct(
      kPerson, {EncodeString("Bob"), *EncodeAddress("0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB")});
  const Digest message = HashStruct(mail, {from, to, EncodeString("Hello, Bob!")});
  EXPECT_EQ(HexEncode(SigningDigest(*domain, message)),
            "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2");
}

TEST(Eip712, HashesNamesAsUtf8Bytes) {
  EXPECT_EQ(EncodeString("USD\u20AE0"), EncodeString("USD\xe2\x82\xae\x30"));
  EXPECT_NE(EncodeString("USD\u20AE0"), EncodeString("USDT0"));
}

TEST(Eip712, RefusesADomainWithoutAContract) {
  EXPECT_EQ(DomainSeparator({"USDC", "2", 1, ""}), std::nullopt);
  EXPECT_EQ(DomainSeparator({"USDC", "2", 1, "0x12"}), std::nullopt);
}

}  // namespace
}  // namespace tollpass::eip712
