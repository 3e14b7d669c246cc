#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/json/json.h"
#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

TEST(ChallengedCall, BecomesAQuestionToTheKernelAndTheHostHearsNothing) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  const AuthorizeRequest request = talk.Asked().request;
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(request.call.server_id, "server-identity");
  EXPECT_EQ(request.call.principal, "alice");
  EXPECT_EQ(request.call.method, "tools/call");
  EXPECT_EQ(request.call.tool, "search");
  EXPECT_EQ(request.call.arguments, R"({"q":"x","n":1.0})");
  EXPECT_EQ(request.call.resource_url, "mcp://tool/search");
  EXPECT_EQ(request.called_at_ms, 1'790'000'000'000);
  EXPECT_EQ(request.challenge.dialect, "x402-v2");
  ASSERT_EQ(request.challenge.offers.size(), 1U);
  EXPECT_EQ(request.challenge.offers[0].verbatim, OfferText());
}

TEST(PaidCall, IsTheSameLineWithANewIdAndTheProof) {
  Conversation talk;
  const std::string paid = talk.PaidCall("1", "c1");
  std::string expected = ToolCallLine(
      "1000000000", "search",
      R"({"x402/payment":{"x402Version":2,"accepted":)" + std::string(OfferText()) +
          R"(,"payload":{"signature":"0xsig-c1"},"resource":{"url":"mcp://tool/search"}}})");
  EXPECT_EQ(paid, expected);
  EXPECT_TRUE(talk.Quiet());
}

TEST(PaidCall, OfAHostWithStringIdsGetsAStringId) {
  Conversation talk;
  EXPECT_EQ(IdOf(talk.PaidCall("\"call-1\"")), "\"tk3v9-1000000000\"");
}

TEST(PaidCall, NamesTheRequestThatItSendsOnceMore) {
  Conversation talk;
  talk.PaidCall("\"call-1\"");
  EXPECT_EQ(talk.Repeats(), "\"call-1\"");
  talk.Host(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call-1"}})");
  EXPECT_NE(talk.ToServer().find("notifications/cancelled"), std::string::npos);
  EXPECT_EQ(talk.Repeats(), "");
}

TEST(PaidCall, KeepsWhatElseTheHostPutInMeta) {
  Conversation talk;
  talk.Host(
      ToolCallLine("1", "search", R"({"traceparent":"00-1","x":{"big":12345678901234567890}})"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid = talk.ToServer();
  EXPECT_NE(paid.find(R"("traceparent":"00-1","x":{"big":12345678901234567890})"),
            std::string::npos);
  EXPECT_NE(At(paid, "/params/_meta/x402~1payment"), "(absent)");
}

TEST(PaidCall, AnsweredWithAResultReachesTheHostUnderItsOwnIdWithoutTheReceipt) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ReceiptLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.charge_id, "c1");
  EXPECT_EQ(report.generation, 1);
  EXPECT_EQ(report.outcome, Report::Outcome::kDelivered);
  EXPECT_TRUE(report.answered);
  ASSERT_TRUE(report.receipt);
  EXPECT_TRUE(report.receipt->success);
  EXPECT_EQ(report.receipt->transaction, "0xab");
  EXPECT_TRUE(talk.Quiet());
}

TEST(PaidCall, AnsweredWithoutAReceiptIsDeliveredWithoutOne) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  const Report report = talk.Concluded();
  EXPECT_TRUE(report.answered);
  EXPECT_FALSE(report.receipt);
}

TEST(PaidCall, AnsweredWithContentAndAFailedSettlementIsDeliveredAndSaysSo) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ReceiptLine(paid_id, "found", false));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.outcome, Report::Outcome::kDelivered);
  EXPECT_TRUE(report.answered);
  ASSERT_TRUE(report.receipt);
  EXPECT_FALSE(report.receipt->success);
}

TEST(PaidCall, ChallengedAgainIsRefusedAndNeverPaidTwice) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ChallengeLine(paid_id));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.outcome, Report::Outcome::kRefused);
  EXPECT_FALSE(report.answered);
  EXPECT_EQ(report.server_text, "Payment required");
  EXPECT_TRUE(talk.Quiet());
}

TEST(PaidCall, WithAToolErrorPassesItOnAndStaysOpen) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(R"({"jsonrpc":"2.0","id":)" + paid_id +
              R"(,"result":{"isError":true,"content":[{"type":"text","text":"bad city"}]}})");
  const std::string answer = talk.ToHost();
  EXPECT_EQ(IdOf(answer), "1");
  EXPECT_EQ(At(answer, "/result/content/0/text"), "\"bad city\"");
  const Report report = talk.Concluded();
  EXPECT_FALSE(report.answered);
  EXPECT_EQ(report.outcome, Report::Outcome::kLost);
}

TEST(PaidCall, WithAToolErrorAndAGoodReceiptIsAnswered) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  std::string line = ReceiptLine(paid_id);
  line.insert(line.find("\"content\""), "\"isError\":true,");
  talk.Server(line);
  const std::string answer = talk.ToHost();
  EXPECT_EQ(At(answer, "/result/isError"), "true");
  EXPECT_EQ(At(answer, "/result/_meta"), "(absent)");
  EXPECT_TRUE(talk.Concluded().answered);
}

TEST(PaidCall, WithAProtocolErrorPassesItOnAndStaysOpen) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(R"({"jsonrpc":"2.0","id":)" + paid_id + R"(,"error":{"code":-32000,"message":"x"}})");
  EXPECT_EQ(talk.ToHost(), R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}})");
  EXPECT_FALSE(talk.Concluded().answered);
}

TEST(PaidCall, OfAFormThatIsNotKnownHereIsNotSent) {
  Conversation talk;
  talk.CallAndChallenge();
  Decision decision = PayWith();
  decision.proof.dialect = "another";
  talk.Kernel(decision);
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  EXPECT_TRUE(talk.Quiet());
}

TEST(Decisions, ThatAreNoPaymentAnswerTheHost) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(Say(DecisionKind::kDecline));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));
  talk.CallAndChallenge("2");
  talk.Kernel(Say(DecisionKind::kUnavailable));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_TRUE(talk.Quiet());
}

TEST(Decisions, OnATicketOfNobodyDoNothing) {
  Conversation talk;
  talk.Kernel(77, PayWith());
  EXPECT_TRUE(talk.Quiet());
}

/// "1" is paid; after `waited_ms` "2", the same call, goes out, and before its challenge comes "1"
/// is answered.
void AnswerWhileRepeated(Conversation& talk, int64_t waited_ms) {
  talk.CallAndChallenge("1");
  Decision pay = PayWith("c1");
  pay.host_timeout_ms = 60'000;
  talk.Kernel(pay);
  const std::string paid_id = IdOf(talk.ToServer());
  talk.Wait(waited_ms);
  talk.Host(ToolCallLine("2"));
  talk.ToServer();
  talk.Server(ReceiptLine(paid_id, "late"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "late"));
  talk.Concluded();
}

TEST(TwoEqualCalls, AreOneWhereTheSecondWasMadeAfterTheHostsTimeoutThoughTheFirstIsAnsweredThen) {
  Conversation talk;
  AnswerWhileRepeated(talk, 60'000);
  talk.Server(ChallengeLine("2"));
  EXPECT_EQ(talk.ToHost(), ResultLine("2", "late"));
  EXPECT_FALSE(talk.KernelWasAsked());
  EXPECT_TRUE(talk.Concluded().answered);
  // One repeat has one answer.
  talk.CallAndChallenge("3");
}

TEST(ThreeEqualCalls, AreOneWhereBothRepeatsWereOnTheirWayWhenTheFirstWasAnswered) {
  Conversation talk;
  talk.CallAndChallenge("1");
  Decision pay = PayWith("c1");
  pay.host_timeout_ms = 60'000;
  talk.Kernel(pay);
  const std::string paid_id = IdOf(talk.ToServer());
  for (const char* id : {"2", "3"}) {
    talk.Wait(60'000);
    talk.Host(ToolCallLine(id));
    talk.ToServer();
  }
  talk.Server(ReceiptLine(paid_id, "late"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "late"));
  for (const char* id : {"2", "3"}) {
    talk.Server(ChallengeLine(id));
    EXPECT_EQ(talk.ToHost(), ResultLine(id, "late"));
  }
  EXPECT_FALSE(talk.KernelWasAsked());
  talk.CallAndChallenge("4");
}

TEST(TwoEqualCalls, AreOneWhereTheSecondWasMadeAfterTheHostsTimeoutAndIsDemandedForFirst) {
  for (const int64_t waited_ms : {60'000, 59'999}) {
    Conversation talk;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Wait(waited_ms);
    talk.CallAndChallenge("2");
    Decision pay = PayWith("c2");
    pay.host_timeout_ms = 60'000;
    talk.Kernel(pay);
    const std::string paid_id = IdOf(talk.ToServer());
    talk.Server(ChallengeLine("1"));
    EXPECT_EQ(talk.KernelWasAsked(), waited_ms < 60'000);
    talk.Server(ReceiptLine(paid_id, "found"));
    if (waited_ms == 60'000) {
      EXPECT_EQ(talk.ToHost(), ResultLine("1", "found"));
    }
    EXPECT_EQ(talk.ToHost(), ResultLine("2", "found"));
    EXPECT_TRUE(talk.Concluded().answered);
  }
}

TEST(TwoEqualCalls, AreTwoWhereTheSecondWasMadeBeforeThatOrAfterTheAnswer) {
  Conversation talk;
  AnswerWhileRepeated(talk, 59'999);
  talk.Server(ChallengeLine("2"));
  EXPECT_EQ(talk.Asked().request.call.tool, "search");
  talk.Kernel(Say(DecisionKind::kDecline));
  talk.ToHost();
  talk.Wait(60'000);
  talk.CallAndChallenge("3");
}

TEST(TwoEqualCalls, AreTwoQuestionsAndTwoProofsEachAnsweredToItsOwnRequest) {
  Conversation talk;
  const Authorize first = talk.CallAndChallenge("1");
  const Authorize second = talk.CallAndChallenge("2");
  talk.Kernel(second.ticket, PayWith("c2"));
  talk.Kernel(first.ticket, PayWith("c1"));
  const std::string paid_second = talk.ToServer();
  const std::string paid_first = talk.ToServer();
  EXPECT_NE(paid_first.find("0xsig-c1"), std::string::npos);
  EXPECT_NE(paid_second.find("0xsig-c2"), std::string::npos);
  EXPECT_NE(IdOf(paid_first), IdOf(paid_second));
  talk.Server(ResultLine(IdOf(paid_first), "first"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "first"));
  EXPECT_EQ(talk.Concluded().charge_id, "c1");
  talk.Server(ResultLine(IdOf(paid_second), "second"));
  EXPECT_EQ(talk.ToHost(), ResultLine("2", "second"));
  EXPECT_EQ(talk.Concluded().charge_id, "c2");
}

TEST(FreeCalls, FlowWhileAnotherIsPaid) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Host(ToolCallLine("2", "free"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("2", "free"));
  talk.Server(ResultLine("2"));
  EXPECT_EQ(talk.ToHost(), ResultLine("2"));
  talk.Server(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  EXPECT_EQ(talk.ToHost(), R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  talk.Host(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(talk.ToServer(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  talk.Kernel(PayWith());
  EXPECT_EQ(IdOf(talk.ToServer()), "1000000000");
}

TEST(ReusedId, IsForwardedTwiceAndNeitherIsPaid) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "one"));
  talk.Host(ToolCallLine("1", "two"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1", "one"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1", "two"));
  EXPECT_EQ(talk.Notes(), 1U);
  for (int i = 0; i < 2; ++i) {
    talk.Server(ChallengeLine("1"));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
    EXPECT_EQ(talk.Asked().request.challenge.defect, Reason::kNotPayable);
  }
  EXPECT_TRUE(talk.Quiet());
}

TEST(IdsOfTheHost, ThatReachOursAreRenamedBelow) {
  Conversation talk;
  EXPECT_EQ(IdOf(talk.PaidCall("1")), "1000000000");
  talk.Host(ToolCallLine("1000000000", "free"));
  const std::string free = talk.ToServer();
  EXPECT_NE(IdOf(free), "1000000000");
  EXPECT_EQ(free, ToolCallLine(IdOf(free), "free"));
  talk.Server(ResultLine(IdOf(free), "free result"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1000000000", "free result"));
  talk.Server(ResultLine("1000000000", "paid result"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "paid result"));
}

TEST(IdsOfTheHost, ThatWereUsedBeforeAreNeverMinted) {
  Conversation talk;
  talk.Host(ToolCallLine("1000000000", "free"));
  talk.ToServer();
  talk.Server(ResultLine("1000000000"));
  talk.ToHost();
  EXPECT_EQ(IdOf(talk.PaidCall("1")), "1000000001");
}

TEST(OtherMethods, AreNeverPaidButTheUserSeesARow) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a"}})");
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  const std::string answer = talk.ToHost();
  EXPECT_EQ(At(answer, "/error/code"), "-32603");
  EXPECT_EQ(At(answer, "/error/message"),
            "\"" + std::string(HostAnswerText(HostAnswer::kUnavailable)) + "\"");
  const AuthorizeRequest request = talk.Asked().request;
  EXPECT_EQ(request.challenge.defect, Reason::kNotPayable);
  EXPECT_EQ(request.call.method, "resources/read");
  talk.Kernel(Say(DecisionKind::kUnavailable));
  EXPECT_TRUE(talk.Quiet());
}

TEST(UnclearCalls, AreForwardedAndNeverPaid) {
  Conversation talk;
  const std::string line =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}})";
  talk.Host(line);
  EXPECT_EQ(talk.ToServer(), line);
  talk.Server(ChallengeLine("1"));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_EQ(talk.Asked().request.challenge.defect, Reason::kNotPayable);
}

TEST(UnclearCalls, AreNotPaidAndTheUserHearsWhy) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"name":"a","name":"b"})", "it has the member \"name\" twice"},
      {R"({"name":"a","arguments":{},"arguments":{}})", "it has the member \"arguments\" twice"},
      {R"({"name":"a","_meta":7})", "its _meta is no object"},
      {R"({"arguments":{}})", "it names no tool"},
      {R"([1])", "its params are no object"},
  };
  for (const auto& [params, why] : cases) {
    Conversation talk;
    talk.Host(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + params + "}");
    talk.Server(ChallengeLine("1"));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable)) << params;
    EXPECT_NE(talk.UserSaw().find(why), std::string::npos) << talk.UserSaw();
  }
}

TEST(PaidCall, OfAHostThatWritesNullForNoMetaIsPaidInOneOfOurs) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", "null"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1", "search", "null"));
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  EXPECT_EQ(At(talk.ToServer(), "/params/_meta/x402~1payment/x402Version"), "2");
}

void Handshake(Conversation& talk, const std::string& revision) {
  talk.Host(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})");
  talk.ToServer();
  talk.Server(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":")" + revision + R"("}})");
  talk.ToHost();
}

TEST(Revision, ThatIsKnownIsPaidUnder) {
  for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    Conversation talk;
    Handshake(talk, known);
    talk.CallAndChallenge("1");
    talk.Kernel(PayWith());
    EXPECT_EQ(IdOf(talk.ToServer()), "1000000000") << known;
  }
}

TEST(Revision, ThatIsNotKnownPaysNothingAndTheUserIsTold) {
  Conversation talk;
  Handshake(talk, "2031-01-01");
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_NE(talk.UserSaw().find("2031-01-01"), std::string::npos);
}

TEST(PaidAttempt, OfADemandThatIsWrittenOverManyLinesGoesOutInOne) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  const std::string demand = nlohmann::json::parse(PaymentRequired()).dump(2);
  talk.Server(
      nlohmann::json(
          {{"jsonrpc", "2.0"},
           {"id", 1},
           {"result", {{"isError", true}, {"content", {{{"type", "text"}, {"text", demand}}}}}}})
          .dump());
  const Authorize asked = talk.Asked();
  const Challenge& challenge = asked.request.challenge;
  ASSERT_EQ(challenge.offers.size(), 1U);
  for (const std::string& part :
       {challenge.offers.front().verbatim, challenge.resource, challenge.extensions}) {
    EXPECT_EQ(part.find_first_of("\r\n"), std::string::npos) << part;
  }
  // A proof that was made of such a demand before.
  Decision pay = PayWith();
  pay.proof.offer = nlohmann::json::parse(OfferText()).dump(2);
  talk.Kernel(pay);
  const std::string paid = talk.ToServer();
  EXPECT_EQ(paid.find_first_of("\r\n"), std::string::npos) << paid;
  EXPECT_TRUE(json::Equal(At(paid, "/params/_meta/x402~1payment/accepted"), OfferText()));
}

TEST(PaymentsOfTheHost, AreTakenOutAndNormalRulesApply) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"x402/payment":{"payload":{}},"trace":"t"})"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1", "search", R"({"trace":"t"})"));
  EXPECT_EQ(talk.Notes(), 1U);
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith("c1"));
  const std::string paid = talk.ToServer();
  EXPECT_NE(paid.find("0xsig-c1"), std::string::npos);
  EXPECT_NE(paid.find(R"("trace":"t")"), std::string::npos);
}

TEST(PaymentsOfTheHost, InAnyMessageNeverReachTheServer) {
  for (
      const char* line :
      {R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"_meta":{"x402/payment":{}}}})",
       R"({"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":{"x402\/payment":{}}}})",
       R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"x4\u00302/payment":{}}}})",
       R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"\u0078402/payment":1}}})",
       R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"a":1},"_meta":{"x402/payment":{}}}})",
       R"({"jsonrpc":"2.0","id":1,"result":{"_meta":{"x402/payment":{}}}})"}) {
    Conversation talk;
    talk.Host(line);
    const std::string sent = talk.ToServer();
    EXPECT_EQ(sent.find("payment"), std::string::npos) << sent;
    EXPECT_NE(sent, "(nothing)");
  }
}

}  // namespace
}  // namespace tollpass
