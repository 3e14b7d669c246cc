// Promise 5: the model sees none of it. Every field of every payment message carries a marker that
// is made anew in each run; whatever happens, none of them is in the bytes that the host saw.

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/interceptor/canaries.h"
#include "tests/interceptor/conversation.h"
#include "tests/interceptor/payment_shapes.h"

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

Json MakePaymentRequired(Canaries& canaries) {
  Json offer = {{"scheme", "exact"},
                {"network", "eip155:" + canaries.Digits()},
                {"amount", canaries.Digits()},
                {"asset", canaries.Word()},
                {"payTo", canaries.Word()},
                {"maxTimeoutSeconds", canaries.Number()},
                {"extra", {{"name", canaries.Word()}, {"version", canaries.Word()}}}};
  Json message = {
      {"x402Version", 2},
      {"error", canaries.Word()},
      {"resource",
       {{"url", canaries.Word()}, {"description", canaries.Word()}, {"tags", {canaries.Word()}}}},
      {"accepts", {offer, offer}},
      {"extensions", {{canaries.Word(), {{"info", {{"a", canaries.Word()}}}}}}}};
  canaries.Sow(message);
  return message;
}

Json MakeReceipt(Canaries& canaries, bool success) {
  Json receipt = {{"success", success},          {"transaction", canaries.Word()},
                  {"network", canaries.Word()},  {"payer", canaries.Word()},
                  {"amount", canaries.Digits()}, {"errorReason", canaries.Word()}};
  canaries.Sow(receipt);
  return receipt;
}

Json Text(const std::string& text) { return {{{"type", "text"}, {"text", text}}}; }

Json Response(const std::string& id, const Json& result) {
  return {{"jsonrpc", "2.0"}, {"id", Json::parse(id)}, {"result", result}};
}

// Every place where a payment message is recognised.
struct Shape {
  const char* name;
  std::function<Json(Canaries&)> member;  // {"result": …} or {"error": …}
};

Json Result(const Json& result) { return {{"result", result}}; }

// Those of tests/data/payment_shapes.json, and some that are easier made than written.
std::vector<Shape> MakeShapes() {
  std::vector<Shape> shapes = {
      {"structured",
       [](Canaries& c) {
         const Json message = MakePaymentRequired(c);
         return Result({{"isError", true},
                        {"structuredContent", message},
                        {"content", Text(message.dump())},
                        {"_meta", {{"trace", c.Word()}}}});
       }},
      {"first_text",
       [](Canaries& c) {
         return Result({{"isError", true}, {"content", Text(MakePaymentRequired(c).dump())}});
       }},
      {"later_text",
       [](Canaries& c) {
         Json content = Text(c.Word());
         content.push_back({{"type", "text"}, {"text", MakePaymentRequired(c).dump()}});
         return Result({{"isError", true}, {"content", content}});
       }},
      {"words_around_it",
       [](Canaries& c) {
         return Result({{"isError", true},
                        {"content", Text("Error: " + MakePaymentRequired(c).dump() + " end")}});
       }},
      {"malformed",
       [](Canaries& c) {
         Json message = MakePaymentRequired(c);
         message["accepts"] = c.Word();
         return Result({{"isError", true}, {"structuredContent", message}});
       }},
      {"too_many_offers",
       [](Canaries& c) {
         Json message = MakePaymentRequired(c);
         message["accepts"] = Json(40, message["accepts"][0]);
         return Result({{"isError", true}, {"structuredContent", message}});
       }},
      {"too_large",
       [](Canaries& c) {
         Json message = MakePaymentRequired(c);
         message["fill"] = std::string(kMaxChallengeBytes, 'x') + c.Word();
         return Result({{"isError", true}, {"structuredContent", message}});
       }},
  };
  for (const PaymentShape& shape : PaymentShapes()) {
    shapes.push_back({shape.name.c_str(), [&shape](Canaries& c) { return MakeAnswer(shape, c); }});
  }
  return shapes;
}

const std::vector<Shape>& Shapes() {
  static const std::vector<Shape> shapes = MakeShapes();
  return shapes;
}

Json Message(const std::string& id, const Json& member) {
  Json message = {{"jsonrpc", "2.0"}, {"id", Json::parse(id)}};
  message.update(member);
  return message;
}

class Promise5TheModelSeesNoneOfIt : public testing::TestWithParam<size_t> {
 protected:
  // The call goes out with a progress token, so that progress is told too, and is challenged.
  void CallAndChallenge(const std::string& id) {
    talk_.Host(ToolCallLine(id, "search", R"({"progressToken":)" + id + "}"));
    talk_.ToServer();
    talk_.Server(Message(id, shape_.member(canaries_)).dump());
    talk_.Asked();
  }

  void ExpectClosed(HostAnswer answer) {
    EXPECT_EQ(ClosedText(talk_.ToHost()), HostAnswerText(answer));
  }

  void TearDown() override {
    ExpectNoneIn(canaries_, talk_.HostSaw());
    EXPECT_EQ(talk_.HostSaw().find("402"), std::string::npos) << talk_.HostSaw();
    EXPECT_EQ(talk_.HostSaw().find("accepts"), std::string::npos);
  }

  const Shape& shape_ = Shapes()[GetParam()];
  Canaries canaries_;
  Conversation talk_;
};

INSTANTIATE_TEST_SUITE_P(Shapes, Promise5TheModelSeesNoneOfIt,
                         testing::Range<size_t>(0, Shapes().size()),
                         [](const testing::TestParamInfo<size_t>& shape) {
                           return Shapes()[shape.param].name;
                         });

TEST_P(Promise5TheModelSeesNoneOfIt, WhenTheCallIsDeclined) {
  CallAndChallenge("1");
  talk_.Kernel(Say(DecisionKind::kDecline));
  ExpectClosed(HostAnswer::kDeclined);
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenItIsUnavailable) {
  CallAndChallenge("1");
  talk_.Kernel(Say(DecisionKind::kUnavailable));
  ExpectClosed(HostAnswer::kUnavailable);
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenTheUserIsAskedAndDoesNotAnswer) {
  CallAndChallenge("1");
  talk_.Kernel(AskFor(6'000));
  talk_.Wait(250);
  talk_.Asked();
  talk_.Wait(5'000);
  EXPECT_EQ(At(talk_.ToHost(), "/method"), "\"notifications/progress\"");
  talk_.Kernel(AskFor(6'000));
  talk_.Wait(1'000);
  while (talk_.KernelWasAsked()) {
    talk_.Asked();
    talk_.Kernel(AskFor(6'000));
  }
  talk_.Wait(6'000);
  ExpectClosed(HostAnswer::kNeedsApproval);
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenThePaidCallSucceedsWithAReceipt) {
  CallAndChallenge("1");
  talk_.Kernel(PayWith());
  const std::string paid_id = IdOf(talk_.ToServer());
  Json result = {{"content", Text("sunny")},
                 {"_meta",
                  {{"x402/payment-response", MakeReceipt(canaries_, true)},
                   {"x402/payment", MakeReceipt(canaries_, true)},
                   {"org.paymentauth/receipt", MakeReceipt(canaries_, true)},
                   {"traceId", "t1"}}}};
  talk_.Server(Response(paid_id, result).dump());
  const std::string answer = talk_.ToHost();
  EXPECT_EQ(At(answer, "/result/content/0/text"), "\"sunny\"");
  EXPECT_EQ(At(answer, "/result/_meta"), R"({"traceId":"t1"})");
  EXPECT_EQ(IdOf(answer), "1");
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenTheSettlementFailed) {
  CallAndChallenge("1");
  talk_.Kernel(PayWith());
  const std::string paid_id = IdOf(talk_.ToServer());
  Json result = {{"content", Json::array()},
                 {"_meta", {{"x402/payment-response", MakeReceipt(canaries_, false)}}}};
  talk_.Server(Response(paid_id, result).dump());
  ExpectClosed(HostAnswer::kFailed);
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenThePaymentIsRefused) {
  CallAndChallenge("1");
  talk_.Kernel(PayWith());
  const std::string paid_id = IdOf(talk_.ToServer());
  talk_.Server(Message(paid_id, shape_.member(canaries_)).dump());
  ExpectClosed(HostAnswer::kFailed);
  EXPECT_EQ(talk_.HostSaw().find(paid_id), std::string::npos);
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenTheHostGivesUpAndTheResultComesLate) {
  CallAndChallenge("1");
  talk_.Kernel(PayWith("c1"));
  const std::string paid_id = IdOf(talk_.ToServer());
  talk_.Host(CancelLine("1"));
  talk_.ToServer();
  Json result = {{"content", Text("sunny")},
                 {"_meta", {{"x402/payment-response", MakeReceipt(canaries_, true)}}}};
  talk_.Server(Response(paid_id, result).dump());
  EXPECT_EQ(talk_.HostSaw(), "");
  CallAndChallenge("2");
  talk_.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(talk_.ToHost(),
            R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"sunny"}]}})");
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenTheServerEnds) {
  CallAndChallenge("1");
  CallAndChallenge("2");
  talk_.Kernel(PayWith());
  talk_.ToServer();
  talk_.ServerCloses();
  ExpectClosed(HostAnswer::kOutcomeUnknown);
  ExpectClosed(HostAnswer::kOutcomeUnknown);
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenNobodyAskedForIt) {
  talk_.Server(Message("999", shape_.member(canaries_)).dump());
  talk_.Server(Message("null", shape_.member(canaries_)).dump());
  talk_.Server("[" + Message("1", shape_.member(canaries_)).dump() + "]");
  EXPECT_EQ(talk_.HostSaw(), "");
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenItComesTwice) {
  talk_.Host(ToolCallLine("1"));
  talk_.ToServer();
  talk_.Server(ResultLine("1"));
  EXPECT_EQ(talk_.ToHost(), ResultLine("1"));
  talk_.Server(Message("1", shape_.member(canaries_)).dump());
  EXPECT_TRUE(talk_.Quiet());
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenAnotherMethodIsChallenged) {
  talk_.Host(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a"}})");
  talk_.ToServer();
  talk_.Server(Message("1", shape_.member(canaries_)).dump());
  EXPECT_EQ(At(talk_.ToHost(), "/error/code"), "-32603");
}

TEST_P(Promise5TheModelSeesNoneOfIt, WhenANotificationCarriesIt) {
  const Json carried = shape_.member(canaries_);
  for (const char* method : {"notifications/message", "notifications/vendor"}) {
    for (const Json& data : {Json(carried), Json(carried.dump()), Json({{"deep", {carried}}})}) {
      Json notification = {
          {"jsonrpc", "2.0"},
          {"method", method},
          {"params", {{"level", "error"}, {"data", data}, {"_meta", {{"traceId", "t1"}}}}}};
      notification["params"]["_meta"]["x402/payment-response"] = MakeReceipt(canaries_, true);
      talk_.Server(notification.dump());
      const std::string told = talk_.ToHost();
      EXPECT_EQ(At(told, "/params/level"), "\"error\"");
      EXPECT_EQ(At(told, "/params/data"), "\"[payment message removed]\"");
      EXPECT_EQ(At(told, "/params/_meta"), R"({"traceId":"t1"})");
    }
  }
}

TEST(Promise5TheModelSeesNoneOfIt, InAMemberThatIsThereTwice) {
  Conversation talk;
  Canaries canaries;
  const std::string message = MakePaymentRequired(canaries).dump();
  talk.Server(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":)" + message +
              R"(,"data":"fine"}})");
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(
      R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":{"a":1},"_meta":{"x402/payment-response":)" +
      MakeReceipt(canaries, true).dump() + "}}}");
  ExpectNoneIn(canaries, talk.HostSaw());
  EXPECT_EQ(At(talk.ToHost(), "/method"), "\"notifications/message\"");
  EXPECT_EQ(IdOf(talk.ToHost()), "1");
}

TEST(Promise5TheModelSeesNoneOfIt, InANotificationFromWhichItCannotBeTakenOut) {
  Conversation talk;
  Canaries canaries;
  const std::string message = MakePaymentRequired(canaries).dump();
  std::string line = R"({"jsonrpc":"2.0","method":"notifications/message","params":{)";
  for (int i = 0; i < 100; ++i) line.append("\"k" + std::to_string(i) + "\":" + message + ",");
  talk.Server(line + R"("level":"info"}})");
  talk.Server(R"({"jsonrpc":"2.0","method":"notifications/message","params":[)" + message + "]}");
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 2U);
  ExpectNoneIn(canaries, talk.HostSaw());
}

TEST(Promise5TheModelSeesNoneOfIt, HoweverItsKeysAreEscaped) {
  Conversation talk;
  Canaries canaries;
  std::string message = MakePaymentRequired(canaries).dump();
  message.replace(message.find("x402Version"), 11, R"(x\u0034\u00302\u0056ersion)");
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(R"({"jsonrpc":"2.0","id":1,"result":{"isErr\u006fr":true,"structured\u0043ontent":)" +
              message + "}}");
  EXPECT_FALSE(talk.Asked().request.challenge.offers.empty());
  talk.Kernel(Say(DecisionKind::kDecline));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));
  ExpectNoneIn(canaries, talk.HostSaw());
}

}  // namespace
}  // namespace tollpass
