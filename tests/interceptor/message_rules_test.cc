#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

/// Rules of the revisions with a handshake that no other suite is about.
namespace tollpass {
namespace {

void Negotiate(Conversation& talk, const std::string& revision) {
  talk.Host(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
            revision + R"("}})");
  talk.ToServer();
  talk.Server(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":")" + revision + R"("}})");
  talk.ToHost();
}

TEST(ServerRequests, FlowBothWaysWhileACallWithTheSameIdIsDecidedAndPaid) {
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  const std::string pong = R"({"jsonrpc":"2.0","id":1,"result":{}})";
  Conversation talk;
  const auto exchange = [&] {
    talk.Server(ping);
    EXPECT_EQ(talk.ToHost(), ping);
    talk.Host(pong);
    EXPECT_EQ(talk.ToServer(), pong);
  };
  talk.CallAndChallenge("1");
  exchange();
  talk.Kernel(PayWith());
  const std::string paid_id = IdOf(talk.ToServer());
  exchange();
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
}

TEST(HostIds, UsedForTwoCallsAtOnceAreForwardedAndNeitherIsPaid) {
  Conversation talk;
  for (const char* tool : {"one", "two"}) {
    talk.Host(ToolCallLine("7", tool));
    EXPECT_EQ(talk.ToServer(), ToolCallLine("7", tool));
  }
  EXPECT_EQ(talk.Notes(), 1U);
  for (int i = 0; i < 2; ++i) {
    talk.Server(ChallengeLine("7"));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
    EXPECT_EQ(talk.Asked().request.challenge.defect, Reason::kNotPayable);
  }
}

TEST(HostIds, UsedAgainWhileTheFirstIsPaidLeaveThatOneAlone) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("7"));
  talk.Host(ToolCallLine("7", "other"));
  talk.ToServer();
  talk.Server(ChallengeLine("7"));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  talk.Asked();
  talk.Server(ResultLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("7"));
}

TEST(HeldResponse, IsOvertakenByEverythingElse) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Host(ToolCallLine("2", "free"));
  talk.ToServer();
  talk.Server(ResultLine("2"));
  EXPECT_EQ(talk.ToHost(), ResultLine("2"));
  const std::string notice = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
  talk.Server(notice);
  EXPECT_EQ(talk.ToHost(), notice);
}

TEST(Notification, ThatIsAnsweredIsNotAnsweredToTheHost) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"s"}})");
  talk.ToServer();
  talk.Server(ChallengeLine("null"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(Batch, UnderTheRevisionThatHasThemIsTakenApartAndItsCallsArePaid) {
  Conversation talk;
  Negotiate(talk, "2025-03-26");
  const std::string notice = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
  talk.Host("[" + ToolCallLine("1") + ", " + notice + "," + ToolCallLine("2", "free") + "]");
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1"));
  EXPECT_EQ(talk.ToServer(), notice);
  EXPECT_EQ(talk.ToServer(), ToolCallLine("2", "free"));
  talk.Server("[" + ResultLine("2") + "," + ChallengeLine("1") + "]");
  EXPECT_EQ(talk.ToHost(), ResultLine("2"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid_id = IdOf(talk.ToServer());
  talk.Server("[" + ReceiptLine(paid_id) + "]");
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  EXPECT_TRUE(talk.Concluded().answered);
  EXPECT_TRUE(talk.Quiet());
}

TEST(Batch, OfOtherThingsThanMessagesIsAnsweredForEach) {
  Conversation talk;
  Negotiate(talk, "2025-03-26");
  talk.Host(R"([1,{"jsonrpc":"2.0","id":4,"method":"a","method":"b"}])");
  EXPECT_EQ(IdOf(talk.ToHost()), "null");
  EXPECT_EQ(IdOf(talk.ToHost()), "4");
  talk.Host("[]");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32600");
  EXPECT_TRUE(talk.Quiet());
}

TEST(Batch, UnderAnotherRevisionIsRefused) {
  Conversation talk;
  Negotiate(talk, "2025-06-18");
  talk.Host("[" + ToolCallLine("1") + "]");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32600");
  EXPECT_TRUE(talk.Quiet());
}

}  // namespace
}  // namespace tollpass
