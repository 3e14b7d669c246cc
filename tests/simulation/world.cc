#include "tests/simulation/world.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass::simulation {
namespace {

constexpr int kTurns = 24;

std::string Time(const SimClock& clock) {
  return absl::StrFormat("%8.3f s", static_cast<double>(clock.SteadyMillis()) / 1000);
}

}  // namespace

World::World(SimHome& home, const Setting& setting)
    : setting_(setting),
      dice_(setting.seed),
      faults_(setting.faults),
      timeline_(clock_),
      machine_(home, clock_, timeline_, setting.faults, setting.seed),
      chain_(clock_, dice_),
      witness_(machine_, chain_, setting.faults, FirstRules()),
      user_(machine_, chain_, dice_, witness_, FirstRules()),
      tools_{machine_, witness_, chain_} {
  // Some histories begin shortly before a window ends.
  clock_.AdvanceTo(clock_.true_ms() + 1000 * dice_.Pick(std::vector<int64_t>{60, 3'500, 86'300}));
  machine_.open_ledger = [this](Process& process) {
    return OpenLedger(process, setting_.mutant, tools_);
  };
  machine_.vfs().IgnoreSyncs(Is(setting_.mutant, Elsewhere::kSyncs));
  machine_.on_death = [this](Process& process) {
    Tell(absl::StrFormat("process %d is gone", process.pid()));
    // Whoever only looks must not keep alive what the last process would have taken with it.
    if (!machine_.SomebodyLives()) witness_.CloseReader();
    witness_.ProcessGone(process.pid());
    for (size_t i = 0; i < connections_.size(); ++i) {
      const std::shared_ptr<Proxy>& proxy = connections_[i].proxy;
      if (proxy != nullptr && proxy->pid() == process.pid()) ProxyGone(i);
    }
  };
  machine_.before_power_returns = [this] {
    Tell("the power is gone");
    witness_.CloseReader();
  };
  chain_.on_settled = [this](const Transfer& transfer) {
    Tell("the chain settles " + transfer.payload);
    witness_.Settled(transfer);
  };
}

World::~World() {
  machine_.KillAll();
  witness_.CloseReader();
}

bool World::Happens(Fault fault, uint64_t one_in) {
  const bool now = dice_.OneIn(one_in);
  return now && faults_.test(static_cast<size_t>(fault));
}

void World::Tell(std::string_view what) {
  if (!setting_.tells) return;
  std::printf("%s  %.*s\n", Time(clock_).c_str(), static_cast<int>(what.size()), what.data());
}

void World::StartProxy(size_t place) {
  Connection& connection = connections_[place];
  if (connection.proxy != nullptr) return;
  const std::string program = user_.rules().ProgramOf(connection.section);
  Proxy::Outside outside;
  outside.to_host = [this, place](const std::string& line) {
    Tell(absl::StrFormat("to the host  %d %s", place, line));
    connections_[place].host->Receive(line);
  };
  const auto pipes = std::make_shared<Pipes>(timeline_, chain_, dice_, faults_);
  outside.to_server = [this, place, pipes](const std::string& line) {
    Tell(absl::StrFormat("to the server %d %s", place, line));
    witness_.LeftOnTheWire(line);
    pipes->ToServer(line);
  };
  outside.decided = [this, place](const Decision& decision) {
    Tell(absl::StrFormat("proxy %d hears %s %s %s", connections_[place].proxy->pid(),
                         ReasonCode(decision.reason), decision.charge_id, decision.notice));
  };
  outside.reported = [this, place](const Report& report, const std::string& failure) {
    constexpr std::array<const char*, 3> kOutcomes = {"delivered", "refused", "lost"};
    Tell(absl::StrFormat("proxy %d reports %s (%d) %s, %s; %s", connections_[place].proxy->pid(),
                         report.charge_id, report.generation,
                         kOutcomes[static_cast<size_t>(report.outcome)],
                         report.answered ? "answered" : "not answered", failure));
  };
  outside.ended = [this, place] {
    Process& process = connections_[place].proxy->process();
    witness_.ProcessEnded(process.pid());
    machine_.End(process);
  };
  connection.proxy = std::make_shared<Proxy>(machine_, timeline_, witness_, connection.section,
                                             IdentityOf(program), std::move(outside));
  pipes->Connect(EndsOf(place));
  if (Is(setting_.mutant, Elsewhere::kReports)) connection.proxy->ForgetReports();
  Tell(absl::StrFormat("proxy %d starts for %s", connection.proxy->pid(), program));
}

Pipes::Ends World::EndsOf(size_t place) {
  const auto reader = [weak = std::weak_ptr<Proxy>(connections_[place].proxy)] {
    const std::shared_ptr<Proxy> proxy = weak.lock();
    return proxy == nullptr || proxy->ended() ? nullptr : proxy;
  };
  Pipes::Ends ends;
  ends.to_proxy = [this, place, reader](const std::string& answer) {
    const std::shared_ptr<Proxy> proxy = reader();
    if (proxy == nullptr) return;
    Tell(absl::StrFormat("of the server %d %s", place, answer));
    proxy->FromServer(answer);
    if (Is(setting_.mutant, Elsewhere::kAnswers)) connections_[place].host->Receive(answer);
  };
  ends.server_closed = [this, reader] {
    const std::shared_ptr<Proxy> proxy = reader();
    if (proxy == nullptr) return;
    Tell("the server is gone");
    proxy->ServerClosed();
  };
  return ends;
}

void World::ProxyGone(size_t place) {
  Connection& connection = connections_[place];
  // Whoever called us may still run in it.
  connection.proxy->Abandon();
  timeline_.After(0, [gone = std::move(connection.proxy)] {});
  connection.proxy = nullptr;
  connection.host->Interrupted();
  timeline_.After(dice_.Between(10, 5'000), [this, place] { StartProxy(place); });
}

void World::Reconnect(size_t place) {
  Connection& connection = connections_[place];
  if (connection.proxy == nullptr) return;
  connection.proxy->HostClosed();
  connection.host->Interrupted();
}

void World::HostTurn() {
  const Host* picked = dice_.Pick(hosts_);
  const std::string arguments = absl::StrFormat(R"({"q":%d})", dice_.Below(3));
  const bool deep = Happens(Fault::kAsk, 4);
  const bool at_once = Happens(Fault::kAtOnce, 3);
  for (Host* host : hosts_) {
    if (host != picked && !at_once) continue;
    if (Happens(Fault::kCancel, 5)) host->CancelOne();
    if (Happens(Fault::kParallel, 5)) host->CallAgainInParallel();
    host->RepeatSome();
    const std::string tool = deep ? "deep" : dice_.OneIn(8) ? "free" : "search";
    if (dice_.OneIn(2) || at_once) host->Call(tool, arguments);
  }
}

void World::UserEdits() {
  const Rules before = user_.rules();
  user_.Edit(EditedRules(before, dice_));
  Tell("the user edits the policy file");
  if (user_.rules().shop_program == before.shop_program) return;
  // A running proxy stays with the program that it started.
  for (size_t i = 0; i < connections_.size(); ++i) {
    if (connections_[i].section == kShop && dice_.OneIn(2)) Reconnect(i);
  }
}

void World::UserTurn() {
  if (Happens(Fault::kPolicyEdit, 6)) UserEdits();
  if (Happens(Fault::kPause, 10)) user_.Pause();
  if (Happens(Fault::kPause, 5)) user_.Resume();
  if (Happens(Fault::kRevoke, 10)) user_.RevokeOne();
  const bool no = dice_.OneIn(4);
  if (Happens(Fault::kAsk, 2)) user_.AnswerOne(!no);
  if (Happens(Fault::kReconcile, 4)) user_.ReconcileOne();
  if (dice_.OneIn(6)) user_.Allow(dice_.OneIn(2) ? kShop : kPress, dice_.Between(2, 6));
}

void World::MachineTurn() {
  if (dice_.OneIn(2)) chain_.SettleAny();
  if (Happens(Fault::kPowerLoss, 25)) {
    machine_.LosePower();
    machine_.BuryTheDead();
  }
  const size_t place = dice_.Below(connections_.size());
  const std::shared_ptr<Proxy> proxy = connections_[place].proxy;
  if (Happens(Fault::kCrash, 12) && proxy != nullptr) machine_.Kill(proxy->process());
  if (Happens(Fault::kCancel, 20)) Reconnect(place);
  if (Happens(Fault::kClock, 12)) {
    const std::vector<int64_t> jumps = {-3, -30, 20, 90, 3'600, 86'400};
    clock_.SetError(clock_.error_ms() + 1000 * dice_.Pick(jumps));
    latest_error_ms_ = std::max(latest_error_ms_, clock_.error_ms());
    Tell("the clock is set");
  }
}

void World::Turn() {
  HostTurn();
  UserTurn();
  MachineTurn();
  if (machine_.deaths() == deaths_seen_) return;
  deaths_seen_ = machine_.deaths();
  witness_.CheckLedger();
}

void World::RunUntil(int64_t true_ms) {
  bool reached = false;
  timeline_.After(true_ms - clock_.true_ms(), [&] { reached = true; });
  while (!reached && witness_.broken().empty() && timeline_.Next()) ++steps_;
}

Outcome World::Run() {
  const size_t connections = faults_.test(static_cast<size_t>(Fault::kManyProcesses)) ? 3 : 1;
  for (size_t i = 0; i < connections; ++i) {
    const std::string section = i == 1 ? kPress : kShop;
    connections_.push_back({.section = section,
                            .host = std::make_unique<Host>(clock_, dice_, witness_),
                            .proxy = nullptr});
    Host& host = *connections_.back().host;
    host.server = [this, i] {
      const std::shared_ptr<Proxy>& proxy = connections_[i].proxy;
      return proxy == nullptr ? std::string() : proxy->server_id();
    };
    host.send = [this, i](const std::string& line) {
      Tell(absl::StrFormat("of the host  %d %s", i, line));
      if (const std::shared_ptr<Proxy> proxy = connections_[i].proxy) proxy->FromHost(line);
    };
    hosts_.push_back(&host);
    StartProxy(i);
  }
  user_.Allow(kShop, 8);
  RunUntil(clock_.true_ms() + 100);
  user_.Allow(kPress, 8);
  for (int turn = 0; turn < kTurns && witness_.broken().empty(); ++turn) {
    const std::vector<int64_t> pauses = {20, 200, 2'000, 20'000, 75'000};
    RunUntil(clock_.true_ms() + dice_.Between(1, dice_.Pick(pauses)));
    Turn();
  }
  if (witness_.broken().empty()) CalmDown();
  if (witness_.broken().empty()) LastCalls();
  if (Is(setting_.mutant, Elsewhere::kRows)) machine_.Tamper();
  if (witness_.broken().empty()) witness_.LookBack();
  return {.broken = witness_.broken(),
          .steps = steps_,
          .payments = witness_.payments().size(),
          .settlements = witness_.settlements()};
}

// Nothing goes wrong any more, and what was left behind comes to its end.
void World::CalmDown() {
  Tell("calm");
  constexpr int64_t kAllIsOver = 600'000;
  faults_.reset();
  machine_.CalmDown();
  // As far behind the newest row as it was ahead, it would stop payments: rightly.
  clock_.SetError(std::max<int64_t>(clock_.error_ms(), latest_error_ms_));
  RunUntil(clock_.true_ms() + kAllIsOver);
  user_.Edit(WideRules());
  for (const char* section : {kShop, kPress}) {
    user_.Resume();
    RunUntil(clock_.true_ms() + 20'000);
    user_.Allow(section, 100);
    RunUntil(clock_.true_ms() + 20'000);
  }
}

// An honest server and an honest host always get their calls through.
void World::LastCalls() {
  for (Connection& connection : connections_) {
    if (connection.proxy != nullptr) connection.proxy->HostClosed();
  }
  RunUntil(clock_.true_ms() + 60'000);
  const std::string arguments = R"({"last":1})";
  for (Host* host : hosts_) {
    host->CallTwice("search", arguments);
    RunUntil(clock_.true_ms() + 10'000);
    for (int attempt = 0; attempt < 2 && !host->HasResultsOf(arguments); ++attempt) {
      host->Insist(arguments);
      RunUntil(clock_.true_ms() + 10'000);
    }
    if (!host->HasResultsOf(arguments)) {
      witness_.Break("an honest call did not get through: " + host->last_words());
    }
  }
  for (Connection& connection : connections_) {
    if (connection.proxy != nullptr) connection.proxy->HostClosed();
  }
  RunUntil(clock_.true_ms() + 60'000);
}

}  // namespace tollpass::simulation
