#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

TEST(CancelledCall, ThatTheServerIsStillWorkingOnIsCancelledThere) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Host(CancelLine("1"));
  EXPECT_EQ(talk.ToServer(), CancelLine("1"));
  talk.Server(ChallengeLine("1"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(CancelledCall, ThatIsBeingDecidedIsDroppedAndTheServerHearsNothing) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Host(CancelLine("1"));
  EXPECT_TRUE(talk.Quiet());
  talk.Kernel(PayWith("c1"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.charge_id, "c1");
  EXPECT_EQ(report.outcome, Report::Outcome::kLost);
  EXPECT_FALSE(report.answered);
  EXPECT_TRUE(talk.Quiet());
}

TEST(CancelledCall, ThatIsParkedIsNotAskedAboutAgain) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.Host(CancelLine("1"));
  talk.Wait(60'000);
  EXPECT_TRUE(talk.Quiet());
}

TEST(CancelledCall, ThatWasPaidIsCancelledUnderItsIdBelowAndTheChargeIsOpen) {
  for (const char* id : {"1", "\"one\""}) {
    Conversation talk;
    const std::string paid_id = IdOf(talk.PaidCall(id, "c1"));
    talk.Host(CancelLine(id));
    EXPECT_EQ(talk.ToServer(), CancelLine(paid_id));
    const Report report = talk.Concluded();
    EXPECT_EQ(report.outcome, Report::Outcome::kLost);
    EXPECT_FALSE(report.answered);
    EXPECT_TRUE(talk.Quiet());
  }
}

TEST(CancelledCall, NeverShowsItsLateResult) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Server(ReceiptLine(paid_id, "late"));
  EXPECT_EQ(talk.HostSaw(), "");
}

TEST(CancelledCall, WithALateRefusalIsRefused) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.Server(ChallengeLine(paid_id));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kRefused);
  EXPECT_EQ(talk.HostSaw(), "");
}

TEST(CancelledCall, WithALateErrorWithoutReceiptStaysOpenAndKeepsNothing) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.Server(R"({"jsonrpc":"2.0","id":)" + paid_id +
              R"(,"error":{"code":0,"message":"Request cancelled"}})");
  EXPECT_TRUE(talk.Quiet());
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_NE(talk.ToServer().find("0xsig-c1"), std::string::npos);
}

TEST(CancelledCall, WithARepeatAttachedLetsTheAttemptRunOn) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  talk.Host(CancelLine("1"));
  EXPECT_TRUE(talk.Quiet());
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("2"));
  EXPECT_TRUE(talk.Concluded().answered);
  EXPECT_TRUE(talk.Quiet());
}

TEST(CancelledCall, ThatOnlyAttachedLeavesTheFirstAloneAndOpenForARepeat) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  talk.Host(CancelLine("2"));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  EXPECT_TRUE(talk.Quiet());
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
}

TEST(CancelledCall, DroppedWhileARepeatWasDecidedReportsUnderTheNewGeneration) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.CallAndChallenge("2");
  talk.Host(CancelLine("2"));
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_TRUE(talk.Quiet());
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  EXPECT_EQ(talk.Concluded().generation, 2);
}

TEST(Cancel, OfAnUnknownRequestIsForwarded) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Host(CancelLine("\"1\""));
  EXPECT_EQ(talk.ToServer(), CancelLine("\"1\""));
  talk.Server(ResultLine("1"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
}

TEST(Cancel, OfInitializeIsNeverForwarded) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})");
  talk.ToServer();
  talk.Host(CancelLine("0"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(Cancel, OfAPaidCallCarriesNoPaymentOfTheHost) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Host(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"_meta":{"x402/payment":{}}}})");
  const std::string cancel = talk.ToServer();
  EXPECT_EQ(At(cancel, "/params/requestId"), paid_id);
  EXPECT_EQ(cancel.find("payment"), std::string::npos);
}

}  // namespace
}  // namespace tollpass
