// Every way in which servers ask for money, in every way in which a framework or a cut-off line
// could hide it in a text.

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/interceptor/conversation.h"
#include "tests/interceptor/payment_shapes.h"

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

// As Python's repr, and Node's util.inspect, print an object.
struct Style {
  bool keys_quoted;
  const char* yes;
  const char* no;
  const char* nothing;
};
constexpr Style kPython = {true, "True", "False", "None"};
constexpr Style kNode = {false, "true", "false", "null"};

std::string QuotedOnce(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted.push_back('\\');
    quoted.push_back(c);
  }
  return quoted + "'";
}

std::string Key(const std::string& key, const Style& style) {
  const bool plain = key.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_$") == std::string::npos;
  return plain && !style.keys_quoted ? key : QuotedOnce(key);
}

std::string Printed(const Json& value, const Style& style) {
  if (value.is_string()) return QuotedOnce(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? style.yes : style.no;
  if (value.is_null()) return style.nothing;
  if (!value.is_structured()) return value.dump();
  std::string inner;
  for (const auto& [key, element] : value.items()) {
    if (!inner.empty()) inner += ", ";
    if (value.is_object()) inner += Key(key, style) + ": ";
    inner += Printed(element, style);
  }
  return value.is_object() ? "{ " + inner + " }" : "[ " + inner + " ]";
}

// As it stands in a string of single quotes.
std::string EscapedForSingle(const std::string& text) {
  const std::string quoted = QuotedOnce(text);
  return quoted.substr(1, quoted.size() - 2);
}

std::string Replaced(const std::string& text, char from, const std::string& to) {
  std::string replaced;
  for (const char c : text) replaced += c == from ? to : std::string(1, c);
  return replaced;
}

std::string Quoted(const std::string& text) { return Json(text).dump(); }

std::string WithFirst(const Json& demand, const std::string& member) {
  return "{" + member + "," + demand.dump().substr(1);
}

std::string CutOff(const Json& demand) {
  std::string text = demand.dump();
  return text.substr(0, text.size() - 1);
}

struct Hiding {
  std::string name;
  std::function<std::string(const Json&)> text;  // JSON text of a string
};

void PrintTo(const Hiding& hiding, std::ostream* out) { *out << hiding.name; }

std::vector<Hiding> Hidings() {
  const std::string deep = std::string(600, '[') + std::string(600, ']');
  return {
      {"Alone", [](const Json& demand) { return Quoted(demand.dump()); }},
      {"BracesBefore", [](const Json& d) { return Quoted("Error in {search}: " + d.dump()); }},
      {"BraceBefore", [](const Json& d) { return Quoted("if (x) { throw " + d.dump()); }},
      {"BracesBehind", [](const Json& d) { return Quoted(d.dump() + " see {help}"); }},
      {"BehindAnObject", [](const Json& d) { return Quoted("{\"a\":1}\n" + d.dump()); }},
      {"BehindABrokenOne", [](const Json& d) { return Quoted("{\"a\":\"1}\n" + d.dump()); }},
      {"BeforeAnObject", [](const Json& d) { return Quoted(d.dump() + "\n{\"a\":1}"); }},
      {"AlmostJson", [](const Json& d) { return Quoted(WithFirst(d, "\"n\":NaN")); }},
      {"TrailingComma", [](const Json& d) { return Quoted(CutOff(d) + ",}"); }},
      {"CutOff", [](const Json& d) { return Quoted("Error: " + CutOff(d)); }},
      {"Deep", [deep](const Json& d) { return Quoted(WithFirst(d, "\"deep\":" + deep)); }},
      {"AStringInAString",
       [](const Json& d) { return Quoted("Error: " + Quoted("x" + d.dump())); }},
      {"HalfAPairBehind",
       [](const Json& d) {
         const std::string text = Quoted(d.dump());
         return text.substr(0, text.size() - 1) + " \\ud83d\"";
       }},
      {"HalfAPairInside",
       [](const Json& d) { return Quoted(WithFirst(d, R"("z\udc00":"\ud83d")")); }},
      {"AsPythonPrintsIt", [](const Json& d) { return Quoted("Error: " + Printed(d, kPython)); }},
      {"BehindAQuotedBrace",
       [](const Json& d) { return Quoted("Unexpected token '{': " + Printed(d, kPython)); }},
      {"BehindAQuotedBraceOfNode",
       [](const Json& d) {
         return Quoted("Unexpected token '{' while reading " + Printed(d, kNode));
       }},
      {"BehindColours",
       [](const Json& d) {
         std::string colours = "f(() => {";
         for (int i = 0; i < 100; ++i) colours += "\x1b[31m";
         return Quoted(colours + Printed(d, kPython));
       }},
      {"InEscapedSingleQuotes",
       [](const Json& d) {
         return Quoted("ToolError('" +
                       EscapedForSingle(Printed({{"d", d}, {"z", "it's"}}, kPython)) + "')");
       }},
      {"InQuotesByTheirNumber",
       [](const Json& d) { return Quoted(Replaced(d.dump(), '"', "\\u0022")); }},
      {"AsNodePrintsIt", [](const Json& d) { return Quoted("Error: " + Printed(d, kNode)); }},
  };
}

class Promise5NoHidingPlaceOfAnyShape : public testing::TestWithParam<Hiding> {};

INSTANTIATE_TEST_SUITE_P(OfAText, Promise5NoHidingPlaceOfAnyShape, testing::ValuesIn(Hidings()),
                         [](const auto& hiding) { return hiding.param.name; });

TEST_P(Promise5NoHidingPlaceOfAnyShape, InAnAnswer) {
  for (const PaymentShape& shape : PaymentShapes()) {
    SCOPED_TRACE(shape.name);
    Canaries canaries;
    const Json answer = MakeAnswer(shape, canaries);
    Conversation talk;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"text":)" +
                GetParam().text(answer.begin().value()) + "}]}}");
    ASSERT_TRUE(talk.KernelWasAsked()) << talk.HostSaw();
    talk.Asked();
    talk.Kernel(Say(DecisionKind::kUnavailable));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
    ExpectNoneIn(canaries, talk.HostSaw());
  }
}

TEST_P(Promise5NoHidingPlaceOfAnyShape, InANotification) {
  for (const PaymentShape& shape : PaymentShapes()) {
    SCOPED_TRACE(shape.name);
    Canaries canaries;
    const Json answer = MakeAnswer(shape, canaries);
    Conversation talk;
    talk.Server(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":)" +
                GetParam().text(answer.begin().value()) + "}}");
    EXPECT_EQ(At(talk.ToHost(), "/params/data"), "\"[payment message removed]\"");
    ExpectNoneIn(canaries, talk.HostSaw());
  }
}

// The same texts with nothing of a payment in them pass.
TEST_P(Promise5NoHidingPlaceOfAnyShape, IsTakenFromWhatIsNone) {
  if (GetParam().name == "Deep") GTEST_SKIP() << "what cannot be read does not pass";
  const Json none = Json::parse(
      R"({"code":402,"message":"card {declined}","data":{"payment":"pi_1","amount":1200,"x":["it's",null,true]}})");
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  const std::string text = GetParam().text(none);
  for (const std::string& line :
       {R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"text":)" + text + "}]}}",
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":)" + text + "}}"}) {
    talk.Server(line);
    EXPECT_EQ(talk.ToHost(), line);
  }
  EXPECT_TRUE(talk.Quiet());
}

// What shells and test runners print: brackets that are never closed, and no payment.
TEST(LogsOfPrograms, PassThoughTheyAreFullOfBrackets) {
  std::string colours;
  std::string faces;
  for (int i = 0; i < 200; ++i) {
    colours += "\x1b[31m  " + std::to_string(i) + " |\x1b[0m expect(quote('a')).toBe({x})\n";
    faces += " 402 :( don't {";
  }
  for (const std::string& log : {"describe('payment', () => {\n" + colours, "{" + faces,
                                 "{'a': [ 'b {' " + colours + faces}) {
    Conversation talk;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    const std::string line =
        R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"text":)" + Quoted(log) +
        "}]}}";
    talk.Server(line);
    EXPECT_EQ(talk.ToHost(), line);
    EXPECT_TRUE(talk.Quiet());
  }
}

// They would be read in so many ways that a line could hold everything up.
TEST(TooMuchToRead, DoesNotPass) {
  std::string objects;
  for (int i = 0; i < 600'000; ++i) objects += "{x}";
  Conversation talk;
  talk.Server(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":)" +
              Quoted(objects + " 402") + "}}");
  EXPECT_EQ(At(talk.ToHost(), "/params/data"), "\"[payment message removed]\"");
}

TEST(TooMuchToRead, OfWhatIsNoJsonPassesAsTheTextThatItIs) {
  std::string braces;
  for (int i = 0; i < 20'000; ++i) braces += "{'";
  const std::string line =
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":)" +
      Quoted(braces + " 402") + "}}";
  Conversation talk;
  talk.Server(line);
  EXPECT_EQ(talk.ToHost(), line);
}

}  // namespace
}  // namespace tollpass
