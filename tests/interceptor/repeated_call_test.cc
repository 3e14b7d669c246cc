#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

TEST(RepeatedCall, OfAnAttemptInFlightSendsNothingAndIsAnsweredByIt) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("\"again\"");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_TRUE(talk.Quiet());
  talk.Server(ReceiptLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  EXPECT_EQ(talk.ToHost(), ResultLine("\"again\""));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.generation, 2);
  EXPECT_TRUE(report.answered);
  EXPECT_TRUE(talk.Quiet());
}

TEST(RepeatedCall, AttachedToARefusedAttemptIsAnsweredToo) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  talk.Server(ChallengeLine(paid_id));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
  const std::string second = talk.ToHost();
  EXPECT_EQ(IdOf(second), "2");
  EXPECT_EQ(ClosedText(second), HostAnswerText(HostAnswer::kFailed));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kRefused);
}

// The host says nothing of the first call, which it gave up long ago.
TEST(RepeatedCall, ThatIsTakenBackLeavesTheChargeOpenAndTheAttemptInFlight) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  talk.Host(CancelLine("2"));
  const Report open = talk.Concluded();
  EXPECT_EQ(open.outcome, Report::Outcome::kLost);
  EXPECT_EQ(open.generation, 2);
  EXPECT_TRUE(talk.Quiet()) << "the first may still be answered";
  talk.CallAndChallenge("3");
  talk.Kernel(RepeatOf("c1", 3));
  EXPECT_TRUE(talk.Quiet());
  talk.Server(ReceiptLine(paid_id, "late"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "late"));
  EXPECT_EQ(talk.ToHost(), ResultLine("3", "late"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.generation, 3);
  EXPECT_TRUE(report.answered);
}

TEST(RepeatedCall, LeavesTheChargeAloneWhereTheFirstIsTakenBack) {
  Conversation talk;
  talk.PaidCall("1", "c1");
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  talk.Host(CancelLine("1"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(RepeatedCall, UnderTheIdOfTheLateResultIsAnsweredWithItToo) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Server(ReceiptLine(paid_id, "late"));
  talk.Host(ToolCallLine(paid_id));
  // The server has seen that id.
  talk.Server(ChallengeLine(IdOf(talk.ToServer())));
  talk.Asked();
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(talk.ToHost(), ResultLine(paid_id, "late"));
}

TEST(RepeatedCall, AfterALateResultIsAnsweredWithIt) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  talk.Server(ReceiptLine(paid_id, "late"));
  const Report late = talk.Concluded();
  EXPECT_EQ(late.outcome, Report::Outcome::kDelivered);
  EXPECT_FALSE(late.answered);
  EXPECT_EQ(late.receipt->transaction, "0xab");
  EXPECT_TRUE(talk.Quiet());

  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(talk.ToHost(), ResultLine("2", "late"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.generation, 2);
  EXPECT_EQ(report.outcome, Report::Outcome::kDelivered);
  EXPECT_TRUE(report.answered);
  EXPECT_TRUE(talk.Quiet());
}

TEST(RepeatedCall, MoreThanTenMinutesAfterALateResultGoesToTheServer) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Server(ReceiptLine(paid_id, "late"));
  talk.Wait(10 * 60 * 1000);
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_NE(talk.ToServer().find("0xsig-c1"), std::string::npos);
}

TEST(Promise4OnePaymentPerCall, ARepeatCarriesTheIdenticalPaymentOfTheFirst) {
  Conversation talk;
  const std::string first = talk.PaidCall("1", "c1");
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  const std::string again = talk.ToServer();
  EXPECT_NE(IdOf(first), IdOf(again));
  EXPECT_NE(At(first, "/params/_meta/x402~1payment"), "(absent)");
  const auto payment = [](const std::string& line) {
    return line.substr(line.find("\"x402/payment\""));
  };
  EXPECT_EQ(payment(first), payment(again));
}

TEST(RepeatedCall, RefusedAfterAnUnansweredFirstHasAnUnknownOutcome) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(RepeatOf("c1", 2, false));
  const std::string paid_id = IdOf(talk.ToServer());
  talk.Server(ChallengeLine(paid_id));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kRefused);
}

TEST(RepeatedCall, RefusedAgainHasFailed) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(RepeatOf("c1", 2, true));
  const std::string paid_id = IdOf(talk.ToServer());
  talk.Server(ChallengeLine(paid_id));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
}

TEST(RepeatedCall, GetsTheResultThatACancelledAttemptBringsAfterAll) {
  Conversation talk;
  const std::string first_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  const std::string second_id = IdOf(talk.ToServer());
  talk.Server(ReceiptLine(first_id, "late"));
  EXPECT_EQ(talk.ToHost(), ResultLine("2", "late"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.generation, 2);
  EXPECT_TRUE(report.answered);
  talk.Server(ChallengeLine(second_id));
  EXPECT_TRUE(talk.Quiet());
}

TEST(RepeatedCall, OfAFormThatIsNotKnownHereHasAnUnknownOutcome) {
  Conversation talk;
  talk.CallAndChallenge("1");
  Decision decision = RepeatOf("c1", 2);
  decision.proof.dialect = "another";
  talk.Kernel(decision);
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
}

}  // namespace
}  // namespace tollpass
