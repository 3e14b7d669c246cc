// Faults of other payers of x402 that their users reported, each shown not to happen here: what
// concerns messages. What concerns money: tests/wallet/payer_faults_test.cc. Named by kind; the
// reports stand in the comments, as repository#number on GitHub, x402 for x402-foundation/x402.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A call is answered by `member`, a "result" or an "error" with its value.
AuthorizeRequest AskedAfter(Conversation& talk, std::string_view member) {
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(R"({"jsonrpc":"2.0","id":1,)" + std::string(member) + "}");
  return talk.Asked().request;
}

std::string Structured(const std::string& payment_required) {
  return R"("result":{"isError":true,"content":[],"structuredContent":)" + payment_required + "}";
}

std::string RequiredWith(std::string_view accepts, std::string_view more = "") {
  return R"({"x402Version":2,"resource":{"url":"mcp://tool/search"},"accepts":[)" +
         std::string(accepts) + "]" + std::string(more) + "}";
}

// x402#3149: the receipt was looked for under a name that the wire does not have.
TEST(PayerFaults, TheReceiptIsReadFromTheWire) {
  Conversation talk;
  talk.Server(ReceiptLine(IdOf(talk.PaidCall("1", "c1"))));
  const Report report = talk.Concluded();
  ASSERT_TRUE(report.receipt.has_value());
  EXPECT_EQ(report.receipt->transaction, "0xab");
}

// x402#2387, #2238, #3482, #3508: what the server said of a payment did not reach the scheme.
TEST(PayerFaults, ReceiptsAndRefusalsReachTheKernel) {
  Conversation paid;
  paid.Server(ReceiptLine(IdOf(paid.PaidCall("1", "c1"))));
  EXPECT_NE(paid.Concluded().receipt->verbatim, "");
  Conversation refused;
  refused.Server(ChallengeLine(IdOf(refused.PaidCall("1", "c2"))));
  const Report report = refused.Concluded();
  EXPECT_EQ(report.charge_id, "c2");
  EXPECT_EQ(report.outcome, Report::Outcome::kRefused);
  EXPECT_EQ(report.server_text, "Payment required");
}

// x402#1728, #1876: a demand in a JSON-RPC error was not seen, and the call just failed.
TEST(PayerFaults, ADemandInAnErrorIsRecognised) {
  for (const char* code : {"402", "-32042"}) {
    for (const char* format : {R"("data":%)", R"("data":{"x402":%})"}) {
      Conversation talk;
      std::string data = format;
      data.replace(data.find('%'), 1, PaymentRequired());
      AskedAfter(talk,
                 R"("error":{"code":)" + std::string(code) + R"(,"message":"pay",)" + data + "}");
      talk.Kernel(Say(DecisionKind::kDecline));
      EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));
      EXPECT_THAT(talk.HostSaw(), Not(HasSubstr("accepts")));
    }
  }
}

// x402#3033: after a refusal another demand, with other terms, was signed without asking.
TEST(PayerFaults, ASecondDemandIsNeverASecondQuestion) {
  Conversation talk;
  std::string dearer = ChallengeLine(IdOf(talk.PaidCall("1", "c1")));
  dearer.replace(dearer.find("\"10000\""), 7, "\"90000\"");
  talk.Server(dearer);
  EXPECT_FALSE(talk.KernelWasAsked());
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
  EXPECT_EQ(talk.ToServer(), "(nothing)");
}

// x402#3060, #2356: a result with a failed settlement counted as paid.
TEST(PayerFaults, AFailedSettlementIsToldAsOneThoughTheToolAnswered) {
  Conversation talk;
  talk.Server(ReceiptLine(IdOf(talk.PaidCall("1", "c1")), "found", false));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "found"));
  EXPECT_FALSE(talk.Concluded().receipt->success);
}

// x402#2553: demands of version 1 were ignored.
TEST(PayerFaults, BothVersionsAreRead) {
  Conversation talk;
  const AuthorizeRequest request = AskedAfter(
      talk, Structured(R"({"x402Version":1,"error":"pay","accepts":[{"scheme":"exact",)"
                       R"("network":"base-sepolia","maxAmountRequired":"10000","asset":"0x1",)"
                       R"("payTo":"0x2","resource":"mcp://tool/search","description":"d",)"
                       R"("maxTimeoutSeconds":60}]})"));
  EXPECT_EQ(request.challenge.dialect, "x402-v1");
  ASSERT_EQ(request.challenge.offers.size(), 1U);
  EXPECT_EQ(request.challenge.offers[0].network, "eip155:84532");
}

// In a Python client's payments: members without a value went out as null, and facilitators
// refused.
TEST(PayerFaults, WhatIsNotThereIsLeftOut) {
  Conversation talk;
  talk.CallAndChallenge("1");
  Decision decision = PayWith();
  decision.proof.resource.clear();
  talk.Kernel(decision);
  EXPECT_THAT(talk.ToServer(), Not(HasSubstr("null")));
}

// x402#2653: the extensions of an earlier demand were echoed.
TEST(PayerFaults, EachCallCarriesTheExtensionsOfItsOwnDemand) {
  Conversation talk;
  for (const char* nonce : {"n1", "n2"}) {
    const std::string extensions =
        R"({"offers":{"info":{"nonce":")" + std::string(nonce) + R"("}}})";
    talk.Host(ToolCallLine("\"" + std::string(nonce) + "\""));
    talk.ToServer();
    talk.Server(R"({"jsonrpc":"2.0","id":")" + std::string(nonce) + R"(",)" +
                Structured(RequiredWith(OfferText(), R"(,"extensions":)" + extensions)) + "}");
    EXPECT_EQ(talk.Asked().request.challenge.extensions, extensions);
  }
}

// open-wallet-standard/core#196, PayAINetwork/x402-solana#40, micro/mu#1496: resource and
// extensions were not echoed.
TEST(PayerFaults, ResourceAndExtensionsAreEchoed) {
  Conversation talk;
  talk.CallAndChallenge("1");
  Decision decision = PayWith();
  decision.proof.extensions = R"({"bazaar":{"info":{"a":1.0}}})";
  talk.Kernel(decision);
  const std::string paid = talk.ToServer();
  EXPECT_EQ(At(paid, "/params/_meta/x402~1payment/resource/url"), "\"mcp://tool/search\"");
  EXPECT_THAT(paid, HasSubstr(decision.proof.extensions));
}

// apify/mcpc#343: the payment was put where only some requests have a body.
TEST(PayerFaults, ThePaidAttemptHasThePaymentAndEverythingElse) {
  Conversation talk;
  const std::string call = ToolCallLine("1", "search", R"({"progressToken":"p","x":1.0})");
  talk.Host(call);
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid = talk.ToServer();
  EXPECT_EQ(At(paid, "/params/arguments"), At(call, "/params/arguments"));
  EXPECT_EQ(At(paid, "/params/_meta/x"), "1.0");
  EXPECT_NE(At(paid, "/params/_meta/x402~1payment"), "(absent)");
}

// modelcontextprotocol/typescript-sdk#2748 in payers: a paid tool with an output schema could not
// be paid, because the demand was held to that schema first.
TEST(PayerFaults, ADemandIsSeenBeforeAnybodyHoldsItToAnOutputSchema) {
  Conversation talk;
  talk.PaidCall("1", "c1");
  EXPECT_EQ(talk.HostSaw(), "");
}

// A payer burnt a signature on a server that takes payments in another encoding only.
TEST(PayerFaults, NothingIsOfferedToSignForAFormThatCannotBePaid) {
  Conversation talk;
  const AuthorizeRequest request =
      AskedAfter(talk, R"("result":{"isError":true,"content":[{"type":"text","text":"pay"}],)"
                       R"("_meta":{"x402/error":)" +
                           std::string(PaymentRequired()) + "}}");
  EXPECT_TRUE(request.challenge.defect.has_value());
  talk.Kernel(Say(DecisionKind::kDecline));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));
}

// One entry that could not be read made all others unreadable.
TEST(PayerFaults, AnEntryThatCannotBeReadLeavesTheOthers) {
  Conversation talk;
  std::string number(OfferText());
  number.replace(number.find("\"10000\""), 7, "10000");
  const AuthorizeRequest request =
      AskedAfter(talk, Structured(RequiredWith(number + "," + std::string(OfferText()))));
  ASSERT_EQ(request.challenge.offers.size(), 2U);
  EXPECT_TRUE(request.challenge.offers[0].defect.has_value());
  EXPECT_FALSE(request.challenge.offers[1].defect.has_value());
  EXPECT_FALSE(request.challenge.defect.has_value());
}

// x402#3072: an address to pay at in the browser is a question to the user, not a demand.
TEST(PayerFaults, AQuestionToTheUserPassesAsItIs) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  const std::string question =
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"open","data":{"elicitations":)"
      R"([{"mode":"url","url":"https://pay.example/1","elicitationId":"e","message":"m"}]}}})";
  talk.Server(question);
  EXPECT_EQ(talk.ToHost(), question);
}

/// A report that says nothing of this interceptor.
struct Elsewhere {
  const char* name;
  const char* why;
};

class PayerFaultsElsewhere : public testing::TestWithParam<Elsewhere> {};

TEST_P(PayerFaultsElsewhere, AreNotRun) { GTEST_SKIP() << GetParam().why; }

INSTANTIATE_TEST_SUITE_P(
    Rows, PayerFaultsElsewhere,
    testing::Values(Elsewhere{"TheHeaderOfHttp402IsIgnored",
                              "coinbase/payments-mcp#22: HTTP transports are not built"},
                    Elsewhere{"ThePackageDoesNotInstallBesideANewerSdk",
                              "x402#3261, #3262: about the packaging of a server's library"}),
    [](const testing::TestParamInfo<Elsewhere>& row) { return row.param.name; });

}  // namespace
}  // namespace tollpass
