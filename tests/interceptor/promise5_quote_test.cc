// Promise 5 for quotes in errors: every member of every quote, proof and receipt carries a marker
// that is made anew in each run; whatever happens, none of them is in the bytes that the host saw.

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/interceptor/canaries.h"
#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

Json MakeQuote(Canaries& canaries) {
  Json quote = {{"protocol", "local.mcp-quote"}, {"version", "1"}, {"type", "quote"}};
  for (const char* member :
       {"quote_id", "issuer", "tool", "args_digest", "asset", "payee", "rail", "nonce"}) {
    quote[member] = canaries.Word();
  }
  for (const char* member : {"decimals", "issued_at", "expires_at"}) {
    quote[member] = canaries.Number();
  }
  quote["amount"] = canaries.Digits();
  quote["sig"] = {{"alg", canaries.Word()}, {"kid", canaries.Word()}, {"value", canaries.Word()}};
  canaries.Sow(quote);
  return quote;
}

Json MakeReceipt(Canaries& canaries) {
  Json receipt = {{"protocol", "local.mcp-quote"}, {"version", "1"}, {"type", "receipt"}};
  for (const char* member : {"receipt_id", "payment_id", "quote_digest", "proof_digest", "asset",
                             "payee", "reference", "issuer", "result_digest"}) {
    receipt[member] = canaries.Word();
  }
  receipt["status"] = "settled";
  receipt["amount"] = canaries.Digits();
  receipt["settled_at"] = canaries.Number();
  receipt["sig"] = {{"alg", canaries.Word()}, {"kid", canaries.Word()}, {"value", canaries.Word()}};
  canaries.Sow(receipt);
  return receipt;
}

Json Error(Canaries& canaries, Json data, int64_t code = -32402) {
  return {{"error", {{"code", code}, {"message", canaries.Word()}, {"data", std::move(data)}}}};
}

Json Text(const std::string& text) { return {{{"type", "text"}, {"text", text}}}; }

// Every place where a quote is recognised.
struct Shape {
  const char* name;
  std::function<Json(Canaries&)> member;  // {"result": …} or {"error": …}
};

const std::vector<Shape>& Shapes() {
  static const std::vector<Shape> shapes = {
      {"quote",
       [](Canaries& c) {
         return Error(c, {{"quote", MakeQuote(c)}, {c.Word(), c.Word()}});
       }},
      {"another_protocol",
       [](Canaries& c) {
         Json quote = MakeQuote(c);
         quote["protocol"] = c.Word();
         quote["version"] = c.Word();
         return Error(c, {{"quote", quote}});
       }},
      {"no_object",
       [](Canaries& c) {
         return Error(c, {{"quote", c.Word()}});
       }},
      {"another_code",
       [](Canaries& c) {
         return Error(c, {{"quote", MakeQuote(c)}}, -32000);
       }},
      {"as_a_text",
       [](Canaries& c) {
         return Error(c, {{"details", MakeQuote(c).dump()}}, -32000);
       }},
      {"in_a_tool_error",
       [](Canaries& c) {
         const Json error = Error(c, {{"quote", MakeQuote(c)}})["error"];
         return Json{{"result",
                      {{"isError", true}, {"content", Text("Error executing: " + error.dump())}}}};
       }},
      {"too_large",
       [](Canaries& c) {
         Json quote = MakeQuote(c);
         quote["fill"] = std::string(kMaxChallengeBytes, 'x') + c.Word();
         return Error(c, {{"quote", quote}});
       }},
  };
  return shapes;
}

Json MessageWith(const std::string& id, const Json& member) {
  Json message = {{"jsonrpc", "2.0"}, {"id", Json::parse(id)}};
  message.update(member);
  return message;
}

class Promise5TheModelSeesNoQuote : public testing::TestWithParam<size_t> {
 protected:
  void CallAndChallenge(const std::string& id) {
    talk_.Host(ToolCallLine(id, "search", R"({"progressToken":)" + id + "}"));
    talk_.ToServer();
    talk_.Server(MessageWith(id, shape_.member(canaries_)).dump());
    talk_.Asked();
  }

  /// Returns the id under which the server knows the paid attempt.
  std::string Pay() {
    Decision pay = PayWith();
    pay.proof.dialect = "mcp-quote";
    pay.proof.payload = MakeReceipt(canaries_).dump();
    talk_.Kernel(pay);
    return IdOf(talk_.ToServer());
  }

  void ExpectClosed(HostAnswer answer) {
    EXPECT_EQ(ClosedText(talk_.ToHost()), HostAnswerText(answer));
  }

  void TearDown() override {
    ExpectNoneIn(canaries_, talk_.HostSaw());
    for (const char* part : {"402", "quote", "payments/"}) {
      EXPECT_EQ(talk_.HostSaw().find(part), std::string::npos) << talk_.HostSaw();
    }
  }

  const Shape& shape_ = Shapes()[GetParam()];
  Canaries canaries_;
  Conversation talk_;
};

INSTANTIATE_TEST_SUITE_P(Shapes, Promise5TheModelSeesNoQuote,
                         testing::Range<size_t>(0, Shapes().size()),
                         [](const testing::TestParamInfo<size_t>& shape) {
                           return Shapes()[shape.param].name;
                         });

TEST_P(Promise5TheModelSeesNoQuote, WhenTheCallIsDeclinedOrUnavailable) {
  CallAndChallenge("1");
  talk_.Kernel(Say(DecisionKind::kDecline));
  ExpectClosed(HostAnswer::kDeclined);
  CallAndChallenge("2");
  talk_.Kernel(Say(DecisionKind::kUnavailable));
  ExpectClosed(HostAnswer::kUnavailable);
}

TEST_P(Promise5TheModelSeesNoQuote, WhenTheUserIsAskedAndDoesNotAnswer) {
  CallAndChallenge("1");
  talk_.Kernel(AskFor(500));
  talk_.Wait(250);
  talk_.Asked();
  talk_.Kernel(AskFor(500));
  talk_.Wait(500);
  ExpectClosed(HostAnswer::kNeedsApproval);
}

TEST_P(Promise5TheModelSeesNoQuote, WhenThePaidCallSucceedsWithAReceipt) {
  CallAndChallenge("1");
  const std::string paid_id = Pay();
  const Json result = {{"content", Text("sunny")},
                       {"_meta",
                        {{"payments/receipt", MakeReceipt(canaries_)},
                         {"payments/payment", MakeReceipt(canaries_)},
                         {"traceId", "t1"}}}};
  talk_.Server(MessageWith(paid_id, {{"result", result}}).dump());
  const std::string answer = talk_.ToHost();
  EXPECT_EQ(At(answer, "/result/content/0/text"), "\"sunny\"");
  EXPECT_EQ(At(answer, "/result/_meta"), R"({"traceId":"t1"})");
  EXPECT_EQ(IdOf(answer), "1");
}

TEST_P(Promise5TheModelSeesNoQuote, WhenThePaidCallFailsWithAReceipt) {
  CallAndChallenge("1");
  const std::string paid_id = Pay();
  const Json data = {{"payments/receipt", MakeReceipt(canaries_)},
                     {"_meta", {{"payments/receipt", MakeReceipt(canaries_)}}},
                     {"line", 7}};
  talk_.Server(
      MessageWith(paid_id,
                  {{"error", {{"code", -32000}, {"message", "no weather"}, {"data", data}}}})
          .dump());
  EXPECT_EQ(
      talk_.ToHost(),
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no weather","data":{"line":7}}})");
}

TEST_P(Promise5TheModelSeesNoQuote, WhenThePaymentIsRefused) {
  CallAndChallenge("1");
  const std::string paid_id = Pay();
  talk_.Server(MessageWith(paid_id, shape_.member(canaries_)).dump());
  ExpectClosed(HostAnswer::kFailed);
}

TEST_P(Promise5TheModelSeesNoQuote, WhenTheHostGivesUpAndTheResultComesLate) {
  CallAndChallenge("1");
  const std::string paid_id = Pay();
  talk_.Host(CancelLine("1"));
  talk_.ToServer();
  const Json result = {{"content", Text("sunny")},
                       {"_meta", {{"payments/receipt", MakeReceipt(canaries_)}}}};
  talk_.Server(MessageWith(paid_id, {{"result", result}}).dump());
  EXPECT_EQ(talk_.HostSaw(), "");
  CallAndChallenge("2");
  talk_.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(talk_.ToHost(),
            R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"sunny"}]}})");
}

TEST_P(Promise5TheModelSeesNoQuote, WhenTheServerEnds) {
  CallAndChallenge("1");
  CallAndChallenge("2");
  Pay();
  talk_.ServerCloses();
  ExpectClosed(HostAnswer::kOutcomeUnknown);
  ExpectClosed(HostAnswer::kOutcomeUnknown);
}

TEST_P(Promise5TheModelSeesNoQuote, WhenNobodyAskedForIt) {
  talk_.Server(MessageWith("999", shape_.member(canaries_)).dump());
  talk_.Server(MessageWith("null", shape_.member(canaries_)).dump());
  talk_.Server("[" + MessageWith("1", shape_.member(canaries_)).dump() + "]");
  EXPECT_EQ(talk_.HostSaw(), "");
}

TEST_P(Promise5TheModelSeesNoQuote, WhenAnotherMethodIsChallenged) {
  talk_.Host(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a"}})");
  talk_.ToServer();
  talk_.Server(MessageWith("1", shape_.member(canaries_)).dump());
  EXPECT_EQ(At(talk_.ToHost(), "/error/code"), "-32603");
}

TEST_P(Promise5TheModelSeesNoQuote, WhenANotificationCarriesIt) {
  const Json carried = shape_.member(canaries_);
  for (const Json& data : {carried, Json(carried.dump()), Json({{"deep", {carried}}}),
                           Json({{"payments/receipt", MakeReceipt(canaries_)}}),
                           Json(MakeReceipt(canaries_).dump())}) {
    const Json meta = {{"traceId", "t1"}, {"payments/receipt", MakeReceipt(canaries_)}};
    talk_.Server(Json{{"jsonrpc", "2.0"},
                      {"method", "notifications/message"},
                      {"params", {{"level", "error"}, {"data", data}, {"_meta", meta}}}}
                     .dump());
    const std::string told = talk_.ToHost();
    EXPECT_EQ(At(told, "/params/data"), "\"[payment message removed]\"");
    EXPECT_EQ(At(told, "/params/_meta"), R"({"traceId":"t1"})");
  }
}

TEST(Promise5TheModelSeesNoQuote, HoweverTheCodeIsWritten) {
  for (const char* code : {"-32402", "-32402.0", "-3.2402e4", "-3.2402E+4", "-324.02e2",
                           "-3240.2e1", "-32.402e3", "-324020e-1", "-0.32402e5"}) {
    Conversation talk;
    Canaries canaries;
    Json error = Error(canaries, {{"quote", {{"amount", canaries.Digits()}}}})["error"];
    std::string line = MessageWith("1", {{"error", error}}).dump();
    line.replace(line.find("-32402"), 6, code);
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(line);
    EXPECT_EQ(talk.Asked().request.challenge.offers.size(), 1U) << code;
    talk.Kernel(Say(DecisionKind::kDecline));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));
    ExpectNoneIn(canaries, talk.HostSaw());
  }
}

TEST(Promise5TheModelSeesNoQuote, HoweverItsKeysAreEscaped) {
  for (const char* key : {R"(\u0071uote)", R"(quot\u0065)", R"(qu\u006fte)"}) {
    Conversation talk;
    Canaries canaries;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(R"({"jsonrpc":"2.0","id":1,"error":{"code":-324.02e2,"message":"","data":{")" +
                std::string(key) + R"(":{"amount":")" + canaries.Digits() + R"("}}}})");
    EXPECT_EQ(talk.Asked().request.challenge.offers.size(), 1U) << key;
    talk.Kernel(Say(DecisionKind::kDecline));
    ExpectNoneIn(canaries, talk.HostSaw());
  }
  for (const char* key :
       {R"(payments\/receipt)", R"(\u0070ayments/receipt)", R"(payments\u002freceipt)"}) {
    Conversation talk;
    Canaries canaries;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":{")" + std::string(key) +
                R"(":")" + canaries.Word() + R"("}}})");
    EXPECT_EQ(talk.ToHost(), R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})") << key;
    ExpectNoneIn(canaries, talk.HostSaw());
  }
}

}  // namespace
}  // namespace tollpass
