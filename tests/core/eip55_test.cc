#include "core/eip55.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tollpass {
namespace {

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return text;
}

/// The examples of EIP-55.
constexpr const char* kChecksummed[] = {
    "0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
};

TEST(Eip55, WritesTheLetterCaseOfTheStandard) {
  for (const char* address : kChecksummed) {
    EXPECT_EQ(ToChecksumAddress(Lower(address)), address);
  }
}

TEST(Eip55, ReadsOneLetterCaseOrTheRightOne) {
  for (const std::string address : kChecksummed) {
    EXPECT_EQ(ReadAddress(address), Lower(address));
    EXPECT_EQ(ReadAddress(Lower(address)), Lower(address));
  }
  EXPECT_EQ(ReadAddress("0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"),
            "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
  EXPECT_EQ(ReadAddress("0x0000000000000000000000000000000000000000"),
            "0x0000000000000000000000000000000000000000");
}

TEST(Eip55, RefusesAMistypedAddress) {
  // One letter of another case, one digit changed.
  EXPECT_EQ(ReadAddress("0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), std::nullopt);
  EXPECT_EQ(ReadAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee"), std::nullopt);
}

TEST(Eip55, RefusesEveryOtherText) {
  for (const char* text : {
           "",
           "0x",
           "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
           "0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
           "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae",
           "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0",
           "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg",
           " 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae",
           "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae ",
           "merchant",
       }) {
    EXPECT_EQ(ReadAddress(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tollpass
