// What a server says against a proof that it was given: the host hears of the payment only what it
// always hears, and of anything else the server's words.

#include "interceptor/payment_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

std::string Answer(const std::string& id, const std::string& member) {
  return R"({"jsonrpc":"2.0","id":)" + id + "," + member + "}";
}

std::string ToolError(const std::string& text) {
  return R"("result":{"isError":true,"content":[{"type":"text","text":")" + text + R"("}]})";
}

std::string Error(const std::string& message) {
  return R"("error":{"code":-32603,"message":")" + message + R"("})";
}

void ExpectWithheld(const std::string& member, HostAnswer answer) {
  Conversation talk;
  talk.Server(Answer(IdOf(talk.PaidCall("1")), member));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(answer)) << member;
  const Report report = talk.Concluded();
  EXPECT_EQ(report.outcome, Report::Outcome::kLost) << member;
  EXPECT_FALSE(report.answered);
  EXPECT_NE(report.server_text, "") << member;
  EXPECT_TRUE(talk.Quiet());
}

TEST(Promise5NoWordAgainstAProof, AboutThePaymentDoNotReachTheHost) {
  const std::string payee = At(OfferText(), "/payTo");
  const std::vector<std::string> members = {
      Error("facilitator rejected: payTo 0x2096 amount 1000"),
      Error("x402Version not supported"),
      Error("use EIP-3009"),
      R"("error":{"code":-32602,"message":"no","data":{"reason":"invalid_exact_evm_payload"}})",
      ToolError("cannot credit " + payee.substr(1, payee.size() - 2)),
      ToolError("{\\\"reason\\\":\\\"bad m\\\\u0061caroon\\\"}"),
  };
  for (const std::string& member : members) ExpectWithheld(member, HostAnswer::kFailed);
}

// A tool that handles money could say the same of its own work.
TEST(Promise5NoWordAgainstAProof, PerhapsAboutThePaymentLeaveTheOutcomeUnknown) {
  const std::vector<std::string> members = {
      Error("SETTLEMENT failed"),
      Error("402 Payment Required"),
      Error("payment_required"),
      R"("error":{"code":-32603,"message":"no","data":{"reason":"HTTP 402"}})",
      R"("error":{"code":-32603,"message":"no","data":{"reason":"insufficient_funds"}})",
      ToolError("Payment settlement failed: insufficient_funds"),
      ToolError("P\\u0061yment processing failed"),
      ToolError("needs 10000, got 9999."),
      ToolError("a payment of 10000"),
      ToolError("{\\\"reason\\\":\\\"p\\\\u0061yment\\\"}"),
  };
  for (const std::string& member : members) ExpectWithheld(member, HostAnswer::kOutcomeUnknown);
}

TEST(Promise5NoWordAgainstAProof, AboutAnythingElsePassAsTheyAre) {
  for (const std::string& member :
       {Error("no disk"), Error("line 4021: took 110000 ms"), ToolError("city not found"),
        ToolError("Request timed out after 1000 ms {x}"), ToolError("not authorized"),
        // The amount, 402, and words of money by themselves.
        Error("Request timed out after 10000 ms"), ToolError("limit must be <= 10000"),
        Error("payment_method is required"), ToolError("payment method is required"),
        ToolError("Room 402 is not free"), ToolError("Settlers of Catan: not found"),
        ToolError("card declined: insufficient funds"), ToolError("no such payment"),
        ToolError("{\\\"line\\\":402,\\\"payment\\\":\\\"pi_1\\\",\\\"required\\\":true}"),
        ToolError("tx 0x402a1f not found"),
        std::string(R"("error":{"code":-32602,"message":"failed","data":{"payment":"pi_1"}})")}) {
    Conversation talk;
    talk.Server(Answer(IdOf(talk.PaidCall("1")), member));
    EXPECT_EQ(talk.ToHost(), Answer("1", member));
    EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  }
}

// Nested so that every level would be read again.
TEST(Promise5NoWordAgainstAProof, AreLookedForWithinBounds) {
  const std::string deep = R"("error":{"code":-1,"message":"m","data":)" + std::string(400, '[') +
                           "\"" + std::string(200'000, 'p') + "\"" + std::string(400, ']') + "}";
  ExpectWithheld(deep, HostAnswer::kOutcomeUnknown);
  ExpectWithheld(ToolError("p" + std::string(64, '\\')), HostAnswer::kOutcomeUnknown);
}

TEST(Promise5NoWordAgainstAProof, OfAResultOrBesideAGoodReceiptAreTheTools) {
  const std::string result =
      R"("result":{"content":[{"type":"text","text":"payment of 10000 settled"}]})";
  Conversation talk;
  talk.Server(Answer(IdOf(talk.PaidCall("1")), result));
  EXPECT_EQ(talk.ToHost(), Answer("1", result));
  talk.Server(Answer(
      IdOf(talk.PaidCall("2", "c2")),
      R"("result":{"isError":true,"content":[{"type":"text","text":"no payment found"}],"_meta":{"x402/payment-response":{"success":true,"transaction":"0x1","network":"eip155:84532"}}})"));
  EXPECT_EQ(talk.ToHost(), Answer("2", ToolError("no payment found")));
}

TEST(Promise5NoWordAgainstAProof, ThatMayHaveBeenUsedBeforeLeaveTheOutcomeUnknown) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(RepeatOf());
  talk.Server(Answer(IdOf(talk.ToServer()), ToolError("payment already processed")));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
}

}  // namespace
}  // namespace tollpass
