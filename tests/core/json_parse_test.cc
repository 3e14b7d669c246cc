#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/json/json.h"

namespace tollpass::json {
namespace {

TEST(JsonParse, TakesEveryValueOfTheGrammar) {
  const std::vector<std::string> texts = {
      "null",
      "true",
      "false",
      "0",
      "-0",
      "10",
      "-1.5",
      "1e5",
      "1E+5",
      "1.25e-7",
      "123456789012345678901234567890",
      "1e400",
      "\"\"",
      "\"a\"",
      "[]",
      "[ ]",
      "{}",
      "{ }",
      " [1 , 2\t,\r\n3 ] ",
      "{\"a\":{\"b\":[null,{}]},\"\":0}",
      "{\"a\":1,\"a\":2}",
      R"("\"\\\/\b\f\n\r\t")",
      R"("\u0000\u0041\uD83D\uDE00")",
      R"("\ud800")",
      "\"\x7F\"",
      "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF\"",
      "\"12345678901234567890\"",
  };
  for (const std::string& text : texts) {
    const absl::StatusOr<Value> value = Parse(text, 32);
    EXPECT_TRUE(value.ok()) << text << ": " << value.status();
  }
}

struct Refusal {
  std::string text;
  std::string where;  // part of the message
};

TEST(JsonParse, RefusesEverythingElseAndSaysWhere) {
  const std::vector<Refusal> cases = {
      {"", "byte 0: the text ends too early"},
      {"  ", "byte 2: the text ends too early"},
      {"nul", "byte 0"},
      {"True", "byte 0"},
      {"NaN", "byte 0"},
      {"Infinity", "byte 0"},
      {"-Infinity", "byte 0"},
      {"undefined", "byte 0"},
      {"nullx", "byte 4: something follows"},
      {"1 2", "byte 2: something follows"},
      {"{}]", "byte 2: something follows"},
      {std::string("1\0", 2), "byte 1: something follows"},
      {"\xEF\xBB\xBF{}", "byte 0"},
      {"01", "byte 0: a number with a leading zero"},
      {"-01", "byte 1: a number with a leading zero"},
      {"+1", "byte 0"},
      {".5", "byte 0"},
      {"-", "byte 0"},
      {"1.", "byte 2: expected a digit"},
      {"1.e5", "byte 2: expected a digit"},
      {"1e", "byte 2: expected a digit"},
      {"1e+", "byte 3: expected a digit"},
      {"0x10", "byte 1: something follows"},
      {"1_000", "byte 1: something follows"},
      {"[", "byte 1: the text ends too early"},
      {"[1", "byte 2: the text ends too early"},
      {"[1,", "byte 3: the text ends too early"},
      {"[1,]", "byte 3"},
      {"[,1]", "byte 1"},
      {"[1 2]", "byte 3: expected ',' or ']'"},
      {"[1}", "byte 2: expected ',' or ']'"},
      {"{", "byte 1: the text ends too early"},
      {"{\"a\"", "byte 4: the text ends too early"},
      {"{\"a\":", "byte 5: the text ends too early"},
      {"{\"a\":1", "byte 6: the text ends too early"},
      {"{\"a\" 1}", "byte 5: expected ':'"},
      {"{\"a\":}", "byte 5"},
      {"{\"a\":1,}", "byte 7: expected a quoted key"},
      {"{a:1}", "byte 1: expected a quoted key"},
      {"{1:1}", "byte 1: expected a quoted key"},
      {"{'a':1}", "byte 1: expected a quoted key"},
      {"{\"a\":1]", "byte 6: expected ',' or '}'"},
      {"{\"a\":1 \"b\":2}", "byte 7: expected ',' or '}'"},
      {"{\"a\":1/**/}", "byte 6"},
      {"\"a", "byte 2: a string is not closed"},
      {"\"12345678", "byte 9: a string is not closed"},
      {"\"a\\", "byte 2: an unknown escape"},
      {"\"\\x41\"", "byte 1: an unknown escape"},
      {"\"\\'\"", "byte 1: an unknown escape"},
      {"\"\\u12\"", "byte 1: an unknown escape"},
      {"\"\\u12g4\"", "byte 1: an unknown escape"},
      {"\"\\U0041\"", "byte 1: an unknown escape"},
      {"\"a\nb\"", "byte 2: a control byte"},
      {"\"a\tb\"", "byte 2: a control byte"},
      {std::string("\"a\0b\"", 5), "byte 2: a control byte"},
      {"\"1234567\x1F\"", "byte 8: a control byte"},
      {"\"\x80\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xC0\xAF\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xC3\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xE0\x80\xAF\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xED\xA0\x80\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xF0\x80\x80\xAF\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xF4\x90\x80\x80\"", "byte 1: bytes that are not UTF-8"},
      {"\"\xF5\x80\x80\x80\"", "byte 1: bytes that are not UTF-8"},
      {"\"12345678\xFF\"", "byte 9: bytes that are not UTF-8"},
  };
  for (const Refusal& one : cases) {
    const absl::Status status = Parse(one.text, 32).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << one.text;
    EXPECT_NE(std::string(status.message()).find(one.where), std::string::npos)
        << one.text << ": " << status;
  }
}

TEST(JsonParse, EveryByteOfAStringIsLookedAt) {
  // The scanner goes by eight bytes at a time; no offset within them is a blind spot.
  for (size_t size = 0; size < 24; ++size) {
    for (size_t at = 0; at < size; ++at) {
      for (const char bad : {'\x1F', '\n', '\xFF', '\x80', '\\'}) {
        std::string text = "\"" + std::string(size, 'a') + "\"";
        text[1 + at] = bad;
        EXPECT_FALSE(Parse(text, 1).ok()) << size << " " << at;
      }
      std::string text = "\"" + std::string(size, 'a') + "\"";
      text[1 + at] = '"';
      EXPECT_FALSE(Parse(text, 1).ok()) << size << " " << at;
    }
  }
}

std::string Nested(size_t depth, const std::string& open, const std::string& close) {
  std::string text;
  for (size_t i = 0; i < depth; ++i) text += open;
  text += "0";
  for (size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(JsonParse, BoundsTheDepth) {
  for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
    EXPECT_TRUE(Parse(Nested(32, open, close), 32).ok());
    const absl::Status status = Parse(Nested(33, open, close), 32).status();
    EXPECT_NE(std::string(status.message()).find("nested too deeply"), std::string::npos);
  }
  EXPECT_TRUE(Parse("1", 0).ok());
  EXPECT_FALSE(Parse("[]", 0).ok());
  EXPECT_FALSE(Parse("[]", -1).ok());
}

TEST(JsonParse, DepthCostsNoStack) {
  const std::string deep = Nested(1'000'000, "[", "]");
  EXPECT_TRUE(Parse(deep, 1'000'000).ok());
  EXPECT_TRUE(ParseUnique(deep, 1'000'000).ok());
  EXPECT_FALSE(Parse(std::string(1'000'000, '['), 1'000'000).ok());
}

TEST(JsonParse, ATextIsOneValueWithoutTheSpaceAround) {
  const std::string text = " \t{\"a\": 1}\r\n";
  const absl::StatusOr<Value> value = Parse(text, 4);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->type, Type::kObject);
  EXPECT_EQ(value->text, "{\"a\": 1}");
  EXPECT_EQ(value->text.data(), text.data() + 2);
}

TEST(JsonParse, TellsTheType) {
  const std::vector<std::pair<std::string, Type>> cases = {
      {"null", Type::kNull}, {"true", Type::kBool},    {"false", Type::kBool},
      {"-1", Type::kNumber}, {"\"x\"", Type::kString}, {"[1]", Type::kArray},
      {"{}", Type::kObject}};
  for (const auto& [text, type] : cases) EXPECT_EQ(Parse(text, 4)->type, type) << text;
}

TEST(JsonParseUnique, RefusesAKeyThatIsThereTwiceAtAnyDepth) {
  for (const char* text :
       {R"({"a":1,"a":2})", R"({"a":1,"\u0061":2})", R"([{"x":[{"b":1,"c":2,"b":3}]}])",
        R"({"":1,"":2})", R"({"a/b":1,"a\/b":2})", R"({"\ud800":1,"\ud800":2})"}) {
    EXPECT_TRUE(Parse(text, 32).ok()) << text;
    EXPECT_EQ(ParseUnique(text, 32).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(JsonParseUnique, TakesTheSameKeyInDifferentObjects) {
  for (const char* text :
       {R"({"a":{"a":{"a":1}},"b":{"a":1}})", R"([{"a":1},{"a":1}])", R"({"a":1,"A":2})", "[]", "1",
        R"({"a":[{"b":1}],"b":[{"b":1},{"b":2}]})"}) {
    const absl::StatusOr<Value> value = ParseUnique(text, 32);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(value->text, text);
  }
  EXPECT_FALSE(ParseUnique("{\"a\":1", 32).ok());
  EXPECT_FALSE(ParseUnique("[[]]", 1).ok());
}

}  // namespace
}  // namespace tollpass::json
