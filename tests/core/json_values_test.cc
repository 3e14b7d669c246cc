#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/json/json.h"

namespace tollpass::json {
namespace {

Value Read(std::string_view text) {
  const absl::StatusOr<Value> value = Parse(text, 64);
  EXPECT_TRUE(value.ok()) << text;
  return value.value_or(Value());
}

TEST(JsonMembers, ComeInOrderWithTheirExactBytes) {
  const std::vector<Member> members =
      Members(Read(R"({ "b" : 1.50 , "\u0061" : {"x": [ 1 ]},"b":"\u0062" })"));
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].key, "b");
  EXPECT_EQ(members[0].value.text, "1.50");
  EXPECT_EQ(members[1].key, "a");
  EXPECT_EQ(members[1].value.text, R"({"x": [ 1 ]})");
  EXPECT_EQ(members[1].value.type, Type::kObject);
  EXPECT_EQ(members[2].key, "b");
  EXPECT_EQ(members[2].value.text, R"("\u0062")");
}

TEST(JsonMembers, OtherTypesHaveNone) {
  for (const char* text : {"{}", "[]", "[{\"a\":1}]", "\"a\"", "1", "null"}) {
    EXPECT_TRUE(Members(Read(text)).empty()) << text;
  }
  EXPECT_TRUE(Members(Value()).empty());
}

TEST(JsonElements, ComeInOrderWithTheirExactBytes) {
  const std::vector<Value> elements = Elements(Read(R"([ 1e2 ,[ ], {"a" :1}, "x,y]" , null ])"));
  ASSERT_EQ(elements.size(), 5U);
  EXPECT_EQ(elements[0].text, "1e2");
  EXPECT_EQ(elements[1].text, "[ ]");
  EXPECT_EQ(elements[2].text, R"({"a" :1})");
  EXPECT_EQ(elements[3].text, R"("x,y]")");
  EXPECT_EQ(elements[4].type, Type::kNull);
  for (const char* text : {"[]", "{}", "{\"a\":[1]}", "\"[1]\"", "1"}) {
    EXPECT_TRUE(Elements(Read(text)).empty()) << text;
  }
}

TEST(JsonFind, KnowsAKeyInEverySpelling) {
  for (const char* text :
       {R"({"x402/payment":1})", R"({"x402\u002fpayment":1})", R"({"x402\/payment":1})",
        R"({"\u0078\u0034\u0030\u0032\u002Fpayment":1})"}) {
    const std::optional<Value> found = Find(Read(text), "x402/payment");
    ASSERT_TRUE(found.has_value()) << text;
    EXPECT_EQ(found->text, "1");
  }
}

TEST(JsonFind, AMemberThatIsThereTwiceIsNotFound) {
  EXPECT_EQ(Find(Read(R"({"a":1,"b":2,"a":3})"), "a"), std::nullopt);
  EXPECT_EQ(Find(Read(R"({"a":1,"\u0061":3})"), "a"), std::nullopt);
  EXPECT_TRUE(Find(Read(R"({"a":1,"b":2,"a":3})"), "b").has_value());
  EXPECT_EQ(Find(Read(R"({"a":{"b":1}})"), "b"), std::nullopt);
  EXPECT_EQ(Find(Read("[\"a\"]"), "a"), std::nullopt);
  EXPECT_TRUE(Find(Read(R"({"":1})"), "").has_value());
}

TEST(JsonFindPath, WalksThroughObjects) {
  const std::string text = R"({"result":{"_meta":{"x402/payment-response":{"success":true}}}})";
  const Value root = Read(text);
  EXPECT_EQ(FindPath(root, {"result", "_meta", "x402/payment-response", "success"})->text, "true");
  EXPECT_EQ(FindPath(root, {})->text, text);
  EXPECT_EQ(FindPath(root, {"result", "other", "x"}), std::nullopt);
  EXPECT_EQ(FindPath(Read(R"({"a":[{"b":1}]})"), {"a", "b"}), std::nullopt);
}

TEST(JsonStrings, ResolveTheirEscapes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("")", ""},
      {R"("plain \u20AC \u20ac €")", "plain € € €"},
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("\uD83D\uDE00")", "😀"},
      {R"("\u0000")", std::string(1, '\0')},
      {R"("\\u0041")", "\\u0041"},
      {R"("\uFFFF\uE000\uD7FF")", "\xEF\xBF\xBF\xEE\x80\x80\xED\x9F\xBF"},
      {R"("\udbff\udfff")", "\xF4\x8F\xBF\xBF"}};
  for (const auto& [text, says] : cases) EXPECT_EQ(AsString(Read(text)), says) << text;
}

TEST(JsonStrings, HalfASurrogatePairIsNoText) {
  for (const char* text :
       {R"("\ud800")", R"("\udc00")", R"("\ud800x")", R"("\ud800\u0041")", R"("\ud800\ud800")",
        R"("\udc00\ud800")", R"("\ud83d\ud83d\ude00")", R"("a\udfff")"}) {
    EXPECT_EQ(AsString(Read(text)), std::nullopt) << text;
  }
  EXPECT_EQ(Find(Read(R"({"\ud800":1})"), "\xEF\xBF\xBD"), std::nullopt);
}

TEST(JsonStrings, OtherTypesAreNoText) {
  for (const char* text : {"1", "null", "true", "[]", "{}"}) {
    EXPECT_EQ(AsString(Read(text)), std::nullopt) << text;
  }
}

TEST(JsonIntegers, AreWrittenWithoutFractionAndExponent) {
  EXPECT_EQ(AsInteger(Read("0")), 0);
  EXPECT_EQ(AsInteger(Read("-7")), -7);
  EXPECT_EQ(AsInteger(Read("9223372036854775807")), INT64_MAX);
  EXPECT_EQ(AsInteger(Read("-9223372036854775808")), INT64_MIN);
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "1.0", "1e2", "\"1\"",
                           "true", "null", "[1]"}) {
    EXPECT_EQ(AsInteger(Read(text)), std::nullopt) << text;
  }
}

TEST(JsonBools, AreTrueOrFalse) {
  EXPECT_EQ(AsBool(Read("true")), true);
  EXPECT_EQ(AsBool(Read("false")), false);
  for (const char* text : {"1", "0", "null", "\"true\""}) {
    EXPECT_EQ(AsBool(Read(text)), std::nullopt) << text;
  }
}

TEST(JsonFindString, TakesAStringOnly) {
  const std::string text = R"({"a":"x","b":1,"c":"y","c":"z"})";
  EXPECT_EQ(FindString(Read(text), "a"), "x");
  for (const char* key : {"b", "c", "d"}) {
    EXPECT_EQ(FindString(Read(text), key), std::nullopt) << key;
  }
}

TEST(JsonQuote, IsReadBackAsTheSameText) {
  std::string every;
  for (int c = 0; c < 0x80; ++c) every.push_back(static_cast<char>(c));
  for (const std::string& text :
       {std::string(), every, std::string("é€😀"), std::string("\\u0041")}) {
    EXPECT_EQ(AsString(Read(Quote(text))), text);
  }
  EXPECT_EQ(Quote("a\"b\\c/\b\f\n\r\t\x01\x7F é"), "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\x7F é\"");
}

TEST(JsonWriter, BuildsObjectsInTheOrderOfTheCalls) {
  EXPECT_EQ(ObjectWriter().Done(), "{}");
  EXPECT_EQ(ObjectWriter()
                .String("b", "x\"y")
                .Integer("a", -5)
                .Bool("t", true)
                .Bool("f", false)
                .Raw("list", Array({"1", "\"2\"", "{}"}))
                .Raw("k\n", "null")
                .Done(),
            R"({"b":"x\"y","a":-5,"t":true,"f":false,"list":[1,"2",{}],"k\n":null})");
  EXPECT_EQ(Array({}), "[]");
}

}  // namespace
}  // namespace tollpass::json
