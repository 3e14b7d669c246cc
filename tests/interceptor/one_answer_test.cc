#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/interceptor/conversation.h"

/// One answer for each request of the host, under its id, whatever ids the server answers with.
namespace tollpass {
namespace {

TEST(OneAnswer, UnderTheFirstIdWhileTheCallIsDecidedOrPaidIsDropped) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Server(ResultLine("1", "raced"));
  EXPECT_TRUE(talk.Quiet());
  talk.Kernel(PayWith());
  const std::string paid_id = IdOf(talk.ToServer());
  talk.Server(ResultLine("1", "raced again"));
  talk.Server(ChallengeLine("1"));
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 3U);
  talk.Server(ReceiptLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  EXPECT_TRUE(talk.Concluded().answered);
}

TEST(OneAnswer, LateCopiesUnderEitherIdAreDropped) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ReceiptLine(paid_id));
  talk.ToHost();
  talk.Concluded();
  for (const std::string& id : {paid_id, std::string("1")}) {
    talk.Server(ResultLine(id, "late"));
    talk.Server(ReceiptLine(id, "late"));
    talk.Server(ChallengeLine(id));
  }
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 6U);
}

TEST(OneAnswer, ToACallThatWasTakenBackAfterItsChallengeIsNone) {
  for (const bool paid : {false, true}) {
    Conversation talk;
    if (paid) {
      talk.PaidCall("1");
    } else {
      talk.CallAndChallenge("1");
    }
    talk.Host(CancelLine("1"));
    talk.Server(ResultLine("1", "late"));
    EXPECT_EQ(talk.HostSaw(), "");
  }
}

TEST(OneAnswer, ThatNobodyAskedForPassesOnce) {
  Conversation talk;
  talk.Server(ResultLine("999"));
  EXPECT_EQ(talk.ToHost(), ResultLine("999"));
  talk.Server(ResultLine("999"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(AnswerInAnotherJsonType, ToAPaidCallIsItsAnswer) {
  for (const char* id : {"\"1000000000\"", "1000000000.0"}) {
    for (const std::string& answer : {ResultLine("ID"), ReceiptLine("ID")}) {
      Conversation talk;
      ASSERT_EQ(IdOf(talk.PaidCall("1")), "1000000000");
      const size_t at = answer.find("ID");
      talk.Server(std::string(answer).replace(at, 2, id));
      EXPECT_EQ(talk.ToHost(), ResultLine("1")) << id;
      EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kDelivered);
      EXPECT_TRUE(talk.Quiet());
    }
    Conversation refused;
    refused.PaidCall("1");
    refused.Server(ChallengeLine(id));
    EXPECT_EQ(ClosedText(refused.ToHost()), HostAnswerText(HostAnswer::kFailed)) << id;
  }
}

TEST(AnswerWithoutResultAndError, ToAPaidCallLeavesItsOutcomeUnknown) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(R"({"jsonrpc":"2.0","id":)" + paid_id + "}");
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  EXPECT_TRUE(talk.Quiet());
}

TEST(MintedIds, ThatTheServerCancelsAreNotToldToTheHost) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(CancelLine(paid_id));
  talk.Server(CancelLine("\"" + paid_id + "\""));
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 2U);
  talk.Server(CancelLine("5"));  // a request of the server's own
  EXPECT_EQ(talk.ToHost(), CancelLine("5"));
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
}

TEST(MintedIds, ThatTheHostReachesGoToTheServerAsOthersAndSoDoTheirCancels) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  talk.Concluded();
  // The server has seen that id in this session, so it may not see it again.
  talk.Host(ToolCallLine(paid_id));
  const std::string sent = talk.ToServer();
  EXPECT_NE(IdOf(sent), paid_id);
  talk.Server(ResultLine(IdOf(sent), "second"));
  EXPECT_EQ(talk.ToHost(), ResultLine(paid_id, "second"));

  talk.PaidCall("2");
  const std::string next = std::to_string(std::stoll(paid_id) + 1);
  talk.Host(ToolCallLine(next));
  const std::string other = talk.ToServer();
  talk.Host(CancelLine(next));
  EXPECT_EQ(talk.ToServer(), CancelLine(IdOf(other)));
}

TEST(TakenBackCall, ThatWasAnsweredIsToldToTheDeliveryAndTheServer) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server(ResultLine(paid_id));
  talk.ToHost();
  talk.Concluded();
  talk.Host(CancelLine("1"));
  ASSERT_EQ(talk.TakenBackIds().size(), 1U);
  EXPECT_EQ(talk.TakenBackIds().front(), "v1");
  EXPECT_EQ(talk.ToServer(), CancelLine("1"));
}

TEST(TakenBackCall, ThatWasAnsweredGivesItsResultToARepeat) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Server(ReceiptLine(paid_id, "unread"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "unread"));
  EXPECT_EQ(talk.Concluded().generation, 1);
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(talk.ToHost(), ResultLine("2", "unread"));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.generation, 2);
  EXPECT_TRUE(report.answered);
  EXPECT_TRUE(talk.Quiet());
}

}  // namespace
}  // namespace tollpass
