#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "tests/wallet/kernel_home.h"
#include "tests/wallet/ledger_shell.h"
#include "wallet/kernel/local_kernel.h"
#include "wallet/schemes/eip3009.h"

/// Promise 4: one payment per call. A repeat gets the identical bytes of the first proof while that
/// can still settle; two calls that the host really made are two calls.
namespace tollpass {
namespace {

constexpr int64_t kHostTimeout = 60;

/// Does not take the next reports.
class BusyLedger final : public LedgerShell {
 public:
  BusyLedger(std::unique_ptr<Ledger> inner, absl::Status refusal, int& refusals)
      : LedgerShell(std::move(inner)), refusal_(std::move(refusal)), refusals_(refusals) {}

  absl::Status Settle(const Conclusion& conclusion) override {
    if (refusals_ == 0) return LedgerShell::Settle(conclusion);
    --refusals_;
    return refusal_;
  }

 private:
  const absl::Status refusal_;
  int& refusals_;
};

class Promise4OnePaymentPerCall : public ::testing::Test {
 protected:
  Promise4OnePaymentPerCall() { home_.Allow(); }

  /// A first call {} that was paid.
  Decision PayFirst(Kernel& kernel) {
    Decision paid = kernel.Authorize(home_.Request("{}"));
    EXPECT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
    return paid;
  }

  static void End(Kernel& kernel, const Decision& decision, Report::Outcome outcome,
                  bool answered = false) {
    Report report;
    report.charge_id = decision.charge_id;
    report.generation = decision.generation;
    report.outcome = outcome;
    report.answered = answered;
    const absl::Status concluded = kernel.Conclude(report);
    EXPECT_TRUE(concluded.ok()) << concluded;
  }

  KernelHome home_;
};

TEST_F(Promise4OnePaymentPerCall, ALostAnswersRepeatGetsTheSameProof) {
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  End(*kernel, first, Report::Outcome::kLost);
  const Decision repeat = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_EQ(repeat.charge_id, first.charge_id);
  EXPECT_EQ(repeat.proof, first.proof);
  EXPECT_NE(repeat.generation, first.generation);
  EXPECT_FALSE(repeat.was_refused);
  EXPECT_EQ(home_.Charges(), 1U);
  EXPECT_EQ(home_.SpentToday(), "10000");
}

// Whoever carried the messages may be gone by then, and the repeat come on another connection.
TEST_F(Promise4OnePaymentPerCall, AReportThatTheLedgerDidNotTakeIsRecordedBeforeARepeatIsPaid) {
  const absl::Status refused[] = {absl::UnavailableError("busy"),
                                  absl::FailedPreconditionError("no more files can be opened")};
  size_t charges = 0;
  for (const absl::Status& refusal : refused) {
    int refusals = 2;
    SystemRandom random;
    const auto kernel = MakeLocalKernel(
        home_.home(), home_.clock(), random, [&]() -> absl::StatusOr<std::unique_ptr<Ledger>> {
          auto ledger = Ledger::Open(home_.home(), home_.clock(), random);
          if (!ledger.ok()) return ledger.status();
          return std::make_unique<BusyLedger>(*std::move(ledger), refusal, refusals);
        });
    const AuthorizeRequest request = home_.Request(absl::StrFormat(R"({"n":%d})", ++charges));
    const Decision first = kernel->Authorize(request);
    ASSERT_EQ(first.kind, DecisionKind::kPay) << ReasonCode(first.reason);
    Report lost;
    lost.charge_id = first.charge_id;
    lost.generation = first.generation;
    EXPECT_TRUE(absl::IsUnavailable(kernel->Conclude(lost))) << refusal;
    const Decision busy = kernel->Authorize(request);
    EXPECT_EQ(busy.kind, DecisionKind::kUnavailable) << ReasonCode(busy.reason);
    EXPECT_TRUE(busy.left_before);
    EXPECT_EQ(kernel->Authorize(request).kind, DecisionKind::kRepeat) << refusal;
    EXPECT_EQ(home_.Charges(), charges);
  }
}

// The host of a proxy that died repeats its call at another one, which has paid before.
TEST_F(Promise4OnePaymentPerCall, ARepeatAtAProcessThatRanAlreadyGetsTheProofOfTheDeadOne) {
  const auto kernel = home_.Start();
  End(*kernel, kernel->Authorize(home_.Request(R"({"other":1})")), Report::Outcome::kDelivered,
      true);
  const pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    const Decision paid = home_.Start()->Authorize(home_.Request("{}"));
    _exit(paid.kind == DecisionKind::kPay ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  const Decision repeat = kernel->Authorize(home_.Request("{}"));
  EXPECT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_EQ(home_.Charges(), 2U);
}

TEST_F(Promise4OnePaymentPerCall, ARestartAndOtherKeyOrderMakeNoDifference) {
  Decision first;
  {
    const auto kernel = home_.Start();
    first = kernel->Authorize(home_.Request(R"({"a":1,"b":2})"));
    ASSERT_EQ(first.kind, DecisionKind::kPay) << ReasonCode(first.reason);
    End(*kernel, first, Report::Outcome::kLost);
  }
  const Decision repeat = home_.Start()->Authorize(home_.Request(R"({ "b": 2, "a": 1 })"));
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_EQ(repeat.proof, first.proof);
}

TEST_F(Promise4OnePaymentPerCall, ARepeatGetsTheFirstProofWhateverTheFreshTermsSay) {
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  End(*kernel, first, Report::Outcome::kLost);
  auto dearer = home_.Request("{}", "19999");
  dearer.challenge.offers[0].pay_to = kOtherPayee;
  const Decision repeat = kernel->Authorize(dearer);
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_EQ(repeat.proof, first.proof);
  EXPECT_EQ(home_.SpentToday(), "10000");
}

TEST_F(Promise4OnePaymentPerCall, ARefusedProofIsToldFromALostOne) {
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  End(*kernel, first, Report::Outcome::kRefused);
  const Decision repeat = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_TRUE(repeat.was_refused);
  EXPECT_EQ(repeat.proof, first.proof);
}

TEST_F(Promise4OnePaymentPerCall, TwoEqualCallsAtTheSameTimeAreTwoPayments) {
  // Attack S22.
  const auto kernel = home_.Start();
  const Decision one = kernel->Authorize(home_.Request("{}"));
  const Decision other = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(one.kind, DecisionKind::kPay) << ReasonCode(one.reason);
  ASSERT_EQ(other.kind, DecisionKind::kPay) << ReasonCode(other.reason);
  EXPECT_NE(one.charge_id, other.charge_id);
  EXPECT_NE(one.proof.payload, other.proof.payload);
  EXPECT_NE(one.proof.payment_id, other.proof.payment_id);
  EXPECT_NE(one.proof.one_time, other.proof.one_time);
  EXPECT_EQ(home_.SpentToday(), "20000");
}

TEST_F(Promise4OnePaymentPerCall, AnElderThatTheHostGaveUpOnIsRepeatedNotPaidAgain) {
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  home_.clock().Pass(kHostTimeout - 1);
  EXPECT_EQ(kernel->Authorize(home_.Request("{\"other\":1}")).kind, DecisionKind::kPay);
  home_.clock().Pass(1);
  const Decision repeat = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_EQ(repeat.proof, first.proof);
}

TEST_F(Promise4OnePaymentPerCall, AnAnsweredCallsTwinIsANewCall) {
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  End(*kernel, first, Report::Outcome::kDelivered, true);
  const Decision second = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(second.kind, DecisionKind::kPay) << ReasonCode(second.reason);
  EXPECT_NE(second.proof.payload, first.proof.payload);
  EXPECT_EQ(home_.SpentToday(), "20000");
}

TEST_F(Promise4OnePaymentPerCall, AnotherToolServerOrPersonNeverGetsTheProof) {
  // Attack S11.
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  End(*kernel, first, Report::Outcome::kLost);
  auto other_tool = home_.Request("{}");
  other_tool.call.tool = "other";
  auto other_person = home_.Request("{}");
  other_person.call.principal = "somebody";
  for (const auto& request : {other_tool, other_person, home_.Request("{\"a\":1}")}) {
    const Decision decision = kernel->Authorize(request);
    EXPECT_EQ(decision.kind, DecisionKind::kPay) << ReasonCode(decision.reason);
    EXPECT_NE(decision.proof.payload, first.proof.payload);
  }
}

TEST_F(Promise4OnePaymentPerCall, OnceTheProofIsDeadTheUserIsAskedAndTheNonceIsReused) {
  const auto kernel = home_.Start();
  const Decision first = PayFirst(*kernel);
  End(*kernel, first, Report::Outcome::kLost);
  home_.clock().Pass(60 + kBlockTimeLag - 1);
  const Decision repeat = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  End(*kernel, repeat, Report::Outcome::kLost);

  home_.clock().Pass(1);
  const Decision asked = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(asked.kind, DecisionKind::kAsk) << ReasonCode(asked.reason);
  EXPECT_EQ(ReasonCode(asked.reason), "outcome_unknown");
  ASSERT_TRUE(home_.Approve(asked.approval_id).ok());

  const Decision second = kernel->Authorize(home_.Request("{}"));
  ASSERT_EQ(second.kind, DecisionKind::kPay) << ReasonCode(second.reason);
  EXPECT_NE(second.proof.payload, first.proof.payload);
  EXPECT_EQ(second.proof.one_time, first.proof.one_time);
  EXPECT_EQ(home_.SpentToday(), "20000");
}

TEST_F(Promise4OnePaymentPerCall, ARepeatForAnotherPayeeAsksAboutTheFirstPaymentToo) {
  KernelHome home;
  std::string pinned(kFiveADay);
  pinned.resize(pinned.find("pay_to"));
  home.WritePolicy(pinned);
  const auto kernel = home.Start();
  const Decision first = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(ReasonCode(first.reason), "payee_new");
  ASSERT_TRUE(home.Approve(first.approval_id).ok());
  const Decision paid = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  Report lost;
  lost.charge_id = paid.charge_id;
  lost.generation = paid.generation;
  ASSERT_TRUE(kernel->Conclude(lost).ok());
  home.clock().Pass(60 + kBlockTimeLag);

  auto repeat = home.Request("{}");
  repeat.challenge.offers[0].pay_to = kOtherPayee;
  const Decision asked = kernel->Authorize(repeat);
  ASSERT_EQ(asked.kind, DecisionKind::kAsk) << ReasonCode(asked.reason);
  const auto question = (*LedgerReader::Open(home.home()))->FindApproval(asked.approval_id);
  ASSERT_TRUE(question.ok()) << question.status();
  EXPECT_EQ(question->reason, "outcome_unknown");
  EXPECT_EQ(question->also, "payee_changed");
  EXPECT_EQ(home.Charges(), 1U);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  EXPECT_EQ(kernel->Authorize(repeat).kind, DecisionKind::kPay);
}

TEST_F(Promise4OnePaymentPerCall, AProofAndItsIdentifierAreNeverUsedForTwoCharges) {
  const auto kernel = home_.Start();
  const Decision one = kernel->Authorize(home_.Request("{\"a\":1}"));
  const Decision other = kernel->Authorize(home_.Request("{\"a\":2}"));
  EXPECT_EQ(one.proof.payment_id.size(), std::string("pay_").size() + 32);
  EXPECT_EQ(one.proof.payment_id.substr(0, 4), "pay_");
  EXPECT_NE(one.proof.payment_id, other.proof.payment_id);
  EXPECT_NE(one.proof.one_time, other.proof.one_time);
}

}  // namespace
}  // namespace tollpass
