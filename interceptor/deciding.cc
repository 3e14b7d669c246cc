// From the challenge to the decision: asking the kernel, waiting for the user.

#include <algorithm>
#include <utility>

#include "interceptor/paid_calls.h"

namespace tollpass {
namespace {

constexpr int64_t kFirstStepMs = 250;
constexpr int64_t kLongestStepMs = 1000;
constexpr int64_t kProgressEveryMs = 5000;

}  // namespace

PaidCalls::PaidCalls(const Dialects& dialects, HostRequests& requests, IdMint& ids,
                     const Clock& clock)
    : dialects_(dialects), requests_(requests), ids_(ids), clock_(clock) {}

void PaidCalls::Challenged(HostRequests::Number number, AuthorizeRequest request,
                           Actions& actions) {
  requests_.Challenged(number);
  if (GiveAnswerOfElder(number, request, actions) || JoinRepeat(number, request)) return;
  Undecided& undecided = undecided_[number];
  undecided.request = std::move(request);
  if (const HostRequest* parked = requests_.Find(number); parked->parked_until_ms != 0) {
    StartWait(undecided, parked->parked_until_ms);
  }
  Ask(number, undecided, actions);
}

void PaidCalls::Refused(HostRequests::Number number, AuthorizeRequest request, Actions& actions) {
  requests_.Challenged(number);
  NotPaid(number, {.request = request}, HostAnswer::kUnavailable, actions);
  if (!request.challenge.defect) request.challenge.defect = Reason::kNotPayable;
  tickets_[++last_ticket_] = number;
  actions.emplace_back(Authorize{last_ticket_, std::move(request)});
}

void PaidCalls::Ask(HostRequests::Number number, Undecided& undecided, Actions& actions) {
  undecided.waits = equal_calls_.MustWait(undecided.request.call);
  if (undecided.waits) return;
  undecided.ticket = ++last_ticket_;
  tickets_[undecided.ticket] = number;
  actions.emplace_back(Authorize{undecided.ticket, undecided.request});
}

void PaidCalls::Decided(uint64_t ticket, const Decision& decision, Actions& actions) {
  const auto asked = tickets_.find(ticket);
  if (asked == tickets_.end()) return;
  const HostRequests::Number number = asked->second;
  tickets_.erase(asked);
  if (!decision.notice.empty()) actions.emplace_back(Note{decision.notice});
  if (undecided_.count(number) == 0) {
    Abandon(decision, actions);
    // Behind that report: whoever asks now finds what became of the equal call.
    if (equal_calls_.Returned(ticket)) AskThoseThatWaited(actions);
    return;
  }
  std::optional<bool>& left_before = undecided_[number].left_before;
  left_before = left_before.value_or(false) || decision.left_before;
  if (decision.kind == DecisionKind::kAsk) {
    Park(number, decision, actions);
    return;
  }
  if (decision.kind == DecisionKind::kExpired) {
    Expired(number, actions);
    return;
  }
  Undecided undecided = std::move(undecided_[number]);
  undecided_.erase(number);
  switch (decision.kind) {
    case DecisionKind::kPay:
      Send(number, std::move(undecided.request.call), decision, actions);
      break;
    case DecisionKind::kRepeat:
      Repeat(number, std::move(undecided.request.call), decision, actions);
      break;
    case DecisionKind::kDecline:
      NotPaid(number, undecided, HostAnswer::kDeclined, actions);
      break;
    default:
      NotPaid(number, undecided, HostAnswer::kUnavailable, actions);
      break;
  }
}

// No proof is sent now. Where one was sent before, "nothing was paid" would be wrong.
void PaidCalls::NotPaid(HostRequests::Number number, const Undecided& undecided, HostAnswer usual,
                        Actions& actions) {
  const bool left = undecided.left_before.value_or(false) ||
                    equal_calls_.WasLeftUnanswered(undecided.request.call);
  requests_.Answer(number, left ? HostAnswer::kOutcomeUnknown : usual, actions);
}

// The host takes back a request while it is being decided.
void PaidCalls::TakenBack(HostRequests::Number number) {
  const auto found = undecided_.find(number);
  if (found == undecided_.end()) return;
  if (found->second.ticket != 0) {
    equal_calls_.TakenBack(found->second.ticket, found->second.request.call);
  }
  undecided_.erase(found);
}

void PaidCalls::AskThoseThatWaited(Actions& actions) {
  for (auto& [number, undecided] : undecided_) {
    if (undecided.waits) Ask(number, undecided, actions);
  }
}

void PaidCalls::Park(HostRequests::Number number, const Decision& decision, Actions& actions) {
  const int64_t now = clock_.SteadyMillis();
  Undecided& undecided = undecided_[number];
  undecided.ticket = 0;
  if (undecided.give_up_at_ms == 0) {
    StartWait(undecided, now + std::max<int64_t>(decision.ask_wait_ms, 0));
  } else {
    undecided.step_ms = std::min(undecided.step_ms * 2, kLongestStepMs);
  }
  undecided.next_ask_at_ms = now + undecided.step_ms;
  if (now >= undecided.give_up_at_ms) {
    NotPaid(number, undecided, HostAnswer::kNeedsApproval, actions);
    undecided_.erase(number);
  }
}

void PaidCalls::StartWait(Undecided& undecided, int64_t give_up_at_ms) {
  undecided.give_up_at_ms = give_up_at_ms;
  undecided.step_ms = kFirstStepMs;
  undecided.next_progress_at_ms = clock_.SteadyMillis() + kProgressEveryMs;
}

// A call that waited for the user is sent again for a fresh offer, which must fit the answer.
void PaidCalls::Expired(HostRequests::Number number, Actions& actions) {
  const Undecided undecided = std::move(undecided_[number]);
  undecided_.erase(number);
  if (undecided.give_up_at_ms == 0) {
    NotPaid(number, undecided, HostAnswer::kUnavailable, actions);
  } else if (!SendAgain(number, undecided.give_up_at_ms, actions)) {
    NotPaid(number, undecided, HostAnswer::kNeedsApproval, actions);
  }
}

// Once: a server whose offers are always too old would have it go round and round.
bool PaidCalls::SendAgain(HostRequests::Number number, int64_t parked_until_ms, Actions& actions) {
  const HostRequest& request = *requests_.Find(number);
  if (request.parked_until_ms != 0) return false;
  const std::string id = ids_.Mint(request.id_type);
  absl::StatusOr<std::string> message = json::Splice(request.line, Renamed(request, id));
  if (!message.ok()) return false;
  requests_.SentAgain(number, id, parked_until_ms);
  actions.emplace_back(ToServer{*std::move(message), request.id});
  return true;
}

void PaidCalls::Tick(Actions& actions) {
  for (auto entry = undecided_.begin(); entry != undecided_.end();) {
    const bool over = TickParked(entry->first, entry->second, actions);
    entry = over ? undecided_.erase(entry) : std::next(entry);
  }
}

// True if the wait is over.
bool PaidCalls::TickParked(HostRequests::Number number, Undecided& undecided, Actions& actions) {
  const int64_t now = clock_.SteadyMillis();
  if (undecided.give_up_at_ms == 0) return false;
  if (undecided.ticket == 0 && now >= undecided.give_up_at_ms) {
    NotPaid(number, undecided, HostAnswer::kNeedsApproval, actions);
    return true;
  }
  const HostRequest* request = requests_.Find(number);
  if (now >= undecided.next_progress_at_ms) {
    undecided.next_progress_at_ms = now + kProgressEveryMs;
    if (request != nullptr && !request->token.empty()) {
      actions.emplace_back(ToHost{requests_.progress().Step(request->token)});
    }
  }
  const bool may_ask = undecided.ticket == 0 && !undecided.waits;
  if (may_ask && now >= undecided.next_ask_at_ms) Ask(number, undecided, actions);
  return false;
}

std::optional<int64_t> PaidCalls::NextDue() const {
  std::optional<int64_t> due;
  for (const auto& [number, undecided] : undecided_) {
    if (undecided.give_up_at_ms == 0) continue;
    int64_t next = undecided.next_progress_at_ms;
    if (undecided.ticket == 0) {
      next = std::min(next, undecided.give_up_at_ms);
      if (!undecided.waits) next = std::min(next, undecided.next_ask_at_ms);
    }
    due = std::min(due.value_or(next), next);
  }
  return due;
}

}  // namespace tollpass
