#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

/// Once a proof for a call left and was not answered, "Nothing was paid" is wrong for its repeats.
namespace tollpass {
namespace {

constexpr DecisionKind kUnpaid[] = {DecisionKind::kDecline, DecisionKind::kUnavailable,
                                    DecisionKind::kAsk};

void ExpectOutcomeUnknown(Conversation& talk) {
  talk.Wait(20'000);
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_TRUE(talk.Quiet());
}

TEST(RepeatThatIsNotPaid, HasAnUnknownOutcomeWhereTheKernelKnowsTheElder) {
  for (const DecisionKind kind : kUnpaid) {
    Conversation talk;
    talk.CallAndChallenge("1");
    Decision decision = Say(kind);
    decision.left_before = true;
    talk.Kernel(decision);
    ExpectOutcomeUnknown(talk);
  }
}

TEST(RepeatThatIsNotPaid, HasAnUnknownOutcomeWhereOnlyThisConnectionKnowsTheElder) {
  for (const DecisionKind kind : kUnpaid) {
    for (const bool refused : {false, true}) {
      Conversation talk;
      const std::string paid_id = IdOf(talk.PaidCall("1"));
      if (refused) {
        talk.Server(ChallengeLine(paid_id));
        talk.ToHost();
      } else {
        talk.Host(CancelLine("1"));
        talk.ToServer();
      }
      talk.Concluded();
      talk.CallAndChallenge("2");
      talk.Kernel(Say(kind));
      ExpectOutcomeUnknown(talk);
    }
  }
}

TEST(RepeatThatIsNotPaid, HasAnUnknownOutcomeWhereTheServerEndsWhileItIsDecided) {
  Conversation talk;
  talk.PaidCall("1");
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.CallAndChallenge("2");
  talk.ServerCloses();
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
}

// An elder of another connection is known to the kernel alone.
TEST(RepeatThatIsNotPaid, HasAnUnknownOutcomeWhereTheServerEndsBeforeTheKernelTells) {
  for (const bool told : {false, true}) {
    Conversation talk;
    talk.CallAndChallenge("1");
    if (told) talk.Kernel(AskFor(20'000));
    talk.ServerCloses();
    EXPECT_EQ(ClosedText(talk.ToHost()),
              HostAnswerText(told ? HostAnswer::kUnavailable : HostAnswer::kOutcomeUnknown));
  }
}

TEST(CallThatIsNotPaid, WasNotPaidWhereItsElderWasAnsweredOrItIsAnother) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.CallAndChallenge("2", "other");
  talk.Kernel(Say(DecisionKind::kDecline));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kDeclined));

  talk.Server(ReceiptLine(paid_id));
  talk.Concluded();
  talk.CallAndChallenge("3");
  talk.Kernel(RepeatOf("c1", 2));
  talk.ToHost();
  EXPECT_TRUE(talk.Concluded().answered);
  talk.CallAndChallenge("4");
  talk.Kernel(Say(DecisionKind::kUnavailable));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
}

}  // namespace
}  // namespace tollpass
