#include "cli/home_state.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_format.h"
#include "cli/mandate_text.h"
#include "cli/open_home.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {
namespace {

struct LedgerRows {
  std::vector<MandateRow> mandates;
  std::vector<CounterRow> counters;
};

absl::StatusOr<LedgerRows> ReadLedger(const Home& home, int64_t now, HomeState& state) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(state.paused, reader->Paused());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader->Pending(now));
  state.pending = static_cast<int64_t>(pending.size());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader->Log(0, 0));
  const auto alarm = std::find_if(rows.rbegin(), rows.rend(),
                                  [](const LogRow& row) { return !row.alarm.empty(); });
  if (alarm != rows.rend()) {
    state.alarm = *alarm;
  }
  LedgerRows ledger;
  TOLLPASS_ASSIGN_OR_RETURN(ledger.mandates, reader->Mandates());
  TOLLPASS_ASSIGN_OR_RETURN(ledger.counters, reader->Counters());
  return ledger;
}

std::vector<MandateRow> LiveMandates(const std::vector<MandateRow>& all,
                                     const std::string& server_id, int64_t now) {
  std::vector<MandateRow> live;
  for (const MandateRow& row : all) {
    if (row.terms.server_id == server_id && MandateStateWord(row, now) == "live") {
      live.push_back(row);
    }
  }
  return live;
}

}  // namespace

HomeState ReadHomeState(const Home& home, int64_t now) {
  HomeState state;
  absl::StatusOr<LedgerRows> ledger = ReadLedger(home, now, state);
  state.ledger = ledger.status();
  if (ledger.ok() && !os::Exists(home.LedgerKeyPath())) {
    // It can be read without, but nothing can be added.
    state.ledger = absl::FailedPreconditionError(absl::StrFormat(
        "%s is missing: nothing is paid without it; put it back", home.LedgerKeyPath()));
  }
  absl::StatusOr<std::vector<KeyDescription>> keys = KeyRing(home.KeysPath()).List();
  state.keys = keys.status();
  if (keys.ok()) {
    state.key_list = *std::move(keys);
  }
  const absl::StatusOr<Policy> policy = LoadPolicy(home);
  state.policy = policy.status();
  if (!policy.ok()) {
    return state;
  }
  state.warnings = policy->Warnings();
  for (const ServerSection& section : policy->servers()) {
    ServerState server{section, {}, {}};
    if (ledger.ok()) {
      server.mandates = LiveMandates(ledger->mandates, section.identity, now);
      server.spending = SpendingOf(*policy, section, server.mandates, ledger->counters, now);
    }
    state.servers.push_back(std::move(server));
  }
  return state;
}

}  // namespace tollpass
