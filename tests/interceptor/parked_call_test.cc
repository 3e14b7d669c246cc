#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

TEST(ParkedCall, AsksTheSameAgainInGrowingStepsAndThenGivesUp) {
  Conversation talk;
  const AuthorizeRequest first = talk.CallAndChallenge("1").request;
  talk.Kernel(AskFor(20'000));
  const int64_t steps[] = {250, 500, 1000, 1000};
  for (const int64_t step : steps) {
    talk.Wait(step - 1);
    EXPECT_TRUE(talk.Quiet());
    talk.Wait(1);
    const AuthorizeRequest again = talk.Asked().request;
    EXPECT_EQ(again.call.arguments, first.call.arguments);
    EXPECT_EQ(again.called_at_ms, first.called_at_ms);
    EXPECT_EQ(again.challenge.offers.size(), 1U);
    talk.Kernel(AskFor(20'000));
    EXPECT_TRUE(talk.Quiet());
  }
  int asked = 4;
  while (talk.ToHost() == "(nothing)" && asked < 100) {
    talk.Wait(1000);
    if (!talk.KernelWasAsked()) break;
    talk.Asked();
    talk.Kernel(AskFor(20'000));
    ++asked;
  }
  EXPECT_EQ(ClosedText(talk.HostSaw()), HostAnswerText(HostAnswer::kNeedsApproval));
  EXPECT_GE(asked, 19);
  EXPECT_LE(asked, 23);
}

TEST(ParkedCall, GivesUpExactlyWhenTheWaitIsOver) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(300));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(AskFor(300));
  talk.Wait(49);
  EXPECT_TRUE(talk.Quiet());
  talk.Wait(1);
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));
  talk.Wait(60'000);
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, ThatIsApprovedMeanwhileIsPaid) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid = talk.ToServer();
  EXPECT_NE(paid.find("0xsig-c1"), std::string::npos);
  talk.Server(ResultLine(IdOf(paid)));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  talk.Concluded();
  talk.Wait(60'000);
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, ThatIsDeniedMeanwhileIsDeclined) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(Say(DecisionKind::kDecline));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));
}

TEST(ParkedCall, WithoutTimeToWaitIsAnsweredAtOnce) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(0));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, WhoseDecisionComesAfterTheWaitIsStillDecided) {
  Conversation slow_no;
  slow_no.CallAndChallenge("1");
  slow_no.Kernel(AskFor(1'000));
  slow_no.Wait(250);
  slow_no.Asked();
  slow_no.Wait(5'000);
  EXPECT_TRUE(slow_no.Quiet());
  slow_no.Kernel(AskFor(1'000));
  EXPECT_EQ(ClosedText(slow_no.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));

  Conversation slow_yes;
  slow_yes.CallAndChallenge("1");
  slow_yes.Kernel(AskFor(1'000));
  slow_yes.Wait(250);
  slow_yes.Asked();
  slow_yes.Wait(5'000);
  slow_yes.Kernel(PayWith());
  EXPECT_EQ(IdOf(slow_yes.ToServer()), "1000000000");
}

TEST(ParkedCall, KeepsAHostWithATokenAwakeEveryFiveSeconds) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":"tok"})"));
  talk.ToServer();
  talk.Server(
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"tok","progress":3}})");
  talk.ToHost();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(AskFor(12'000));
  double last = 3;
  int steps = 0;
  for (int second = 0; second < 11; ++second) {
    talk.Wait(1'000);
    while (talk.KernelWasAsked()) {
      talk.Asked();
      talk.Kernel(AskFor(12'000));
    }
    const std::string told = talk.ToHost();
    if (told == "(nothing)") continue;
    EXPECT_EQ(At(told, "/method"), "\"notifications/progress\"");
    EXPECT_EQ(At(told, "/params/progressToken"), "\"tok\"");
    EXPECT_EQ(At(told, "/params/message"), "(absent)");
    const double value = std::stod(At(told, "/params/progress"));
    EXPECT_GT(value, last);
    EXPECT_LT(value, last + 1e-5);
    last = value;
    ++steps;
  }
  EXPECT_EQ(steps, 2);
}

TEST(ParkedCall, WhoseOfferExpiredIsSentAgainForAFreshOne) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":"tok"})"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(AskFor(20'000));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(Say(DecisionKind::kExpired));
  const std::string again = talk.ToServer();
  EXPECT_NE(IdOf(again), "1");
  EXPECT_EQ(talk.Repeats(), "1");
  EXPECT_EQ(At(again, "/params/arguments"), At(ToolCallLine("1"), "/params/arguments"));
  EXPECT_EQ(again.find("0xsig"), std::string::npos);
  EXPECT_NE(At(again, "/params/_meta/progressToken"), "\"tok\"");
  talk.Server(ChallengeLine(IdOf(again)));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid = talk.ToServer();
  EXPECT_NE(paid.find("0xsig-c1"), std::string::npos);
  talk.Server(ResultLine(IdOf(paid)));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  talk.Concluded();
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, WaitsNoLongerForAnAnswerBecauseItWasSentAgain) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(1'000));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(Say(DecisionKind::kExpired));
  talk.Server(ChallengeLine(IdOf(talk.ToServer())));
  talk.Asked();
  talk.Kernel(AskFor(1'000));
  talk.Wait(749);
  while (talk.KernelWasAsked()) {
    talk.Asked();
    talk.Kernel(AskFor(1'000));
  }
  EXPECT_EQ(talk.ToHost(), "(nothing)");
  talk.Wait(1);
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));
}

TEST(ParkedCall, IsSentAgainOnce) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(Say(DecisionKind::kExpired));
  talk.Server(ChallengeLine(IdOf(talk.ToServer())));
  talk.Asked();
  talk.Kernel(Say(DecisionKind::kExpired));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, ThatWasSentAgainCanBeCancelledAndAnsweredForFree) {
  Conversation talk;
  for (const char* id : {"1", "2"}) {
    talk.CallAndChallenge(id);
    talk.Kernel(AskFor(20'000));
    talk.Wait(250);
    talk.Asked();
    talk.Kernel(Say(DecisionKind::kExpired));
    const std::string again = talk.ToServer();
    if (id == std::string("1")) {
      talk.Host(CancelLine(id));
      EXPECT_EQ(At(talk.ToServer(), "/params/requestId"), IdOf(again));
      talk.Server(ResultLine(IdOf(again)));
      EXPECT_EQ(talk.ToHost(), "(nothing)");
    } else {
      talk.Server(ResultLine(IdOf(again)));
      EXPECT_EQ(talk.ToHost(), ResultLine(id));
    }
  }
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, ThatWasSentAgainKeepsItsIdToItself) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.Wait(250);
  talk.Asked();
  talk.Kernel(Say(DecisionKind::kExpired));
  const std::string ours = IdOf(talk.ToServer());
  talk.Host(ToolCallLine(ours, "other"));
  const std::string other = IdOf(talk.ToServer());
  EXPECT_NE(other, ours);
  talk.Server(ResultLine(other, "for the other"));
  EXPECT_EQ(talk.ToHost(), ResultLine(ours, "for the other"));
  talk.Server(ResultLine(ours, "for the first"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "for the first"));
}

TEST(ParkedCall, ThatExpiredBeforeAnybodyWasAskedIsNotSentAgain) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(Say(DecisionKind::kExpired));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_TRUE(talk.Quiet());
}

TEST(ParkedCall, OfAHostWithoutATokenIsSilent) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.Wait(250);
  talk.Asked();
  talk.Wait(15'000);
  EXPECT_TRUE(talk.Quiet());
}

}  // namespace
}  // namespace tollpass
