#include "interceptor/mcp/message.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <utility>

#include "interceptor/mcp/markers.h"
#include "interceptor/mcp/partial.h"
#include "interceptor/mcp/revisions.h"
#include "interceptor/mcp/tool_call.h"

namespace tollpass {
namespace {

struct KindCase {
  const char* line;
  MessageKind kind;
};

class MessageKindOf : public testing::TestWithParam<KindCase> {};

TEST_P(MessageKindOf, IsToldFromTheEnvelope) {
  EXPECT_EQ(ReadMessage(GetParam().line).kind, GetParam().kind) << GetParam().line;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, MessageKindOf,
    testing::Values(
        KindCase{R"({"jsonrpc":"2.0","id":1,"method":"m"})", MessageKind::kRequest},
        KindCase{R"({"method":"m","params":{},"jsonrpc":"2.0","id":"a"})", MessageKind::kRequest},
        KindCase{R"({"\u0069d":1,"meth\u006fd":"m"})", MessageKind::kRequest},
        KindCase{R"({"jsonrpc":"2.0","method":"m"})", MessageKind::kNotification},
        KindCase{R"({"jsonrpc":"2.0","id":null,"method":"m"})", MessageKind::kNotification},
        KindCase{R"({"jsonrpc":"2.0","id":1,"result":{}})", MessageKind::kResponse},
        KindCase{R"({"jsonrpc":"2.0","id":1,"result":null})", MessageKind::kResponse},
        KindCase{R"({"jsonrpc":"2.0","id":1,"error":{"code":1}})", MessageKind::kResponse},
        KindCase{R"({"jsonrpc":"2.0","error":{"code":1}})", MessageKind::kResponse},
        KindCase{R"({"id":1,"result":{},"error":null})", MessageKind::kResponse},
        KindCase{R"({"id":1,"result":null,"error":{}})", MessageKind::kResponse},
        KindCase{R"([{"jsonrpc":"2.0","id":1,"method":"m"}])", MessageKind::kBatch},
        KindCase{R"([])", MessageKind::kBatch}, KindCase{R"({})", MessageKind::kOther},
        KindCase{R"({"id":1})", MessageKind::kOther},
        KindCase{R"({"id":1,"method":"m","result":{}})", MessageKind::kAmbiguous},
        KindCase{R"({"id":1,"result":{},"error":{}})", MessageKind::kAmbiguous},
        KindCase{R"({"id":1,"id":2,"method":"m"})", MessageKind::kAmbiguous},
        KindCase{R"({"id":1,"result":{},"result":{"a":1}})", MessageKind::kAmbiguous},
        KindCase{R"({"id":1,"method":"m","params":{},"params":{}})", MessageKind::kAmbiguous},
        KindCase{R"("text")", MessageKind::kNotJson}, KindCase{R"(17)", MessageKind::kNotJson},
        KindCase{"INFO starting server", MessageKind::kNotJson},
        KindCase{R"({"id":1,"method":"m"} trailing)", MessageKind::kNotJson},
        KindCase{R"({"id":1,"method":"m",})", MessageKind::kNotJson},
        KindCase{"{\"id\":1,\"method\":\"\xff\"}", MessageKind::kNotJson},
        KindCase{"", MessageKind::kNotJson}));

TEST(Message, NestedDeeplyIsReadUpToTheBoundAndNeverCrashes) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(ReadMessage(deep).kind, MessageKind::kNotJson);
  const std::string fine = std::string(400, '[') + std::string(400, ']');
  EXPECT_EQ(ReadMessage(R"({"id":1,"result":)" + fine + "}").kind, MessageKind::kResponse);
}

struct MarkerCase {
  const char* line;
  bool marked;
};

TEST(Markers, AreFoundHoweverAStringIsEscaped) {
  const MarkerCase cases[] = {
      {R"({"payTo":1})", true},
      {R"({"pay\u0054o":1})", true},
      {R"({"p\u0061yTo":1})", true},
      {R"({"payto":1})", false},
      {R"({"result":{"isError":true,"structuredContent":{"x402Version":2}}})", true},
      {R"({"x4\u003002Version":2})", true},
      {R"({"x\u00340\u0032Version":2})", true},
      {R"({"text":"{\"x\\u00340\\u0032Version\":2}"})", true},
      {R"({"_meta":{"org.paymentauth/receipt":{}}})", true},
      {R"({"_meta":{"org.p\u0061ymentauth/receipt":{}}})", true},
      {R"({"_meta":{"org.\u0070aymentauth/receipt":{}}})", true},
      {R"({"error":{"code":-32402}})", true},
      {R"({"error":{"code":-32042}})", true},
      {R"({"error":{"code":402}})", true},
      {R"({"error":{"code":-324.02e2,"data":{"quote":{}}}})", true},
      {R"({"error":{"code":-3240.2e1,"data":{"\u0071uot\u0065":{}}}})", true},
      {R"({"_meta":{"payments\/receipt":{}}})", true},
      {R"({"_meta":{"\u0070ayments/payment":{}}})", true},
      {R"({"error":{"code":4.02e2}})", true},
      {R"({"error":{"code": -3.2402E+4}})", true},
      {"{\"error\":{\"code\":\r\n\t-324020000e-4}}", true},
      {R"({"error":{"code":-0.32042e5}})", true},
      {R"({"text":"{\"code\":\n4.02e2}"})", true},
      {R"({"text":"{\"code\":\u00204.02e2}"})", true},
      {R"({"text":"{\"code\":4\u002e02e2}"})", true},
      {R"({"text":"{\"code\":4.02e\u002b2}"})", true},
      {R"({"id":1,"result":{"content":[]}})", false},
      {R"({"text":"commit 0a3e5f9b1e7, 3 weeks, 1 e5, Ie5, 5e, 5e.1"})", false},
      {R"({"text":"\u00e9\n\"said\""})", false},
  };
  for (const MarkerCase& one : cases) EXPECT_EQ(HasMarker(one.line), one.marked) << one.line;
}

// Parts of markers and what stands around them, so that each is often nearly there, at every place
// of a step.
TEST(Markers, AreTheSameOnEveryProcessor) {
  if (ThisProcessor() == Processor::kAny) GTEST_SKIP() << "this processor has no AVX2";
  constexpr const char* kParts[] = {"402",    "40",      "3204",  "320", "3280",     "3",     "pay",
                                    "payTo",  "payment", "ment",  "quo", "te",       "quote", "sky",
                                    "fire",   "never",   "mined", "re",  "alm",      "\\u",   "003",
                                    "\\u005", "1e5",     "e+2",   "E",   "\xC3\xA9", " ",     ",",
                                    "bm",     "yd",      "word",  "{\"", "\":"};
  std::mt19937 random(20261207);
  size_t marked = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string line;
    for (size_t parts = random() % 24; parts > 0; --parts)
      line += kParts[random() % std::size(kParts)];
    line.insert(random() % (line.size() + 1), random() % 70, 'x');
    const bool any = HasMarker(line, Processor::kAny);
    ASSERT_EQ(any, HasMarker(line, Processor::kAvx2)) << line;
    marked += any ? 1 : 0;
  }
  EXPECT_GT(marked, 1'000U);
  EXPECT_LT(marked, 19'000U);
}

TEST(Markers, AreFoundAtEveryPlaceOfALineByEveryProcessor) {
  for (const Processor processor : {Processor::kAny, ThisProcessor()}) {
    for (const char* marker :
         {"402", "3204", "32803", "payment", "quote", "payTo", "skyfire", "nevermined", "realm",
          "\\u003", "\\u005", "\\u006", "\\u007", " 1e5"}) {
      for (size_t before = 0; before < 70; ++before) {
        for (const size_t behind : {0, 1, 31, 32, 64}) {
          const std::string line = std::string(before, ' ') + marker + std::string(behind, ' ');
          ASSERT_TRUE(HasMarker(line, processor)) << line;
        }
      }
    }
  }
}

TEST(ToolCall, KeepsTheExactBytesOfTheArguments) {
  const auto call = ReadToolCall(ReadMessage(
      R"({"id":1,"method":"tools/call","params":{"name":"a\u0062","arguments": {"n":1.0, "a":1,"a":2}}})"));
  ASSERT_TRUE(call.ok());
  EXPECT_EQ(call->name, "ab");
  EXPECT_EQ(call->arguments, R"({"n":1.0, "a":1,"a":2})");
}

TEST(ToolCall, ThatTwoReadersCouldReadDifferentlyIsNone) {
  for (const char* params : {R"([])", R"({})", R"({"name":1})", R"({"name":"a","name":"b"})",
                             R"({"name":"a","arguments":{},"arguments":{"x":1}})",
                             R"({"name":"a","_meta":{},"_meta":{}})", R"({"name":"a","_meta":"x"})",
                             R"({"name":"\ud800"})"}) {
    const std::string line =
        std::string(R"({"id":1,"method":"tools/call","params":)") + params + "}";
    EXPECT_FALSE(ReadToolCall(ReadMessage(line)).ok()) << line;
  }
  EXPECT_FALSE(ReadToolCall(ReadMessage(R"({"id":1,"method":"tools/call"})")).ok());
}

TEST(ProgressTokenOf, IsItsExactText) {
  EXPECT_EQ(
      ProgressToken(MetaOf(ReadMessage(R"({"params":{"_meta":{"progressToken":"t\u0031"}}})"))),
      R"("t\u0031")");
  EXPECT_EQ(ProgressToken(MetaOf(ReadMessage(R"({"params":{"_meta":{"progressToken":12}}})"))),
            "12");
  EXPECT_EQ(ProgressToken(MetaOf(ReadMessage(R"({"params":{"_meta":{"progressToken":{}}}})"))), "");
  EXPECT_EQ(ProgressToken(MetaOf(ReadMessage(R"({"params":{}})"))), "");
}

TEST(Revisions, ThatWereReleasedAreKnown) {
  for (const char* known :
       {"2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}) {
    EXPECT_TRUE(IsKnownRevision(known)) << known;
  }
  for (const char* unknown : {"2026-07-29", "2025-11-26", "", "DRAFT"}) {
    EXPECT_FALSE(IsKnownRevision(unknown)) << unknown;
  }
}

struct PartialCase {
  const char* head;
  const char* tail;
  const char* id;
  bool has_method;
  bool answers;
};

TEST(PartialMessage, TellsTheIdFromEitherEnd) {
  const PartialCase cases[] = {
      {R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"xxx)", "", "7", true, false},
      {R"({"method":"tools/call","params":{"a":"xxx)", R"(xx"}},"jsonrpc":"2.0","id":8})", "8",
       true, false},
      {R"({"result":{"content":[{"text":"xxx)", R"(xx"}]},"jsonrpc":"2.0","id":"a\"b"} )",
       R"("a\"b")", false, true},
      {R"({"jsonrpc":"2.0","id":"a,b","result":{"c)", R"(xx"]}})", R"("a,b")", false, true},
      {R"({"meta":{"id":3,"x":[1,{"id":4}]},"id":5,"result":"x)", "x\"}", "5", false, true},
      // A quoted "id" inside of a string is none.
      {R"({"result":"xxx)", R"(xx","x":"a\",\"id\":9"})", "", false, true},
      {R"({"result":"xxx)", R"(\",\"id\":9"})", "", false, true},
      {R"({"id":null,"result":"xxx)", "xx\"}", "", false, true},
      {R"({"id":[1],"result":"xxx)", "xx\"}", "", false, true},
      {"[[[[[[[[", "]]]]", "", false, false},
      {"", "", "", false, false},
      {"{", "}", "", false, false},
      {R"({"id)", R"(d":1)", "", false, false},
      {R"({"id":1)", "", "", false, false},
  };
  for (const PartialCase& one : cases) {
    const PartialMessage partial = ReadPartial(one.head, one.tail);
    EXPECT_EQ(partial.id, one.id) << one.head;
    EXPECT_EQ(partial.has_method, one.has_method) << one.head;
    EXPECT_EQ(partial.answers, one.answers) << one.head;
  }
}

}  // namespace
}  // namespace tollpass
