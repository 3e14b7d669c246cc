#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;

/// Runs `body` in a process of its own; its wait status.
int RunInChild(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// Pays in a process that is gone afterwards.
void PayInAProcessThatDies(LedgerHome& home) {
  const int status = RunInChild([&] {
    const auto ledger = home.Open();
    DecidedCall decided = Payable(TestCall());
    decided.called_at_ms = home.clock().UnixMillis();
    _exit(TryPay(*ledger, decided).ok() ? 0 : 1);
  });
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);
}

TEST(Recovery, EndsTheCallsOfDeadProcesses) {
  LedgerHome home;
  PayInAProcessThatDies(home);
  const LogRow before = home.Read()->Log(0, 0)->front();
  EXPECT_EQ(before.call, CallState::kLive);
  const auto ledger = home.Open();
  EXPECT_EQ(ledger->Recover().value(), 1);
  const LogRow after = home.Row(before.id);
  EXPECT_EQ(after.call, CallState::kOpen);
  EXPECT_EQ(after.money, MoneyState::kUnknown);
  EXPECT_EQ(home.Sum("all"), "10000");
  EXPECT_EQ(home.Read()->FactsFor(TestCall(), home.clock().seconds())->undelivered, 0)
      << "that is not the tool's fault";
  EXPECT_EQ(ledger->Recover().value(), 0);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Recovery, KeepsWhatIsKnownOfTheMoney) {
  LedgerHome home;
  PayInAProcessThatDies(home);
  const auto ledger = home.Open();
  OpenCharge charge;
  charge.id = home.Read()->Log(0, 0)->front().id;
  charge.generation = 0;
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kLive)).ok());
  EXPECT_EQ(ledger->Recover().value(), 1);
  EXPECT_EQ(home.Row(charge.id).money, MoneyState::kSettled);
}

TEST(Recovery, LeavesTheCallsOfLivingProcessesAlone) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  EXPECT_EQ(home.Open()->Recover().value(), 0);
  EXPECT_EQ(home.Row(charge.id).call, CallState::kLive);
  // A process of another pid namespace cannot be seen from here: it counts as living.
  home.Tamper("UPDATE charges SET owner_pid_namespace = 1, owner_pid = 999999");
  EXPECT_EQ(home.Open()->Recover().value(), 0);
}

TEST(Promise4OnePaymentAfterACrash, ARepeatGetsTheIdenticalBytes) {
  LedgerHome home;
  PayInAProcessThatDies(home);
  const auto ledger = home.Open();
  const std::string id = home.Read()->Log(0, 0)->front().id;
  const Proof first = ledger->Find(id)->second;
  ASSERT_EQ(ledger->Recover().value(), 1);
  const OpenCharge adopted = Begin(*ledger, home.clock(), TestCall())->CommitAdoption().value();
  EXPECT_EQ(adopted.id, id);
  EXPECT_EQ(adopted.proof, first);
  EXPECT_EQ(home.Sum("all"), "10000");
}

#ifdef TOLLPASS_FAULTS

/// Lets a process run into the fault point `name` while it pays and settles.
void CrashAt(LedgerHome& home, const char* name) {
  const int status = RunInChild([&] {
    setenv("TOLLPASS_FAULT", name, 1);
    const auto ledger = home.Open();
    const absl::StatusOr<OpenCharge> charge = TryPay(*ledger, Payable(TestCall()));
    if (charge.ok()) {
      ledger->Settle(Concluded(*charge, MoneyState::kSettled, CallState::kAnswered)).IgnoreError();
    }
  });
  ASSERT_TRUE(WIFSIGNALED(status)) << name << " was not passed";
  ASSERT_EQ(WTERMSIG(status), SIGKILL) << name;
}

TEST(Promise2NothingLeavesUncommitted, AProcessThatIsKilledLeavesTheWholeChargeOrNone) {
  const struct {
    const char* fault;
    bool charged;
    MoneyState money;
    CallState call;
  } cases[] = {
      {"ledger_begun", false, {}, {}},
      {"ledger_before_commit", false, {}, {}},
      {"ledger_after_commit", true, MoneyState::kUnknown, CallState::kOpen},
      {"settle_before_commit", true, MoneyState::kUnknown, CallState::kOpen},
      {"settle_after_commit", true, MoneyState::kSettled, CallState::kAnswered},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    CrashAt(home, item.fault);
    const auto ledger = home.Open();
    ASSERT_TRUE(ledger->Recover().ok()) << item.fault;
    const std::vector<LogRow> log = home.Read()->Log(0, 0).value();
    ASSERT_EQ(log.size(), item.charged ? 1U : 0U) << item.fault;
    EXPECT_EQ(home.Sum("all"), item.charged ? "10000" : "0") << item.fault;
    if (item.charged) {
      EXPECT_EQ(log[0].money, item.money) << item.fault;
      EXPECT_EQ(log[0].call, item.call) << item.fault;
    }
    const auto transaction = Begin(*ledger, home.clock(), TestCall());
    EXPECT_EQ(transaction->repeat().has_value(), item.charged && item.call == CallState::kOpen)
        << item.fault;
    EXPECT_THAT(home.Verify().faults, IsEmpty()) << item.fault;
  }
}

#endif  // TOLLPASS_FAULTS

}  // namespace
}  // namespace tollpass
