// Every way in which servers are known to ask for money: recognised, whoever wrote it down and
// however, and answered without a word of it. What is none of them passes as the same bytes.

#include "tests/interceptor/payment_shapes.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "interceptor/dialects/dialect.h"
#include "interceptor/mcp/markers.h"
#include "tests/interceptor/conversation.h"
#include "tests/interceptor/odd_spelling.h"

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

std::string ResponseTo(const std::string& id, const Json& answer) {
  Json message = {{"jsonrpc", "2.0"}, {"id", Json::parse(id)}};
  message.update(answer);
  return message.dump();
}

std::string CodeOf(const std::optional<Reason>& reason) {
  return reason ? std::string(ReasonCode(*reason)) : "";
}

class Shapes : public testing::TestWithParam<PaymentShape> {
 protected:
  Canaries canaries_;
  const std::string response_ = ResponseTo("1", MakeAnswer(GetParam(), canaries_));
};

INSTANTIATE_TEST_SUITE_P(File, Shapes, testing::ValuesIn(PaymentShapes()),
                         [](const testing::TestParamInfo<PaymentShape>& shape) {
                           return shape.param.name;
                         });

TEST_P(Shapes, AreReadByOneDialectAndPaidOnlyIfItSaysSo) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(response_);
  EXPECT_EQ(talk.HostSaw(), "");
  const Challenge challenge = talk.Asked().request.challenge;
  EXPECT_EQ(challenge.dialect, GetParam().dialect);
  EXPECT_EQ(CodeOf(challenge.defect), GetParam().reason);
  EXPECT_EQ(challenge.offers.empty(), !GetParam().payable);
  talk.Kernel(Say(DecisionKind::kUnavailable));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_EQ(talk.ToServer(), "(nothing)");
  ExpectNoneIn(canaries_, talk.HostSaw());
}

TEST_P(Shapes, RefuseAPaymentOfWhateverFormTheFirstDemandHad) {
  for (const char* dialect : {"x402-v1", "x402-v2"}) {
    Conversation talk;
    talk.CallAndChallenge("1");
    Decision decision = PayWith();
    decision.proof.dialect = dialect;
    talk.Kernel(decision);
    const std::string paid_id = IdOf(talk.ToServer());
    talk.Server(ResponseTo(paid_id, MakeAnswer(GetParam(), canaries_)));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
    EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kRefused);
    EXPECT_TRUE(talk.Quiet());
    ExpectNoneIn(canaries_, talk.HostSaw());
  }
}

// The marker scan picks it, and the same dialect reads it.
TEST_P(Shapes, AreKnownHoweverTheyAreSpelled) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  for (int round = 0; round < 12; ++round) {
    const std::string answer = SpelledOddly(MakeAnswer(GetParam(), canaries_).dump(), random);
    ASSERT_TRUE(Json::accept(answer)) << "seed " << seed << ": " << answer;
    const std::string odd = R"({"jsonrpc":"2.0","id":1,)" + answer.substr(1);
    ASSERT_TRUE(HasMarker(odd)) << "seed " << seed << ": " << odd;
    Conversation talk;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(odd);
    ASSERT_TRUE(talk.KernelWasAsked()) << "seed " << seed << ": " << odd;
    const Challenge challenge = talk.Asked().request.challenge;
    ASSERT_EQ(challenge.dialect, GetParam().dialect) << "seed " << seed << ": " << odd;
    ASSERT_EQ(CodeOf(challenge.defect), GetParam().reason) << "seed " << seed << ": " << odd;
  }
}

TEST(Shapes, OfEveryDialectAreInTheFile) {
  std::set<std::string> in_file = {"nevermined"};  // receipts only
  for (const PaymentShape& shape : PaymentShapes()) in_file.insert(shape.dialect);
  std::set<std::string> of_build;
  for (const auto& dialect : MakeDialects()) of_build.emplace(dialect->traits().name);
  EXPECT_EQ(in_file, of_build);
}

// Answers that look a little like a demand.
TEST(Shapes, ThatAreNonePassAsTheSameBytes) {
  const std::vector<std::string> answers = {
      // URL elicitation, in both generations of MCP.
      R"("error":{"code":-32042,"message":"MCP error -32042: Open URL","data":{"elicitations":[{"mode":"url","elicitationId":"e","url":"https://example.test/pay","message":"Pay 5 USD"}]}})",
      R"("error":{"code":-32042,"message":"Open","data":{"challenges":[],"elicitations":[{"mode":"url","url":"u"}]}})",
      R"("result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","url":"https://example.test/payment"}}},"requestState":"s"})",
      // The numbers alone, and their other uses.
      R"("error":{"code":-32402,"message":"Payment required"})",
      R"("error":{"code":-32402,"message":"MCP error -32402: Payment required","data":null})",
      R"("error":{"code":-32402,"message":"step up","data":{"acr_values":"mfa","challenges":["otp"]}})",
      R"("error":{"code":-32402,"message":"device","data":{"device":"lamp","state":"busy"}})",
      R"("error":{"code":-32042,"message":"m","data":{}})",
      R"("error":{"code":-32043,"message":"m"})",
      R"("error":{"code":-32001,"message":"Request timed out","data":{"timeout":60000}})",
      R"("error":{"code":402,"message":"m","data":{"status":402}})",
      R"("error":{"code":-32000,"message":"upstream said 402 Payment Required"})",
      // Words.
      R"("result":{"isError":true,"content":[{"type":"text","text":"MCP error -32001: Request timed out after 402 ms"}]})",
      R"("result":{"isError":true,"content":[{"type":"text","text":"MCP error -32603: payment of 5 USD failed"}]})",
      R"("result":{"isError":true,"content":[{"type":"text","text":"payment of 5 USD failed"}]})",
      R"("result":{"content":[{"type":"text","text":"MCP error -32402: is what servers say"}]})",
      R"("result":{"content":[{"type":"text","text":"{\"x402Version\":2,\"accepts\":[]}"}],"structuredContent":{"challenges":[{"id":"a","realm":"b","method":"c","intent":"d","request":{}}]}})",
      R"("result":{"isError":false,"content":[{"type":"text","text":"set skyfire-pay-id"}]})",
      R"("result":{"isError":null,"content":[],"structuredContent":{"x402Version":2,"accepts":[]}})",
      R"("result":{"isError":true,"content":[{"type":"text","text":"{\"error\":\"MCP error -32001: Request timed out\",\"tool\":\"create_payment\"}"}]})",
      // An entry of a catalogue of x402 servers.
      R"("result":{"content":[],"structuredContent":{"resource":"https://a.test/b","type":"http","x402Version":1,"accepts":[{"payTo":"p"}],"lastUpdated":"2026-11-30"}})",
      // Data of tools that handle money.
      R"("result":{"isError":true,"content":[{"type":"text","text":"cannot save {\"code\":\"E7\",\"quote\":{\"total\":9},\"payment_instructions\":\"Net 30 days\"}"}]})",
      R"("result":{"content":[],"structuredContent":{"nevermined/payments":{"stars":3},"l402/awesome":{"stars":4}}})",
      R"("result":{"isError":true,"content":[{"type":"text","text":"{\"invoice\":7,\"payment_instructions\":\"Net 30 days\"}"}]})",
      R"("result":{"isError":true,"content":[],"structuredContent":{"paymentRequirements":["bank transfer"],"paymentRequired":true}})",
      R"("result":{"isError":true,"content":[{"type":"text","text":"book failed: {\"paymentRequired\":true,\"paymentRequirements\":{\"amount\":500,\"due\":\"2027-01-01\"}}"}]})",
      R"("result":{"isError":true,"content":[],"structuredContent":{"methods":{"l402":false,"card":true},"routes":{"payments/list":4}}})",
      R"("error":{"code":402,"message":"card_declined","data":{"payment":"pi_1","amount":1200,"price":"p_1","invoice":"in_1"}})",
      R"("error":{"code":-32001,"message":"not found","data":{"payment":"pi_1"}})",
      R"("result":{"content":[{"type":"text","text":"an offer"}],"x402Version":2,"accepts":[{"payTo":"p"}]})",
      R"("result":{"content":[],"structuredContent":{"accepts":[{"scheme":"exact","payTo":"p"}]}})",
      R"("result":{"isError":true,"content":[],"structuredContent":{"accepts":["text/plain"],"payTo":"p"}})",
      R"("result":{"content":[],"structuredContent":{"payment_id":"p","payment_url":"u","payment":{"protocol":"sepa"}}})",
      R"("result":{"isError":true,"content":[],"structuredContent":{"payment_id":"p","amount":"5"}})",
      R"("result":{"resultType":"complete","content":[],"_meta":{"payment":{"protocol":"x"},"xx402/payment":1}})",
  };
  for (const std::string& answer : answers) {
    Conversation talk;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    const std::string line = R"({"jsonrpc":"2.0","id":1,)" + answer + "}";
    talk.Server(line);
    EXPECT_EQ(talk.ToHost(), line);
    EXPECT_TRUE(talk.Quiet()) << line;
  }
}

}  // namespace
}  // namespace tollpass
