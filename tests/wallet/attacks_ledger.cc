#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/acceptance.h"
#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/wallet/attack_drivers.h"
#include "tests/wallet/attacked_home.h"
#include "wallet/schemes/eip3009.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

constexpr char kPayee1[] = "0x1111111111111111111111111111111111111111";

/// The exit status of a process of its own that runs `body`.
int InAProcess(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// {"policy": {"per_day"}, "processes", "each": {"n", "amount"}}, all at once.
void Processes(const Attack& attack) {
  const Json& input = attack.input;
  const int64_t amount = std::stoll(input["each"]["amount"].get<std::string>());
  const int64_t budget = std::stoll(input["policy"]["per_day"].get<std::string>());
  const int each = input["each"]["n"];
  Json rules = PaysOnly(kPayee1);
  rules["per_day"] = input["policy"]["per_day"];
  AttackedHome home(rules);
  home.Allow();
  std::vector<pid_t> children;
  for (int process = 0; process < input["processes"].get<int>(); ++process) {
    const pid_t child = fork();
    if (child == 0) {
      int proofs = 0;
      const auto kernel = home.Start();
      for (int call = 0; call < each; ++call) {
        const std::string arguments = std::to_string(process * 1000 + call);
        const Decision decision = kernel->Authorize(home.Challenged(QuoteOf(amount), arguments));
        proofs += decision.proof.payload.empty() ? 0 : 1;
      }
      _exit(proofs);
    }
    children.push_back(child);
  }
  int64_t proofs = 0;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    proofs += WEXITSTATUS(status);
  }
  const auto made = static_cast<int64_t>(children.size()) * each;
  EXPECT_EQ(proofs, std::min(made, budget / amount));
  EXPECT_EQ(home.Spent(), proofs * amount);
}

/// {"event": "kill -9"}: wherever it dies, no charge is lost and none is made twice.
void Crash(const Attack&) {
#ifndef TOLLPASS_FAULTS
  GTEST_SKIP() << "needs a build with TOLLPASS_FAULTS";
#endif
  for (const std::string place : {"kernel_after_sign", "kernel_before_commit",
                                  "ledger_after_commit", "kernel_after_commit"}) {
    KernelHome home;
    home.Allow();
    const int status = InAProcess([&] {
      setenv("TOLLPASS_FAULT", place.c_str(), 1);
      home.Start()->Authorize(home.Request("{}"));
      return 0;
    });
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << place;
    const bool committed = home.Charges() == 1;
    EXPECT_EQ(committed, place.ends_with("after_commit")) << place;
    SystemRandom random;
    const auto ledger = *Ledger::Open(home.home(), home.clock(), random);
    const Decision repeat = home.Start()->Authorize(home.Request("{}"));
    EXPECT_EQ(repeat.kind, committed ? DecisionKind::kRepeat : DecisionKind::kPay) << place;
    if (committed) {
      EXPECT_EQ(repeat.proof, ledger->Find(repeat.charge_id)->second) << place;
    }
    EXPECT_EQ(home.Charges(), 1U) << place;
    EXPECT_EQ(home.SpentToday(), "10000") << place;
  }
}

/// {"policy": {"per_call", "total"}, "calls": "10 tools on 5 servers, 10000 each"}.
void SplitBudget(const Attack& attack) {
  const Json& rules = attack.input["policy"];
  const std::vector<int64_t> numbers = NumbersIn(attack.input["calls"]);
  ASSERT_EQ(numbers.size(), 3U);
  const int64_t tools = numbers[0];
  const int64_t amount = numbers[2];
  const int64_t total = std::stoll(rules["total"].get<std::string>());
  const auto program = [](int64_t i) { return "/usr/bin/s" + std::to_string(i); };
  std::string text = PolicyOf(rules, "", R"(command = ["/usr/bin/shop"])");
  for (int64_t i = 0; i < numbers[1]; ++i) {
    text += "[server.s" + std::to_string(i) + "]\ncommand = [\"" + program(i) +
            "\"]\nper_call = \"1 USDC\"\ntotal = \"100 USDC\"\npay_to = [\"" + kPayee1 + "\"]\n";
  }
  AttackedHome home;
  home.WritePolicy(text);
  for (int64_t i = 0; i < numbers[1]; ++i) home.AllowServer("s" + std::to_string(i));
  const auto kernel = home.Start();
  for (int64_t call = 0; call < tools; ++call) {
    AuthorizeRequest request = home.Challenged(QuoteOf(amount), std::to_string(call));
    request.call.tool = "tool" + std::to_string(call);
    request.call.server_id = IdentityOf(program(call % numbers[1]));
    const Decision decision = kernel->Authorize(request);
    const bool fits = (call + 1) * amount <= total;
    EXPECT_EQ(decision.kind, fits ? DecisionKind::kPay : DecisionKind::kDecline) << call;
    EXPECT_EQ(decision.reason, fits ? Reason::kInBounds : Reason::kOverTotal) << call;
  }
  EXPECT_EQ(home.Charges(), static_cast<size_t>(std::min(tools, total / amount)));
}

/// {"policy": {"per_day"}, "loop": [… settles, says refused, waits …], "times"}.
void RefusalLoop(const Attack& attack) {
  const int64_t budget = std::stoll(attack.input["policy"]["per_day"].get<std::string>());
  const int64_t amount = NumbersIn(attack.input["loop"].dump()).at(0);
  Json rules = PaysOnly(kPayee1);
  rules["per_day"] = attack.input["policy"]["per_day"];
  AttackedHome home(rules,
                    "breaker = \"off\"\n");  // else it stops the third
  home.Allow();
  const auto kernel = home.Start();
  int64_t settled = 0;
  for (int round = 0; round < attack.input["times"].get<int>(); ++round) {
    const Decision decision =
        kernel->Authorize(home.Challenged(QuoteOf(amount), std::to_string(round)));
    if (decision.kind == DecisionKind::kPay) {
      settled += amount;
      ASSERT_TRUE(kernel->Conclude(RefusedWith(decision, QuoteOf(amount))).ok());
    } else {
      EXPECT_EQ(decision.reason, Reason::kOverDay);
    }
    home.clock().Pass(300 + kBlockTimeLag + 1);
  }
  EXPECT_EQ(settled, budget / amount * amount);
  EXPECT_EQ(home.Spent(), settled);
}

/// {"event": "wall clock -25 h"}.
void ClockSetBack(const Attack& attack) {
  const int64_t hours = NumbersIn(attack.input["event"].get<std::string>()).at(0);
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  for (int call = 0; call < 5; ++call) {
    ASSERT_EQ(kernel->Authorize(home.Request(std::to_string(call))).kind, DecisionKind::kPay);
  }
  home.clock().Pass(-hours * 3600);
  const Decision back = kernel->Authorize(home.Request("back"));
  EXPECT_EQ(back.kind, DecisionKind::kUnavailable);
  EXPECT_EQ(back.reason, Reason::kClockWentBack);
  EXPECT_NE(back.notice, "") << "the user is told";
  home.clock().Pass(hours * 3600 + 1);
  EXPECT_EQ(kernel->Authorize(home.Request("again")).reason, Reason::kOverDay);
  EXPECT_EQ(home.Charges(), 5U);
}

/// {"calls": full cap on both sides of midnight}: under a rolling window only once.
void DayBoundary(const Attack&) {
  for (const bool rolling : {false, true}) {
    AttackedHome home(PaysOnly(kPayee1),
                      rolling ? "rolling = { \"24h\" = \"0.05 USDC\" }\n"
                              : "[server.shop.tool.search]\nper_day = \"0.05 USDC\"\n");
    home.Allow();
    const auto kernel = home.Start();
    home.clock().Pass(24 * 3600 - 1);
    home.Pay(*kernel, home.Challenged(QuoteOf(50'000), "1"));
    home.clock().Pass(2);
    const Decision second = kernel->Authorize(home.Challenged(QuoteOf(50'000), "2"));
    EXPECT_EQ(second.kind, rolling ? DecisionKind::kDecline : DecisionKind::kPay);
    EXPECT_EQ(second.reason, rolling ? Reason::kOverRolling : Reason::kInBounds);
  }
}

void CopyLedger(const std::string& from, const std::string& to) {
  for (const char* end : {"", "-wal", "-shm"}) {
    fs::remove(to + end);
    if (fs::exists(from + end)) fs::copy_file(from + end, to + end);
  }
}

/// The user goes on with the ledger as it is.
absl::Status AcceptLedger(KernelHome& home) {
  const auto standing = (*LedgerReader::Open(home.home()))->Standing(home.clock().seconds());
  if (!standing.ok()) return standing.status();
  Acceptance acceptance;
  acceptance.epoch = standing->next_epoch;
  acceptance.events = standing->head.events;
  acceptance.head = standing->head.hash;
  acceptance.lost = standing->lost;
  Order order;
  order.kind = OrderKind::kAcceptLedger;
  order.body = EncodeAcceptance(acceptance);
  return home.Give(order);
}

/// {"event": "copy yesterday's ledger.db over today's"}.
void RestoredLedger(const Attack&) {
  KernelHome home;
  home.Allow();
  const std::string file = home.home().LedgerPath();
  const std::string kept = file + ".kept";
  ASSERT_EQ(home.Start()->Authorize(home.Request("1")).kind, DecisionKind::kPay);
  CopyLedger(file, kept);
  home.clock().Pass(24 * 3600);
  for (const char* call : {"2", "3"}) {
    ASSERT_EQ(home.Start()->Authorize(home.Request(call)).kind, DecisionKind::kPay);
  }
  CopyLedger(kept, file);
  const Decision decision = home.Start()->Authorize(home.Request("4"));
  EXPECT_EQ(decision.kind, DecisionKind::kUnavailable);
  EXPECT_EQ(decision.reason, Reason::kLedgerBehind);
  const absl::Status accepted = AcceptLedger(home);
  ASSERT_TRUE(accepted.ok()) << accepted;
  // What the lost rows had counted is not known, so this day counts as used up.
  EXPECT_NE(home.Start()->Authorize(home.Request("5")).kind, DecisionKind::kPay);
}

/// {"event": "rm ledger.db; restart"}: nothing but init makes one.
void DeletedLedger(const Attack&) {
  KernelHome home;
  home.Allow();
  ASSERT_EQ(home.Start()->Authorize(home.Request("1")).kind, DecisionKind::kPay);
  for (const char* end : {"", "-wal", "-shm"}) fs::remove(home.home().LedgerPath() + end);
  const Decision decision = home.Start()->Authorize(home.Request("2"));
  EXPECT_EQ(decision.kind, DecisionKind::kUnavailable);
  EXPECT_EQ(decision.proof, Proof());
  EXPECT_FALSE(fs::exists(home.home().LedgerPath()));
  SystemRandom random;
  EXPECT_TRUE(absl::IsNotFound(Ledger::Open(home.home(), home.clock(), random).status()));
}

/// {"events": ["N calls reserved", "kill on", "calls continue"]}.
void KillSwitch(const Attack& attack) {
  const int64_t calls = NumbersIn(attack.input["events"].dump()).at(0);
  AttackedHome home(PaysOnly(kPayee1));
  home.Allow();
  const auto kernel = home.Start();
  std::vector<Decision> paid;
  for (int64_t call = 0; call < calls; ++call) {
    paid.push_back(home.Pay(*kernel, home.Challenged(QuoteOf(1000), std::to_string(call))));
  }
  Order pause;
  pause.kind = OrderKind::kPause;
  ASSERT_TRUE(home.GiveUnsigned(pause).ok());
  for (int64_t call = 0; call < 2 * calls; ++call) {
    const Decision decision =
        kernel->Authorize(home.Challenged(QuoteOf(1000), std::to_string(call)));
    EXPECT_EQ(decision.reason, Reason::kPaused);
    EXPECT_EQ(decision.proof, Proof());
  }
  for (const Decision& sent : paid) {
    ASSERT_TRUE(kernel->Conclude(ReportOn(sent, Report::Outcome::kDelivered, true)).ok());
    EXPECT_EQ(home.Show(sent.charge_id).call, CallState::kAnswered);
  }
  EXPECT_EQ(home.Charges(), paid.size());
}

}  // namespace

AttackDrivers LedgerAttacks() {
  return {{"processes", Processes},
          {"crash", Crash},
          {"split budget", SplitBudget},
          {"refusal loop", RefusalLoop},
          {"clock", ClockSetBack},
          {"day boundary", DayBoundary},
          {"restored ledger", RestoredLedger},
          {"deleted ledger", DeletedLedger},
          {"kill switch", KillSwitch}};
}

}  // namespace tollpass
