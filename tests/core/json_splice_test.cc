#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/json/json.h"

namespace tollpass::json {
namespace {

struct SpliceCase {
  std::string before;
  std::vector<Edit> edits;
  std::string after;
};

void ExpectSpliced(const std::vector<SpliceCase>& cases) {
  for (const SpliceCase& one : cases) {
    const absl::StatusOr<std::string> after = Splice(one.before, one.edits);
    ASSERT_TRUE(after.ok()) << one.before << ": " << after.status();
    EXPECT_EQ(*after, one.after) << one.before;
    EXPECT_TRUE(Parse(*after, 64).ok()) << *after;
  }
}

TEST(JsonSplice, AddsAMemberBehindTheLast) {
  ExpectSpliced({
      {"{}", {{{"a"}, "1"}}, R"({"a":1})"},
      {"{ }", {{{"a"}, "1"}}, R"({"a":1 })"},
      {R"({"b":2})", {{{"a"}, "1"}}, R"({"b":2,"a":1})"},
      {"{\n  \"b\": 2\n}\n", {{{"a"}, "1"}}, "{\n  \"b\": 2,\"a\":1\n}\n"},
      {R"({"b":{"c":3}})", {{{"b", "a"}, "[1]"}}, R"({"b":{"c":3,"a":[1]}})"},
      {"{}", {{{"a\"b"}, "1"}}, R"({"a\"b":1})"},
  });
}

TEST(JsonSplice, MakesTheObjectsOnTheWay) {
  ExpectSpliced({
      {"{}", {{{"a", "b", "c"}, "1"}}, R"({"a":{"b":{"c":1}}})"},
      {R"({"params":{"name":"x"}})",
       {{{"params", "_meta", "x402/payment"}, R"({"p":1})"}},
       R"({"params":{"name":"x","_meta":{"x402/payment":{"p":1}}}})"},
      {R"({"a":{}})", {{{"a", "b", "c"}, "1"}}, R"({"a":{"b":{"c":1}}})"},
  });
}

TEST(JsonSplice, ReplacesAMemberInPlace) {
  ExpectSpliced({
      {R"({"a":1,"b":2,"c":3})", {{{"a"}, "\"x\""}}, R"({"a":"x","b":2,"c":3})"},
      {R"({"a":1,"b":2,"c":3})", {{{"b"}, "[]"}}, R"({"a":1,"b":[],"c":3})"},
      {R"({"a":1,"b":2,"c":3})", {{{"c"}, "{}"}}, R"({"a":1,"b":2,"c":{}})"},
      {R"( { "a" : 1 , "b" : 2 } )", {{{"a"}, "9"}}, R"( { "a" : 9 , "b" : 2 } )"},
      {R"({"x402\u002fpayment":1})", {{{"x402/payment"}, "2"}}, R"({"x402\u002fpayment":2})"},
  });
}

TEST(JsonSplice, ReplacingLeavesExactlyOne) {
  ExpectSpliced({
      {R"({"a":1,"b":2,"a":3})", {{{"a"}, "9"}}, R"({"a":9,"b":2})"},
      {R"({"a":1,"a":2,"a":3})", {{{"a"}, "9"}}, R"({"a":9})"},
      {R"({"b":0,"a":1,"\u0061":2,"c":3})", {{{"a"}, "9"}}, R"({"b":0,"a":9,"c":3})"},
      {R"({"m":{"a":1},"b":2,"m":{"a":3}})", {{{"m", "a"}, "9"}}, R"({"m":{"a":9},"b":2})"},
  });
}

TEST(JsonSplice, ARemovedMemberTakesItsCommaAlong) {
  ExpectSpliced({
      {R"({"a":1})", {{{"a"}, {}}}, "{}"},
      {R"({ "a" : 1 })", {{{"a"}, {}}}, "{  }"},
      {R"({"a":1,"b":2,"c":3})", {{{"a"}, {}}}, R"({"b":2,"c":3})"},
      {R"({"a":1,"b":2,"c":3})", {{{"b"}, {}}}, R"({"a":1,"c":3})"},
      {R"({"a":1,"b":2,"c":3})", {{{"c"}, {}}}, R"({"a":1,"b":2})"},
      {"{\n \"a\": 1,\n \"b\": 2,\n \"c\": 3\n}", {{{"b"}, {}}}, "{\n \"a\": 1,\n \"c\": 3\n}"},
      {"{\n \"a\": 1,\n \"b\": 2\n}", {{{"a"}, {}}}, "{\n \"b\": 2\n}"},
      {R"({"m":{"a":1,"b":2},"n":0})", {{{"m", "a"}, {}}}, R"({"m":{"b":2},"n":0})"},
      {R"({"m":{"a":{"x":[1,{"a":2}]}}})", {{{"m", "a"}, {}}}, R"({"m":{}})"},
  });
}

TEST(JsonSplice, RemovingLeavesNoDuplicateAndNoOtherSpelling) {
  ExpectSpliced({
      {R"({"a":1,"a":2})", {{{"a"}, {}}}, "{}"},
      {R"({"a":1,"b":2,"a":3})", {{{"a"}, {}}}, R"({"b":2})"},
      {R"({"b":0,"a":1,"a":2})", {{{"a"}, {}}}, R"({"b":0})"},
      {R"({"a":1,"a":2,"b":0})", {{{"a"}, {}}}, R"({"b":0})"},
      {R"({"a":1,"b":0,"a":2,"c":0,"a":3,"a":4,"d":0})", {{{"a"}, {}}}, R"({"b":0,"c":0,"d":0})"},
      {R"({"\u0061":1,"b":2,"\u0061":3})", {{{"a"}, {}}}, R"({"b":2})"},
      {R"({"k":1,"x402\u002fpayment":{"a":1}})", {{{"x402/payment"}, {}}}, R"({"k":1})"},
      {R"({"m":{"a":1},"m":{"a":2,"b":3}})", {{{"m", "a"}, {}}}, R"({"m":{},"m":{"b":3}})"},
      {R"({"m":1,"m":{"a":2},"m":null})", {{{"m", "a"}, {}}}, R"({"m":1,"m":{},"m":null})"},
  });
}

TEST(JsonSplice, RemovingWhatIsNotThereChangesNothing) {
  for (const std::string text : {R"({"a":1})", "{}", R"({"b":{"a":1}})", " [1] ", "1", "null",
                                 R"({"m":5})", R"({"m":[{"a":1}]})"}) {
    EXPECT_EQ(*Splice(text, {{{"x"}, {}}, {{"m", "a"}, {}}}), text);
  }
}

TEST(JsonSplice, AppliesEditsInOrder) {
  ExpectSpliced({
      {R"({"a":1,"b":2})", {{{"a"}, {}}, {{"b"}, {}}, {{"c"}, "3"}}, R"({"c":3})"},
      {"{}", {{{"a"}, "1"}, {{"a"}, "2"}}, R"({"a":2})"},
      {"{}", {{{"a", "b"}, "1"}, {{"a", "c"}, "2"}, {{"a", "b"}, {}}}, R"({"a":{"c":2}})"},
      {R"({"a":1})", {{{"a"}, R"({"x":1})"}, {{"a", "y"}, "2"}}, R"({"a":{"x":1,"y":2}})"},
      {R"({"a":1})", {}, R"({"a":1})"},
  });
}

TEST(JsonSplice, KeepsEveryOtherByte) {
  const std::string before =
      "{\"id\":12345678901234567890.10, \"s\" : \"\\u0041\\/\" ,\"x\":1,\"e\":1E+02}";
  EXPECT_EQ(*Splice(before, {{{"x"}, {}}}),
            "{\"id\":12345678901234567890.10, \"s\" : \"\\u0041\\/\",\"e\":1E+02}");
}

TEST(JsonSplice, WritesAValueInOneLineAndElseAsItIs) {
  const std::string value = "{\n\t\"a b\" : [ 1,\r\n \" \\\"x\\\\\" , true ]\n}";
  const std::string line = R"({"a b":[1," \"x\\",true]})";
  EXPECT_EQ(OneLine(value), line);
  EXPECT_EQ(OneLine("{ \"a\" :\t1 }"), "{ \"a\" :\t1 }");
  EXPECT_EQ(*Splice(R"({"x":{}})", {{{"x", "y"}, value}}), R"({"x":{"y":)" + line + "}}");
  EXPECT_EQ(*Splice(R"({"x": 1})", {{{"x"}, value}}), R"({"x": )" + line + "}");
}

TEST(JsonSplice, RefusesWhatItCannotDo) {
  const std::vector<SpliceCase> cases = {
      {"{", {{{"a"}, "1"}}, ""},
      {"{\"a\":1", {{{"a"}, {}}}, ""},
      {"{} x", {}, ""},
      {"[]", {{{"a"}, "1"}}, ""},
      {"1", {{{"a"}, "1"}}, ""},
      {R"({"a":1})", {{{"a", "b"}, "1"}}, ""},
      {R"({"a":[]})", {{{"a", "b"}, "1"}}, ""},
      {R"({"a":null})", {{{"a", "b"}, "1"}}, ""},
      {"{}", {{{}, "1"}}, ""},
      {"{}", {{{}, {}}}, ""},
      {"{}", {{{"a"}, ""}}, ""},
      {"{}", {{{"a"}, "1,\"b\":2"}}, ""},
      {"{}", {{{"a", "b"}, "}"}}, ""},
  };
  for (const SpliceCase& one : cases) {
    EXPECT_EQ(Splice(one.before, one.edits).status().code(), absl::StatusCode::kInvalidArgument)
        << one.before;
  }
}

TEST(JsonSplice, EndlessDuplicatesCostNoStackAndOnePass) {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) text += "\"a\":{\"b\":1},";
  text += "\"z\":0}";
  EXPECT_EQ(*Splice(text, {{{"a"}, {}}}), R"({"z":0})");
  EXPECT_EQ(*Splice(text, {{{"a"}, "1"}}), R"({"a":1,"z":0})");
  EXPECT_EQ(Splice(text, {{{"a", "b"}, {}}})->find('b'), std::string::npos);
}

TEST(JsonReplace, PutsTextsInPlaceOfParts) {
  const std::string text = R"( {"a":[1, {"b":2} ,3],"c":1} )";
  const std::vector<Value> elements = Elements(*Find(*Parse(text, 8), "a"));
  EXPECT_EQ(Replace(text, {{elements[1].text, "{}"}, {elements[2].text, "\"x\""}}),
            R"( {"a":[1, {} ,"x"],"c":1} )");
  EXPECT_EQ(Replace(text, {}), text);
}

}  // namespace
}  // namespace tollpass::json
