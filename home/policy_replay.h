#ifndef TOLLPASS_HOME_POLICY_REPLAY_H_
#define TOLLPASS_HOME_POLICY_REPLAY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/verdict.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// A past call that another policy would decide otherwise.
struct ReplayedCall {
  LogRow row;       // what was decided then
  Verdict verdict;  // what the other policy says
};

struct Replay {
  int64_t calls = 0;                    // that were decided again
  int64_t unreadable = 0;               // without an offer that could be read
  std::vector<ReplayedCall> differing;  // oldest first
};

/// Runs the calls of the log from `since` (unix seconds) on through `policy`. It is taken as
/// signed: a mandate allows what it says. Payees are pinned as they were then, and an answer by
/// which a call was paid is given again. Sums, prices and what was not delivered are counted anew
/// from `since` on, as if what it pays had been paid.
absl::StatusOr<Replay> ReplayPolicy(const Policy& policy, LedgerReader& reader, int64_t since);

/// What a replay cannot take into account, one part of a sentence each.
std::vector<std::string> NotKnownToAReplay();

std::string ReplayedCallLine(const ReplayedCall& call);
/// The object `replay` of docs/json.md.
std::string ReplayJson(const Replay& replay);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_POLICY_REPLAY_H_
