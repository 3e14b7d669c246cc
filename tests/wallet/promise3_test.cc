#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/wallet/kernel_home.h"
#include "tests/wallet/known_keys.h"
#include "wallet/schemes/eip3009.h"

/// Promise 3: only evidence that the payee cannot make gives budget back. What a server says
/// changes what the user is told, never what is counted.
namespace tollpass {
namespace {

Receipt GoodReceipt() {
  Receipt receipt;
  receipt.success = true;
  receipt.network = "eip155:84532";
  receipt.transaction = "0x" + std::string(64, 'a');
  receipt.payer = kAccount0;
  receipt.verbatim = "{}";
  return receipt;
}

Receipt Changed(void (*change)(Receipt&)) {
  Receipt receipt = GoodReceipt();
  change(receipt);
  return receipt;
}

struct Ending {
  const char* what;
  Report::Outcome outcome;
  bool answered;
  std::optional<Receipt> receipt;
  MoneyState money;
  CallState call;
  Evidence evidence;
  const char* alarm;
};

std::vector<Ending> Endings() {
  using Outcome = Report::Outcome;
  return {
      {"delivered, good receipt", Outcome::kDelivered, true, GoodReceipt(), MoneyState::kSettled,
       CallState::kAnswered, Evidence::kMatched, ""},
      {"delivered, lower amount", Outcome::kDelivered, true,
       Changed([](Receipt& r) { r.amount = "1"; }), MoneyState::kSettled, CallState::kAnswered,
       Evidence::kMatched, ""},
      {"delivered, larger amount", Outcome::kDelivered, true,
       Changed([](Receipt& r) { r.amount = "10001"; }), MoneyState::kUnknown, CallState::kAnswered,
       Evidence::kClaimed, "amount"},
      {"delivered, another payer", Outcome::kDelivered, true,
       Changed([](Receipt& r) { r.payer = kAccount1; }), MoneyState::kUnknown, CallState::kAnswered,
       Evidence::kClaimed, "payer"},
      {"delivered, receipt of failure", Outcome::kDelivered, true,
       Changed([](Receipt& r) { r.success = false; }), MoneyState::kRefused, CallState::kAnswered,
       Evidence::kNone, ""},
      {"delivered, no receipt", Outcome::kDelivered, true, std::nullopt, MoneyState::kUnknown,
       CallState::kAnswered, Evidence::kNone, ""},
      {"delivered too late", Outcome::kDelivered, false, GoodReceipt(), MoneyState::kSettled,
       CallState::kOpen, Evidence::kMatched, ""},
      {"refused", Outcome::kRefused, false, std::nullopt, MoneyState::kRefused, CallState::kOpen,
       Evidence::kNone, ""},
      {"lost", Outcome::kLost, false, std::nullopt, MoneyState::kUnknown, CallState::kOpen,
       Evidence::kNone, ""},
  };
}

Report ReportOf(const Decision& decision, const Ending& ending) {
  Report report;
  report.charge_id = decision.charge_id;
  report.generation = decision.generation;
  report.outcome = ending.outcome;
  report.answered = ending.answered;
  report.receipt = ending.receipt;
  return report;
}

TEST(Promise3BudgetNeverComesBack, HoweverACallEndsItsFullChargeCounts) {
  for (const Ending& ending : Endings()) {
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    const Decision paid = kernel->Authorize(home.Request("{}"));
    ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
    const absl::Status concluded = kernel->Conclude(ReportOf(paid, ending));
    ASSERT_TRUE(concluded.ok()) << ending.what << ": " << concluded;

    const LogRow row = home.Show(paid.charge_id);
    EXPECT_EQ(MoneyName(*row.money), MoneyName(ending.money)) << ending.what;
    EXPECT_EQ(CallName(*row.call), CallName(ending.call)) << ending.what;
    EXPECT_STREQ(EvidenceName(row.evidence), EvidenceName(ending.evidence)) << ending.what;
    EXPECT_EQ(row.alarm, ending.alarm) << ending.what;
    EXPECT_EQ(row.amount, Amount(10'000)) << ending.what;
    EXPECT_EQ(home.SpentToday(), "10000") << ending.what;

    // Told twice, it is the same.
    ASSERT_TRUE(kernel->Conclude(ReportOf(paid, ending)).ok()) << ending.what;
    EXPECT_EQ(MoneyName(*home.Show(paid.charge_id).money), MoneyName(ending.money));
    EXPECT_EQ(home.SpentToday(), "10000") << ending.what;
  }
}

TEST(Promise3BudgetNeverComesBack, AServerThatSaysRefusedAndWaitsForExpiryGetsFiveProofsADay) {
  // Attack S20: it settles, says that it did not, waits until the proof is dead, asks again.
  KernelHome home;
  home.WritePolicy(std::string(kFiveADay) + "breaker = \"off\"\n");  // else it stops the third
  home.Allow();
  const auto kernel = home.Start();
  int proofs = 0;
  for (int round = 0; round < 20; ++round) {
    const Decision decision =
        kernel->Authorize(home.Request("{\"round\":" + std::to_string(round) + "}"));
    if (decision.kind == DecisionKind::kPay) {
      ++proofs;
      Report refused;
      refused.charge_id = decision.charge_id;
      refused.generation = decision.generation;
      refused.outcome = Report::Outcome::kRefused;
      ASSERT_TRUE(kernel->Conclude(refused).ok());
    } else {
      EXPECT_EQ(decision.kind, DecisionKind::kDecline);
      EXPECT_EQ(ReasonCode(decision.reason), "over_day");
    }
    home.clock().Pass(300 + kBlockTimeLag + 1);
  }
  EXPECT_EQ(proofs, 5);
  EXPECT_EQ(home.SpentToday(), "50000");
}

TEST(Promise3BudgetNeverComesBack, AReportAboutAnUnknownChargeIsAnError) {
  KernelHome home;
  Report report;
  report.charge_id = "c_none";
  EXPECT_TRUE(absl::IsNotFound(home.Start()->Conclude(report)));
}

}  // namespace
}  // namespace tollpass
