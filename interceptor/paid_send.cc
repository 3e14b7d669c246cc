// From the decision to pay to the server: the attempt that carries the proof.

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"
#include "interceptor/paid_calls.h"
#include "interceptor/payment_words.h"

namespace tollpass {
namespace {

int64_t RepeatsFrom(const HostRequest& request, const Decision& decision) {
  return decision.host_timeout_ms > 0 ? request.called_at_ms + decision.host_timeout_ms
                                      : std::numeric_limits<int64_t>::max();
}

int64_t RepeatsUntil(const HostRequest& request, const Decision& decision) {
  return decision.host_timeout_ms > 0 ? request.called_at_ms - decision.host_timeout_ms
                                      : std::numeric_limits<int64_t>::min();
}

}  // namespace

PaidCalls::Attempts::iterator PaidCalls::InFlight(const std::string& charge_id) {
  return std::find_if(attempts_.begin(), attempts_.end(), [&](const auto& entry) {
    return entry.second.charge_id == charge_id && !entry.second.cancelled;
  });
}

void PaidCalls::Repeat(HostRequests::Number number, Call call, const Decision& decision,
                       Actions& actions) {
  if (const auto elder = InFlight(decision.charge_id); elder != attempts_.end()) {
    elder->second.generation = decision.generation;
    elder->second.repeats_from_ms = RepeatsFrom(*requests_.Find(number), decision);
    elder->second.waiters.push_back(number);
    requests_.Find(number)->stage = Stage::kPaid;
    return;
  }
  Attempt answered;
  answered.call = call;
  answered.charge_id = decision.charge_id;
  answered.dialect = decision.proof.dialect;
  answered.generation = decision.generation;
  answered.repeats_from_ms = RepeatsFrom(*requests_.Find(number), decision);
  if (!GiveKept(number, std::move(answered), actions)) {
    Send(number, std::move(call), decision, actions);
  }
}

bool PaidCalls::GiveKept(HostRequests::Number number, Attempt answered, Actions& actions) {
  const std::optional<std::string> kept = kept_.Take(answered.charge_id, clock_.SteadyMillis());
  if (!kept) return false;
  answered.waiters = {number};
  Finish(std::move(answered), ReadMessage(*kept), actions);
  return true;
}

// When this was asked for, an equal call had been unanswered for so long that this is its repeat.
// The ledger, which knows it as answered by now, would take this for another call and pay it.
bool PaidCalls::GiveAnswerOfElder(HostRequests::Number number, const AuthorizeRequest& request,
                                  Actions& actions) {
  std::optional<EqualCalls::Answered> elder =
      equal_calls_.AnsweredSince(request.call, number, request.called_at_ms);
  if (!elder) return false;
  Attempt answered;
  answered.call = request.call;
  answered.charge_id = std::move(elder->charge_id);
  answered.dialect = std::move(elder->dialect);
  answered.generation = elder->generation;
  answered.repeats_from_ms = std::numeric_limits<int64_t>::max();
  return GiveKept(number, std::move(answered), actions);
}

// The server demanded money for the repeat first; the call that this repeats is paid with it.
bool PaidCalls::JoinRepeat(HostRequests::Number number, const AuthorizeRequest& request) {
  const auto repeat = std::find_if(attempts_.begin(), attempts_.end(), [&](const auto& entry) {
    const Attempt& attempt = entry.second;
    return !attempt.waiters.empty() && request.called_at_ms <= attempt.repeats_until_ms &&
           CallKey(attempt.call) == CallKey(request.call);
  });
  if (repeat == attempts_.end()) return false;
  // The newest stays the last.
  std::vector<HostRequests::Number>& waiters = repeat->second.waiters;
  waiters.insert(waiters.begin(), number);
  requests_.Find(number)->stage = Stage::kPaid;
  return true;
}

void PaidCalls::Send(HostRequests::Number number, Call call, const Decision& decision,
                     Actions& actions) {
  HostRequest& request = *requests_.Find(number);
  Attempt attempt;
  attempt.id = ids_.Mint(request.id_type);
  attempt.call = std::move(call);
  attempt.charge_id = decision.charge_id;
  attempt.dialect = decision.proof.dialect;
  attempt.named = NamedBy(decision.proof);
  attempt.generation = decision.generation;
  attempt.repeats_from_ms = RepeatsFrom(request, decision);
  attempt.repeats_until_ms = RepeatsUntil(request, decision);
  attempt.may_have_run = decision.kind == DecisionKind::kRepeat && !decision.was_refused;
  attempt.waiters = {number};
  absl::StatusOr<std::string> message = PaidMessage(request, decision, attempt.id);
  if (!message.ok()) {
    actions.emplace_back(
        Note{absl::StrFormat("A proof could not be attached to a call (%s); it was "
                             "not sent. The charge %s counts.",
                             message.status().message(), decision.charge_id)});
    const bool repeat = decision.kind == DecisionKind::kRepeat;
    requests_.Answer(number, repeat ? HostAnswer::kOutcomeUnknown : HostAnswer::kUnavailable,
                     actions);
    Abandon(decision, actions);
    return;
  }
  request.stage = Stage::kPaid;
  actions.emplace_back(ToServer{*std::move(message), request.id});
  attempts_[IdKey(attempt.id)] = std::move(attempt);
}

// What a second copy of a request must have of its own.
std::vector<json::Edit> PaidCalls::Renamed(const HostRequest& request, const std::string& id) {
  std::vector<json::Edit> edits = {{{"id"}, id}};
  if (!request.token.empty()) {
    edits.push_back(
        {{"params", "_meta", "progressToken"}, requests_.progress().Replace(request.token)});
  }
  return edits;
}

absl::StatusOr<std::string> PaidCalls::PaidMessage(const HostRequest& request,
                                                   const Decision& decision,
                                                   const std::string& id) {
  const Dialect* dialect = FindDialect(dialects_, decision.proof.dialect);
  if (dialect == nullptr) {
    return absl::NotFoundError(
        absl::StrFormat("this program does not know the form \"%s\"", decision.proof.dialect));
  }
  std::vector<json::Edit> edits = Renamed(request, id);
  for (json::Edit& edit : dialect->Attach(decision.proof)) edits.push_back(std::move(edit));
  return json::Splice(request.line, edits);
}

// Nobody waits for what was decided. A first attempt that is still in flight will report under the
// generation of the adoption; else the charge ends open, for a repeat to adopt.
void PaidCalls::Abandon(const Decision& decision, Actions& actions) {
  if (decision.kind != DecisionKind::kPay && decision.kind != DecisionKind::kRepeat) return;
  if (const auto elder = InFlight(decision.charge_id); elder != attempts_.end()) {
    elder->second.generation = decision.generation;
    return;
  }
  Report report = ReportOf(decision.charge_id, decision.generation, Report::Outcome::kLost);
  report.no_fault = true;  // the server never got the proof
  actions.emplace_back(Conclude{std::move(report), {}});
}

}  // namespace tollpass
