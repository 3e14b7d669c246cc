#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mandates/ledger.h"
#include "tests/wallet/failing_ledger.h"
#include "tests/wallet/kernel_home.h"
#include "wallet/kernel/authorize.h"

/// Promise 2: nothing leaves that is not durable, and every limit is checked and charged in the one
/// transaction that makes it so, across threads and processes.
namespace tollpass {
namespace {

constexpr int kKernels = 10;
constexpr int kCallsEach = 3;
constexpr int kBudgetedCalls = 5;

std::string Arguments(int kernel, int call) {
  return "{\"call\":" + std::to_string(kernel * kCallsEach + call) + "}";
}

/// Makes the calls of one kernel of its own; returns how many proofs came out.
int PayAll(KernelHome& home, int number) {
  const auto kernel = home.Start();
  int proofs = 0;
  for (int call = 0; call < kCallsEach; ++call) {
    const Decision decision = kernel->Authorize(home.Request(Arguments(number, call)));
    proofs += decision.kind == DecisionKind::kPay && !decision.proof.payload.empty() ? 1 : 0;
  }
  return proofs;
}

/// What became of a child that runs `body` and exits with its result.
template <typename Body>
int RunChild(const Body& body) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(Promise2NothingLeavesThatIsNotDurable, TheChargeCanBeSeenByOthersBeforeTheProofIsOut) {
  KernelHome home;
  home.Allow();
  const Decision paid = home.Start()->Authorize(home.Request("{}"));
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  const LogRow row = home.Show(paid.charge_id);
  EXPECT_EQ(row.money, MoneyState::kHeld);
  EXPECT_EQ(row.call, CallState::kLive);
  EXPECT_EQ(row.amount, Amount(10'000));
  EXPECT_EQ(home.SpentToday(), "10000");
}

TEST(Promise2NothingLeavesThatIsNotDurable, NoCommitMeansNoProof) {
  for (const absl::StatusCode code :
       {absl::StatusCode::kUnavailable, absl::StatusCode::kAborted, absl::StatusCode::kDataLoss}) {
    KernelHome home;
    home.Allow();
    SystemRandom random;
    FailingLedger ledger(*Ledger::Open(home.home(), home.clock(), random));
    ledger.commit_status = absl::Status(code, "disk full");
    PolicyFile policy(home.home().PolicyPath());
    Wallet wallet(home.home().KeysPath());
    const Decision decision = Authorizer(policy, wallet, random)
                                  .Authorize(home.Request("{}"), ledger, home.clock().UnixMillis());
    EXPECT_EQ(ledger.commits, 1);
    EXPECT_EQ(decision.kind, DecisionKind::kUnavailable);
    EXPECT_EQ(decision.reason, code == absl::StatusCode::kDataLoss ? Reason::kLedgerBroken
                                                                   : Reason::kLedgerUnavailable);
    EXPECT_EQ(decision.proof, Proof());
    EXPECT_EQ(home.Charges(), 0U);
    EXPECT_EQ(home.SpentToday(), "0");
  }
}

TEST(Promise2NothingLeavesThatIsNotDurable, AKeyThatCannotSignLeavesNothingCharged) {
  KernelHome home;
  home.Allow();
  SystemRandom random;
  FailingLedger ledger(*Ledger::Open(home.home(), home.clock(), random));
  // A one-time value that no scheme can use makes the signature fail after the charge.
  ledger.one_time = "not hex";
  PolicyFile policy(home.home().PolicyPath());
  Wallet wallet(home.home().KeysPath());
  const Decision decision = Authorizer(policy, wallet, random)
                                .Authorize(home.Request("{}"), ledger, home.clock().UnixMillis());
  EXPECT_EQ(decision.kind, DecisionKind::kUnavailable);
  EXPECT_EQ(decision.reason, Reason::kSigningFailed);
  EXPECT_EQ(ledger.commits, 0);
  EXPECT_EQ(home.SpentToday(), "0");
  ASSERT_EQ(home.Log().size(), 1U);
  EXPECT_EQ(home.Log()[0].reason, "signing_failed");
  EXPECT_EQ(home.Log()[0].money, std::nullopt);
}

TEST(Promise2NothingLeavesThatIsNotDurable, TenKernelsShareOneBudgetAcrossThreads) {
  KernelHome home;
  home.Allow();
  std::atomic<int> proofs = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < kKernels; ++number) {
    threads.emplace_back([&, number] { proofs += PayAll(home, number); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(proofs, kBudgetedCalls);
  EXPECT_EQ(home.Charges(), static_cast<size_t>(kBudgetedCalls));
  EXPECT_EQ(home.SpentToday(), "50000");
}

TEST(Promise2NothingLeavesThatIsNotDurable, TenKernelsShareOneBudgetAcrossProcesses) {
  KernelHome home;
  home.Allow();
  std::vector<pid_t> children;
  for (int number = 0; number < kKernels; ++number) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(PayAll(home, number));
    }
    children.push_back(child);
  }
  int proofs = 0;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    proofs += WEXITSTATUS(status);
  }
  EXPECT_EQ(proofs, kBudgetedCalls);
  EXPECT_EQ(home.Charges(), static_cast<size_t>(kBudgetedCalls));
  EXPECT_EQ(home.SpentToday(), "50000");
}

TEST(Promise2NothingLeavesThatIsNotDurable, OneKernelServesManyThreads) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  std::atomic<int> proofs = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < kKernels; ++number) {
    threads.emplace_back([&, number] {
      const Decision decision = kernel->Authorize(home.Request(Arguments(number, 0)));
      proofs += decision.kind == DecisionKind::kPay ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(proofs, kBudgetedCalls);
  EXPECT_EQ(home.SpentToday(), "50000");
}

#ifdef TOLLPASS_FAULTS
/// Kills a process at `place` while it pays for the call {}.
void DieWhilePaying(KernelHome& home, const char* place) {
  const int status = RunChild([&] {
    setenv("TOLLPASS_FAULT", place, 1);
    home.Start()->Authorize(home.Request("{}"));
    return 0;
  });
  ASSERT_TRUE(WIFSIGNALED(status)) << place;
  ASSERT_EQ(WTERMSIG(status), SIGKILL) << place;
}

TEST(Promise2NothingLeavesThatIsNotDurable, DeathBeforeTheCommitChargesNothing) {
  for (const char* place : {"kernel_after_sign", "kernel_before_commit"}) {
    KernelHome home;
    home.Allow();
    DieWhilePaying(home, place);
    EXPECT_EQ(home.Charges(), 0U) << place;
    const Decision decision = home.Start()->Authorize(home.Request("{}"));
    EXPECT_EQ(decision.kind, DecisionKind::kPay) << place << " " << ReasonCode(decision.reason);
    EXPECT_EQ(home.SpentToday(), "10000") << place;
  }
}

TEST(Promise2NothingLeavesThatIsNotDurable, DeathAfterTheCommitIsFoundAndNotPaidAgain) {
  KernelHome home;
  home.Allow();
  DieWhilePaying(home, "kernel_after_commit");
  ASSERT_EQ(home.Charges(), 1U);
  const std::string charge = home.Log().back().id;
  SystemRandom random;
  const Proof stored = (*Ledger::Open(home.home(), home.clock(), random))->Find(charge)->second;
  ASSERT_FALSE(stored.payload.empty());

  const Decision repeat = home.Start()->Authorize(home.Request("{}"));
  ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
  EXPECT_EQ(repeat.charge_id, charge);
  EXPECT_EQ(repeat.proof, stored);
  EXPECT_EQ(home.Charges(), 1U);
  EXPECT_EQ(home.SpentToday(), "10000");
}

TEST(Promise2NothingLeavesThatIsNotDurable, DeathBeforeTheAnswerIsBookedKeepsTheCharge) {
  KernelHome home;
  home.Allow();
  const int status = RunChild([&] {
    const auto kernel = home.Start();
    const Decision paid = kernel->Authorize(home.Request("{}"));
    setenv("TOLLPASS_FAULT", "kernel_before_settle", 1);
    Report report;
    report.charge_id = paid.charge_id;
    report.generation = paid.generation;
    report.outcome = Report::Outcome::kDelivered;
    report.answered = true;
    static_cast<void>(kernel->Conclude(report));
    return 0;
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(home.Charges(), 1U);
  EXPECT_EQ(home.SpentToday(), "10000");
  EXPECT_EQ(home.Start()->Authorize(home.Request("{}")).kind, DecisionKind::kRepeat);
  EXPECT_EQ(home.SpentToday(), "10000");
}
#endif

}  // namespace
}  // namespace tollpass
