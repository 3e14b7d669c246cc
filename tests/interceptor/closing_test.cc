#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

TEST(ServerThatEnds, LeavesEveryWaitingRequestWithAnAnswer) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.CallAndChallenge("2");
  const uint64_t deciding = talk.CallAndChallenge("3").ticket;
  talk.Kernel(AskFor(20'000));
  talk.PaidCall("4", "c4");
  talk.ServerCloses();
  std::string answers[5];
  for (int i = 0; i < 4; ++i) {
    const std::string answer = talk.ToHost();
    answers[std::stoul(IdOf(answer))] = answer;
  }
  EXPECT_EQ(At(answers[1], "/error/message"), "\"The server ended before it answered.\"");
  EXPECT_EQ(ClosedText(answers[2]), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(ClosedText(answers[3]), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_EQ(ClosedText(answers[4]), HostAnswerText(HostAnswer::kOutcomeUnknown));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.charge_id, "c4");
  EXPECT_EQ(report.outcome, Report::Outcome::kLost);
  EXPECT_FALSE(report.answered);
  EXPECT_TRUE(talk.Quiet());

  talk.ServerCloses();
  talk.Wait(60'000);
  talk.Kernel(deciding, PayWith("c3"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(ServerThatEnds, BeforeADecisionLeavesTheChargeOpen) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.ServerCloses();
  talk.ToHost();
  talk.Kernel(PayWith("c1"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.charge_id, "c1");
  EXPECT_EQ(report.outcome, Report::Outcome::kLost);
  EXPECT_TRUE(report.no_fault) << "the proof never left";
  EXPECT_TRUE(talk.Quiet());
}

TEST(PaidCallThatIsLost, IsTheToolsFaultUnlessTheHostIsGone) {
  for (const bool host_goes : {true, false}) {
    Conversation talk;
    talk.PaidCall("1");
    host_goes ? talk.HostCloses() : talk.ServerCloses();
    const Report report = talk.Concluded();
    EXPECT_EQ(report.outcome, Report::Outcome::kLost);
    EXPECT_EQ(report.no_fault, host_goes);
  }
  Conversation talk;
  talk.PaidCall("1");
  talk.Host(CancelLine("1"));
  EXPECT_FALSE(talk.Concluded().no_fault) << "a host that waited too long takes its call back";
}

TEST(ServerThatEnds, IsSentNothingMoreAndLaterRequestsFail) {
  Conversation talk;
  talk.ServerCloses();
  talk.Host(ToolCallLine("1"));
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32603");
  talk.Host(CancelLine("1"));
  talk.Host(R"({"jsonrpc":"2.0","method":"notifications/x"})");
  EXPECT_TRUE(talk.Quiet());
}

TEST(ServerThatEnds, AfterACancelIsReportedOnce) {
  Conversation talk;
  talk.PaidCall("1");
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.ServerCloses();
  EXPECT_TRUE(talk.Quiet());
}

TEST(HostThatEnds, LeavesItsPaidCallsOpenAndIsSentNothingMore) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("2");
  talk.HostCloses();
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  talk.Kernel(PayWith("c2"));
  EXPECT_EQ(talk.Concluded().charge_id, "c2");
  talk.HostCloses();
  EXPECT_TRUE(talk.Quiet());
  talk.Server(ReceiptLine(paid_id));
  const Report late = talk.Concluded();
  EXPECT_EQ(late.charge_id, "c1");
  EXPECT_FALSE(late.answered);
  EXPECT_EQ(late.receipt->transaction, "0xab");
  EXPECT_EQ(talk.HostSaw(), "");
}

TEST(HostThatEnds, WhileAskedForApprovalLeavesNothingBehind) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.HostCloses();
  talk.Wait(60'000);
  EXPECT_TRUE(talk.Quiet());
}

}  // namespace
}  // namespace tollpass
