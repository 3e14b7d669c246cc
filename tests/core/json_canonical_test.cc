#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/json/json.h"

namespace tollpass::json {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(JsonCanonical, HasNoSpaceAndSortsKeys) {
  const Pairs cases = {
      {" null ", "null"},
      {"[ true , false ]", "[true,false]"},
      {R"({ "b" : 1 , "a" : [ ] , "" : { } })", R"({"":{},"a":[],"b":1})"},
      {R"({"b":{"d":1,"c":2},"a":[{"y":1,"x":2}]})", R"({"a":[{"x":2,"y":1}],"b":{"c":2,"d":1}})"},
      {R"([3,1,2])", "[3,1,2]"},
      {R"({"aa":1,"a":2,"A":3,"10":4,"1":5})", R"({"1":5,"10":4,"A":3,"a":2,"aa":1})"},
      {R"({"\u0062":1,"a":2})", R"({"a":2,"b":1})"},
  };
  for (const auto& [text, canonical] : cases) EXPECT_EQ(*Canonical(text, 32), canonical);
}

// RFC 8785 section 3.2.3.
TEST(VectorsJsonCanonical, SortByUtf16CodeUnits) {
  const std::string text = R"({
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  })";
  EXPECT_EQ(*Canonical(text, 32),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\","
            "\"\xC3\xB6\":\"Latin Small Letter O With Diaeresis\",\"\xE2\x82\xAC\":\"Euro Sign\","
            "\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\","
            "\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}");
}

// RFC 8785 section 3.2.2, with the numbers that a double prints as they are written.
TEST(VectorsJsonCanonical, WritePrimitivesAsEcmaScriptDoes) {
  const std::string text = R"({
    "numbers": [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })";
  EXPECT_EQ(*Canonical(text, 32),
            R"({"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
            R"("string":"€$\u000f\nA'B\"\\\\\"/"})");
}

// RFC 8785 appendix B.
TEST(VectorsJsonCanonical, WriteNumbersOfTheAppendix) {
  for (const std::string text : {"5e-324",
                                 "-5e-324",
                                 "1.7976931348623157e+308",
                                 "-1.7976931348623157e+308",
                                 "9007199254740992",
                                 "-9007199254740992",
                                 "295147905179352830000",
                                 "9.999999999999997e+22",
                                 "1e+23",
                                 "1.0000000000000001e+23",
                                 "999999999999999700000",
                                 "999999999999999900000",
                                 "1e+21",
                                 "9.999999999999997e-7",
                                 "0.000001",
                                 "333333333.3333332",
                                 "333333333.33333325",
                                 "333333333.3333333",
                                 "333333333.3333334",
                                 "333333333.33333343",
                                 "-0.0000033333333333333333",
                                 "1424953923781206.2",
                                 "0"}) {
    const absl::StatusOr<std::string> canonical = Canonical(text, 32);
    ASSERT_TRUE(canonical.ok()) << text;
    EXPECT_EQ(*canonical, text);
  }
}

TEST(JsonCanonical, GivesEachNumberOneSpelling) {
  const Pairs cases = {
      {"-0", "0"},
      {"0.0", "0"},
      {"-0.0e5", "0"},
      {"0e99999", "0"},
      {"1.0", "1"},
      {"10E-1", "1"},
      {"0.1", "0.1"},
      {"1e-1", "0.1"},
      {"0.10", "0.1"},
      {"100", "100"},
      {"1e2", "100"},
      {"1E+2", "100"},
      {"1e20", "100000000000000000000"},
      {"1e21", "1e+21"},
      {"0.000001", "0.000001"},
      {"0.0000001", "1e-7"},
      {"123.456e3", "123456"},
      {"-1.5", "-1.5"},
      {"9007199254740993e0", ""},
      {"1e22", "1e+22"},
      {"100000000000000000000", "100000000000000000000"},
      {"1e99999999999999999999", ""},
      {"1e-99999999999999999999", ""},
      {"1e9223372036854775807", ""},
      {"1e-9223372036854775808", ""},
      {"0e9223372036854775807", "0"},
  };
  for (const auto& [text, canonical] : cases) {
    EXPECT_EQ(Canonical(text, 32).value_or(""), canonical) << text;
  }
}

TEST(JsonCanonical, RefusesNumbersThatADoubleDoesNotHold) {
  for (const char* text :
       {"9007199254740993", "-9007199254740993", "12345678901234567890",
        "0.1000000000000000000000001", "333333333.33333329", "1e400", "-1e400", "1e-400",
        "123456789012345678901234567890", "[1,9007199254740993]", "0.30000000000000000001"}) {
    const absl::Status status = Canonical(text, 32).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(std::string(status.message()).find("number"), std::string::npos) << status;
  }
}

TEST(JsonCanonical, RefusesWhatHasNoMeaningForSure) {
  for (const char* text : {"", "{", "[1,]", R"({"a":1,"a":1})", R"({"a":1,"\u0061":1})",
                           R"("\ud800")", R"({"\udc00":1})", "\"\xFF\"", "[[[]]]"}) {
    EXPECT_EQ(Canonical(text, 2).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(JsonCanonical, OfItselfIsItself) {
  const std::string once =
      *Canonical(R"({"z":[1e3,"\u007f\u2028",{"b":null,"a":"\/"}],"é":-1.25e-9})", 32);
  EXPECT_EQ(*Canonical(once, 32), once);
}

TEST(JsonCanonical, DepthCostsNoStack) {
  const std::string deep = std::string(2'000, '[') + std::string(2'000, ']');
  EXPECT_EQ(*Canonical(deep, 2'000), deep);
}

TEST(JsonEqual, LooksAtTheMeaning) {
  const Pairs equal = {
      {"1", "1.0"},
      {"2", "2e0"},
      {"0", "-0.0"},
      {R"({"a":1,"b":2})", R"({ "b":2, "\u0061":1e0 })"},
      {R"("\u20ac")", "\"€\""},
      {"[1,[]]", " [ 1.0 , [ ] ] "},
      {"9007199254740993", "9007199254740993.0"},
      {"1e400", "10e399"},
  };
  for (const auto& [a, b] : equal) EXPECT_TRUE(Equal(a, b)) << a;
  const Pairs different = {
      {"1", "2"},
      {"1", "\"1\""},
      {"1", "true"},
      {"null", "{}"},
      {"[1,2]", "[2,1]"},
      {R"({"a":1})", R"({"a":1,"b":2})"},
      {R"({"a":1})", R"({"A":1})"},
      {"9007199254740993", "9007199254740992"},
      {"1e400", "1e401"},
      {"-1", "1"},
  };
  for (const auto& [a, b] : different) EXPECT_FALSE(Equal(a, b)) << a;
  for (const char* text : {"", "{", R"({"a":1,"a":1})", R"("\ud800")"}) {
    EXPECT_FALSE(Equal(text, text)) << text;
  }
}

}  // namespace
}  // namespace tollpass::json
