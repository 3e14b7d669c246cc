#include <gtest/gtest.h>

#include <string>

#include "tests/wallet/failing_ledger.h"
#include "tests/wallet/kernel_home.h"
#include "wallet/kernel/authorize.h"

/// Promise 6: widening needs the user's signature, narrowing does not.
namespace tollpass {
namespace {

Order OrderOf(OrderKind kind, const std::string& subject = "") {
  Order order;
  order.kind = kind;
  order.subject = subject;
  return order;
}

TEST(Promise6WideningNeedsASignature, WithoutAMandateTheUserIsAsked) {
  KernelHome home;
  const auto kernel = home.Start();
  const Decision asked = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(asked.kind, DecisionKind::kAsk) << ReasonCode(asked.reason);
  EXPECT_EQ(ReasonCode(asked.reason), "no_mandate");
  EXPECT_EQ(asked.ask_wait_ms, 20'000);
  EXPECT_FALSE(asked.approval_id.empty());
  EXPECT_EQ(asked.proof, Proof());

  // Asking again while it waits is the same question.
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).approval_id, asked.approval_id);
  EXPECT_EQ(home.Log().size(), 1U);
  EXPECT_EQ(home.SpentToday(), "0");
}

TEST(Promise6WideningNeedsASignature, AnApprovalPaysOnceAndOnlyForItsOwnCall) {
  KernelHome home;
  const auto kernel = home.Start();
  const Decision asked = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(asked.kind, DecisionKind::kAsk);
  EXPECT_TRUE(
      absl::IsPermissionDenied(home.GiveUnsigned(OrderOf(OrderKind::kApprove, asked.approval_id))));
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kAsk);

  const absl::Status approved = home.Approve(asked.approval_id);
  ASSERT_TRUE(approved.ok()) << approved;
  EXPECT_EQ(kernel->Authorize(home.Request("{\"other\":1}")).kind, DecisionKind::kAsk);
  EXPECT_EQ(kernel->Authorize(home.Request("{}", "10001")).kind, DecisionKind::kAsk);

  const Decision paid = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  EXPECT_EQ(home.SpentToday(), "10000");
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kAsk);
  EXPECT_EQ(home.SpentToday(), "10000");
}

TEST(Promise6WideningNeedsASignature, ADenialNeedsNoneAndHoldsUntilASignedYes) {
  KernelHome home;
  const auto kernel = home.Start();
  const Decision asked = kernel->Authorize(home.Request("{}"));
  const absl::Status denied = home.GiveUnsigned(OrderOf(OrderKind::kDeny, asked.approval_id));
  ASSERT_TRUE(denied.ok()) << denied;
  const Decision decision = kernel->Authorize(home.Request("{}"));
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
  EXPECT_EQ(ReasonCode(decision.reason), "approval_denied");
  EXPECT_FALSE(home.GiveUnsigned(OrderOf(OrderKind::kApprove, asked.approval_id)).ok());
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kDecline);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
}

TEST(Promise6WideningNeedsASignature, AnEditOfThePolicyNeverGetsBeyondTheMandate) {
  KernelHome home;
  home.Allow();
  std::string wider(kFiveADay);
  for (size_t at = wider.find("\"0.0"); at != std::string::npos; at = wider.find("\"0.0", at)) {
    wider.replace(at, 4, "\"9.0");
  }
  home.WritePolicy(wider);
  const auto kernel = home.Start();
  EXPECT_EQ(kernel->Authorize(home.Request("{}", "20000")).kind, DecisionKind::kPay);
  EXPECT_EQ(kernel->Authorize(home.Request("{\"a\":1}", "20001")).kind, DecisionKind::kAsk);
  auto other_payee = home.Request("{\"a\":2}");
  other_payee.challenge.offers[0].pay_to = kOtherPayee;
  EXPECT_EQ(kernel->Authorize(other_payee).kind, DecisionKind::kDecline);
  EXPECT_EQ(home.SpentToday(), "20000");
}

TEST(Promise6WideningNeedsASignature, AFullMandateAsksEvenIfThePolicyHasRoom) {
  KernelHome home;
  home.Allow([](MandateTerms& terms) { terms.uses = 1; });
  const auto kernel = home.Start();
  EXPECT_EQ(kernel->Authorize(home.Request("{\"a\":1}")).kind, DecisionKind::kPay);
  const Decision asked = kernel->Authorize(home.Request("{\"a\":2}"));
  EXPECT_EQ(asked.kind, DecisionKind::kAsk);
  EXPECT_EQ(ReasonCode(asked.reason), "mandate_exhausted");

  // Another mandate takes over where the first is used up.
  home.Allow();
  EXPECT_EQ(kernel->Authorize(home.Request("{\"a\":3}")).kind, DecisionKind::kPay);
}

TEST(Promise6WideningNeedsASignature, AnEditOfTheAssetTableMakesNobodyApproveAnotherSum) {
  // A program gives the coin other decimals: "0.01" of it would be ten thousand.
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  home.WritePolicy(std::string(kFiveADay) +
                   "[asset.USDC]\nnetwork = \"eip155:84532\"\ndecimals = 12\n"
                   "id = \"0x036CbD53842c5426634e7929541eC2318f3dCF7e\"\n"
                   "eip712 = { name = \"USDC\", version = \"2\" }\n");
  const Decision decision = kernel->Authorize(home.Request("{}", "10000000"));
  EXPECT_EQ(ReasonCode(decision.reason), "policy_broken");
  EXPECT_EQ(home.Charges(), 0U);
}

TEST(Promise6WideningNeedsASignature, AnApprovalHoldsForTheDecimalsThatWereShown) {
  const auto with_decimals = [](int decimals) {
    std::string text(kFiveADay);
    text.replace(text.find("[\"USDC\"]"), 8, "[\"COIN\"]");
    return text +
           "[asset.COIN]\nnetwork = \"eip155:84532\"\ndecimals = " + std::to_string(decimals) +
           "\nid = \"0x4444444444444444444444444444444444444444\"\n" +
           "eip712 = { name = \"Coin\", version = \"1\" }\n";
  };
  KernelHome home;
  home.WritePolicy(with_decimals(6));
  const auto kernel = home.Start();
  auto request = home.Request("{}");
  request.challenge.offers[0].asset = "0x4444444444444444444444444444444444444444";
  request.challenge.offers[0].extra = R"({"name":"Coin","version":"1"})";
  const Decision asked = kernel->Authorize(request);
  ASSERT_EQ(asked.kind, DecisionKind::kAsk) << ReasonCode(asked.reason);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  home.WritePolicy(with_decimals(12));
  EXPECT_EQ(kernel->Authorize(request).kind, DecisionKind::kAsk);
  home.WritePolicy(with_decimals(6));
  EXPECT_EQ(kernel->Authorize(request).kind, DecisionKind::kPay);
}

TEST(Promise6WideningNeedsASignature, AMandateThatIsUsedUpTellsSoBesideOneThatEnded) {
  KernelHome home;
  home.Allow([](MandateTerms& terms) { terms.not_after = terms.not_before + 60; });
  const std::string revoked = home.Allow();
  ASSERT_TRUE(home.GiveUnsigned(OrderOf(OrderKind::kRevoke, revoked)).ok());
  home.clock().Pass(61);
  const auto kernel = home.Start();
  EXPECT_EQ(ReasonCode(kernel->Authorize(home.Request("{\"a\":1}")).reason), "mandate_expired");
  home.Allow([](MandateTerms& terms) { terms.uses = 1; });
  EXPECT_EQ(kernel->Authorize(home.Request("{\"a\":2}")).kind, DecisionKind::kPay);
  EXPECT_EQ(ReasonCode(kernel->Authorize(home.Request("{\"a\":3}")).reason), "mandate_exhausted");
}

TEST(Promise6WideningNeedsASignature, ARevokedMandateIsTheReasonWhereThereIsNoOther) {
  KernelHome home;
  const std::string revoked = home.Allow();
  ASSERT_TRUE(home.GiveUnsigned(OrderOf(OrderKind::kRevoke, revoked)).ok());
  EXPECT_EQ(ReasonCode(home.Start()->Authorize(home.Request("{}")).reason), "mandate_revoked");
}

TEST(Promise6WideningNeedsASignature, ATighterPolicyHoldsFromTheNextDecisionOn) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  ASSERT_EQ(kernel->Authorize(home.Request("{\"a\":1}")).kind, DecisionKind::kPay);
  home.WritePolicy(std::string(kFiveADay) + "pay = false\n");
  const Decision decision = kernel->Authorize(home.Request("{\"a\":2}"));
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
  EXPECT_EQ(ReasonCode(decision.reason), "tool_not_payable");
}

TEST(Promise6WideningNeedsASignature, APolicyThatIsTightenedMidFlightIsSeenInTheTransaction) {
  // Attack L05.
  KernelHome home;
  home.Allow();
  SystemRandom random;
  FailingLedger ledger(*Ledger::Open(home.home(), home.clock(), random));
  ledger.after_begin = [&] { home.WritePolicy(std::string(kFiveADay) + "pay = false\n"); };
  PolicyFile policy(home.home().PolicyPath());
  Wallet wallet(home.home().KeysPath());
  const Decision decision = Authorizer(policy, wallet, random)
                                .Authorize(home.Request("{}"), ledger, home.clock().UnixMillis());
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
  EXPECT_EQ(ReasonCode(decision.reason), "tool_not_payable");
  EXPECT_EQ(ledger.commits, 0);
}

TEST(Promise6WideningNeedsASignature, AnybodyCanPauseAndRevokeAtOnce) {
  // Attack L15.
  KernelHome home;
  const std::string mandate = home.Allow();
  const auto kernel = home.Start();
  const Decision first = kernel->Authorize(home.Request("{\"a\":1}"));
  ASSERT_EQ(first.kind, DecisionKind::kPay);
  Report lost;
  lost.charge_id = first.charge_id;
  lost.generation = first.generation;
  ASSERT_TRUE(kernel->Conclude(lost).ok());

  ASSERT_TRUE(home.GiveUnsigned(OrderOf(OrderKind::kPause)).ok());
  for (const char* arguments : {"{\"a\":1}", "{\"a\":2}"}) {
    const Decision paused = kernel->Authorize(home.Request(arguments));
    EXPECT_EQ(paused.kind, DecisionKind::kDecline) << arguments;
    EXPECT_EQ(ReasonCode(paused.reason), "paused") << arguments;
    EXPECT_EQ(paused.proof, Proof()) << arguments;
  }

  EXPECT_TRUE(absl::IsPermissionDenied(home.GiveUnsigned(OrderOf(OrderKind::kResume))));
  EXPECT_EQ(ReasonCode(kernel->Authorize(home.Request("{\"a\":2}")).reason), "paused");
  ASSERT_TRUE(home.Give(OrderOf(OrderKind::kResume)).ok());
  EXPECT_EQ(kernel->Authorize(home.Request("{\"a\":1}")).kind, DecisionKind::kRepeat);

  ASSERT_TRUE(home.GiveUnsigned(OrderOf(OrderKind::kRevoke, mandate)).ok());
  EXPECT_EQ(kernel->Authorize(home.Request("{\"a\":3}")).kind, DecisionKind::kAsk);
}

}  // namespace
}  // namespace tollpass
