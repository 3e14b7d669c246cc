// Calls that end before their answer: taken back by the host, or one side is gone.

#include <algorithm>
#include <utility>

#include "interceptor/mcp/cancel.h"
#include "interceptor/paid_calls.h"

namespace tollpass {

void PaidCalls::Cancel(HostRequests::Number number, const Message& notification, Actions& actions) {
  TakenBack(number);
  requests_.Close(number);  // the server has answered it, and an answer to a paid attempt is ours
  const auto found = attempts_.find(UpstreamKey(number));
  if (found == attempts_.end()) return;
  Attempt& attempt = found->second;
  const bool newest = attempt.waiters.back() == number;
  attempt.waiters.erase(std::find(attempt.waiters.begin(), attempt.waiters.end(), number));
  if (!attempt.waiters.empty()) {
    // Those that are left had waited for so long that this was their repeat: as open as they are,
    // whoever asks next repeats them too.
    if (newest) ConcludeLost(attempt, /*no_fault=*/true, actions);
    return;
  }
  attempt.cancelled = true;
  absl::StatusOr<std::string> cancel = json::Splice(notification.text, {CancelInstead(attempt.id)});
  if (cancel.ok()) actions.emplace_back(ToServer{*std::move(cancel)});
  // A host that waited too long takes its call back too.
  ConcludeLost(attempt, /*no_fault=*/false, actions);
}

void PaidCalls::ServerClosed(Actions& actions) {
  for (const auto& [number, undecided] : undecided_) {
    // Until the kernel answers nobody knows whether a proof for an equal call left before.
    NotPaid(number, undecided,
            undecided.left_before ? HostAnswer::kUnavailable : HostAnswer::kOutcomeUnknown,
            actions);
  }
  undecided_.clear();
  while (!attempts_.empty()) Lost(std::string(attempts_.begin()->first), actions);
}

void PaidCalls::HostClosed(Actions& actions) {
  undecided_.clear();
  for (auto& [key, attempt] : attempts_) {
    if (attempt.waiters.empty()) continue;
    attempt.waiters.clear();
    ConcludeLost(attempt, /*no_fault=*/true, actions);
  }
}

}  // namespace tollpass
