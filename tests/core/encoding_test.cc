#include "core/encoding.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tollpass {
namespace {

TEST(Hex, IsWrittenInLowerCaseAndReadInAnyCase) {
  EXPECT_EQ(HexEncode(std::string_view("\x00\x7f\xff\xa5", 4)), "007fffa5");
  EXPECT_EQ(HexDecode("007FffA5"), std::string("\x00\x7f\xff\xa5", 4));
  EXPECT_EQ(HexDecode(""), "");
  for (const char* text : {"0", "0x00", "0g", " 00", "00 ", "é"}) {
    EXPECT_EQ(HexDecode(text), std::nullopt) << text;
  }
}

// RFC 4648 section 10.
TEST(Base64, FollowsTheExamplesOfItsSpecification) {
  const std::vector<std::pair<std::string, std::string>> examples = {{"", ""},
                                                                     {"f", "Zg=="},
                                                                     {"fo", "Zm8="},
                                                                     {"foo", "Zm9v"},
                                                                     {"foob", "Zm9vYg=="},
                                                                     {"fooba", "Zm9vYmE="},
                                                                     {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(Base64Encode(bytes), text);
    EXPECT_EQ(Base64Decode(text), bytes);
    const std::string bare = text.substr(0, text.find('='));
    EXPECT_EQ(Base64UrlEncode(bytes), bare);
    EXPECT_EQ(Base64UrlDecode(bare), bytes);
  }
}

TEST(Base64, HasTwoAlphabetsThatDoNotMix) {
  EXPECT_EQ(Base64Encode("\xfb\xff\xfe"), "+//+");
  EXPECT_EQ(Base64UrlEncode("\xfb\xff\xfe"), "-__-");
  EXPECT_EQ(Base64Decode("-__-"), std::nullopt);
  EXPECT_EQ(Base64UrlDecode("+//+"), std::nullopt);
}

TEST(Base64, ReadsOneSpellingOnly) {
  for (const char* text : {"Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "=", "Zm9v====",
                           "Zm=v", "Zm9v\n", " Zm9v", "Zm9v Zg==", "Zg==Zg==", "Zm9vé"}) {
    EXPECT_EQ(Base64Decode(text), std::nullopt) << text;
  }
  for (const char* text : {"Z", "Zg==", "Zh", "Zm9", "Zm9vY", "Zm9v\n"}) {
    EXPECT_EQ(Base64UrlDecode(text), std::nullopt) << text;
  }
}

TEST(Base64, RoundsTripEveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes.push_back(static_cast<char>(i));
    EXPECT_EQ(Base64Decode(Base64Encode(bytes)), bytes);
    EXPECT_EQ(Base64UrlDecode(Base64UrlEncode(bytes)), bytes);
    EXPECT_EQ(HexDecode(HexEncode(bytes)), bytes);
  }
}

TEST(Printable, KeepsReadableTextOfEveryScript) {
  for (const char* text :
       {"", "plain text, 100%", "naïve – 東京 – Ελλάδα", "price: 0.01 USD₮0", "😀"}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(Printable, ShowsWhatCouldActOnATerminalAsBytes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a\nb", "a\\x0ab"},
      {"\x1b[31mred", "\\x1b[31mred"},
      {std::string("a\0b", 3), "a\\x00b"},
      {"\x7f", "\\x7f"},
      {"\xC2\x9B"
       "31m",
       "\\xc2\\x9b31m"},  // CSI as one code point
      {"pay\xE2\x80\xAE"
       "evil",
       "pay\\xe2\\x80\\xaeevil"},  // right-to-left override
      {"\xE2\x81\xA6x\xE2\x81\xA9", "\\xe2\\x81\\xa6x\\xe2\\x81\\xa9"},
      {"\xE2\x80\x8B", "\\xe2\\x80\\x8b"},           // zero-width space
      {"\xE2\x80\xA8", "\\xe2\\x80\\xa8"},           // line separator
      {"\xE1\x85\x9F", "\\xe1\\x85\\x9f"},           // Hangul filler
      {"\xE3\x85\xA4", "\\xe3\\x85\\xa4"},           // another
      {"\xE2\xA0\x80", "\\xe2\\xa0\\x80"},           // blank Braille pattern
      {"\xEF\xB8\x8F", "\\xef\\xb8\\x8f"},           // variation selector
      {"\xE1\xA0\x8E", "\\xe1\\xa0\\x8e"},           // Mongolian vowel separator
      {"\xEF\xBF\xB9", "\\xef\\xbf\\xb9"},           // interlinear annotation
      {"\xF0\x9D\x85\xB3", "\\xf0\\x9d\\x85\\xb3"},  // musical format character
      {"\xFF\xFE", "\\xff\\xfe"},
      {"\xC0\xAF", "\\xc0\\xaf"},                    // overlong
      {"\xED\xA0\x80", "\\xed\\xa0\\x80"},           // surrogate
      {"\xF3\xA0\x80\xA1", "\\xf3\\xa0\\x80\\xa1"},  // tag character
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(Printable(text), shown);
}

TEST(Printable, IsBounded) {
  EXPECT_EQ(Printable(std::string(600, 'a')), std::string(512, 'a') + "...");
  EXPECT_EQ(Printable("abcdef", 3), "abc...");
  EXPECT_EQ(Printable("abc", 3), "abc");
  EXPECT_EQ(Printable("ab\xC3\xA9", 3), "ab...");  // not in the middle of a character
  EXPECT_EQ(Printable("abc", 0), "...");
  EXPECT_EQ(Printable("abc\ndef", 4), "abc\\x0a...");  // in bytes of what was given
  EXPECT_EQ(Printable("abc\xC3\xA9", 5), "abc\xC3\xA9");
}

}  // namespace
}  // namespace tollpass
