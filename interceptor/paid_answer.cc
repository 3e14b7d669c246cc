// From the server's answer to a paid attempt to the host and to the kernel.

#include <algorithm>
#include <utility>

#include "interceptor/paid_calls.h"
#include "interceptor/payment_words.h"

namespace tollpass {
namespace {

constexpr size_t kKeptInCaseBytes = 256 * 1024;

bool IsToolError(const Message& response) {
  if (!response.result) return true;
  const std::optional<json::Value> is_error = json::Find(*response.result, "isError");
  return is_error && MarksError(*is_error);
}

// The first half of a call (MCP 2026-07-28): the second would be another call, and paid again.
bool AsksForInput(const Message& response) {
  return response.result && json::FindString(*response.result, "resultType") == "input_required";
}

// Null, nothing, or a list of texts without a word.
bool IsNothing(const json::Value& value) {
  switch (value.type) {
    case json::Type::kNull:
      return true;
    case json::Type::kObject:
      return json::Members(value).empty();
    case json::Type::kArray:
      return std::ranges::all_of(json::Elements(value), [](const json::Value& block) {
        return json::FindString(block, "text") == "";
      });
    default:
      return false;
  }
}

// A result in which nothing stands for whoever asked.
bool IsEmpty(const Message& response) {
  if (!response.result) return false;
  return std::ranges::all_of(json::Members(*response.result), [](const json::Member& member) {
    return member.key == "_meta" || member.key == "isError" || member.key == "resultType" ||
           IsNothing(member.value);
  });
}

// What the server says of an error; for the user's log.
std::string WordsOf(const Message& response) {
  const Answer answer("tools/call", response.result, response.error);
  return answer.error ? json::FindString(*answer.error, "message").value_or("") : answer.first_text;
}

}  // namespace

HostAnswer PaidCalls::TextOfRefusal(const Attempt& attempt) {
  return attempt.may_have_run ? HostAnswer::kOutcomeUnknown : HostAnswer::kFailed;
}

Report PaidCalls::ReportOf(const std::string& charge_id, int64_t generation,
                           Report::Outcome outcome) {
  Report report;
  report.charge_id = charge_id;
  report.generation = generation;
  report.outcome = outcome;
  return report;
}

void PaidCalls::ConcludeLost(const Attempt& attempt, bool no_fault, Actions& actions) {
  equal_calls_.EndedUnanswered(attempt.call);
  Report report = ReportOf(attempt.charge_id, attempt.generation, Report::Outcome::kLost);
  report.no_fault = no_fault;
  actions.emplace_back(Conclude{std::move(report), {}});
}

bool PaidCalls::IsWaiting(const std::string& upstream_key) const {
  return attempts_.count(upstream_key) > 0;
}

std::string PaidCalls::UpstreamKey(HostRequests::Number number) const {
  for (const auto& [key, attempt] : attempts_) {
    if (std::count(attempt.waiters.begin(), attempt.waiters.end(), number) > 0) return key;
  }
  return "";
}

void PaidCalls::Answered(const std::string& upstream_key, const Message& response,
                         Actions& actions) {
  const auto found = attempts_.find(upstream_key);
  if (found == attempts_.end()) return;
  Attempt attempt = std::move(found->second);
  attempts_.erase(found);
  Finish(std::move(attempt), response, actions);
}

void PaidCalls::Finish(Attempt attempt, const Message& response, Actions& actions) {
  Settlement settlement;
  if (response.marked) {
    const Answer answer("tools/call", response.result, response.error);
    settlement = ReadSettlement(dialects_, answer, attempt.dialect);
  }
  if (settlement.refused) {
    FinishRefused(attempt, settlement, actions);
    return;
  }
  if (AsksForInput(response)) {
    FinishUnknown(attempt, actions);
    return;
  }
  const bool receipted = settlement.receipt && settlement.receipt->success;
  const bool delivered = receipted || !IsToolError(response);
  if (!delivered) {
    const json::Value& error = response.result ? *response.result : *response.error;
    const Speech speech = WhatIsSpokenOf(error, attempt.named);
    if (speech != Speech::kSomethingElse) {
      RefusedInWords(attempt, speech, std::move(settlement), response, actions);
      return;
    }
  }
  if (delivered && attempt.waiters.empty()) AdoptWaiters(attempt);
  const bool brought = receipted || (delivered && !IsEmpty(response));
  Report report = ReportOf(attempt.charge_id, attempt.generation,
                           brought ? Report::Outcome::kDelivered : Report::Outcome::kLost);
  report.answered = delivered && !attempt.waiters.empty();
  if (report.answered) {
    EndedAnswered(attempt);
  } else {
    equal_calls_.EndedUnanswered(attempt.call);
  }
  report.receipt = std::move(settlement.receipt);
  report.server_text = std::move(settlement.server_text);
  const bool late = attempt.waiters.empty();
  if (late && !delivered) return;
  // The host may take back an answer that goes out now before it has read it.
  if (delivered && (late || response.text.size() <= kKeptInCaseBytes)) {
    kept_.Put(attempt.charge_id, std::string(response.text), clock_.SteadyMillis());
  }
  std::vector<json::Edit> edits;
  if (response.marked) {
    for (std::string& name : DemandsBeside(dialects_, *response.root)) {
      edits.push_back({{std::move(name)}, std::nullopt});
    }
  }
  std::vector<std::string> answered;
  for (const HostRequests::Number waiter : attempt.waiters) {
    answered.push_back(requests_.Find(waiter)->id_key);
    requests_.Pass(waiter, response, edits, actions);
  }
  actions.emplace_back(Conclude{std::move(report), std::move(answered)});
}

// No dialect knows it for a refusal, so that the ledger takes it for an answer that brought
// nothing; the host is told of the payment what it is always told, and not that it failed where the
// tool may speak of its own.
void PaidCalls::RefusedInWords(const Attempt& attempt, Speech speech, Settlement settlement,
                               const Message& response, Actions& actions) {
  const HostAnswer answer =
      speech == Speech::kThePayment ? TextOfRefusal(attempt) : HostAnswer::kOutcomeUnknown;
  for (const HostRequests::Number waiter : attempt.waiters) {
    requests_.Answer(waiter, answer, actions);
  }
  equal_calls_.EndedUnanswered(attempt.call);
  if (attempt.waiters.empty()) return;  // concluded when it was cancelled
  Report report = ReportOf(attempt.charge_id, attempt.generation, Report::Outcome::kLost);
  report.receipt = std::move(settlement.receipt);
  report.server_text = std::move(settlement.server_text);
  if (report.server_text.empty()) report.server_text = WordsOf(response);
  actions.emplace_back(Conclude{std::move(report), {}});
}

void PaidCalls::EndedAnswered(const Attempt& attempt) {
  if (requests_.All().size() == attempt.waiters.size()) {
    equal_calls_.EndedAnswered(attempt.call);
    return;
  }
  equal_calls_.EndedAnswered(attempt.call, {attempt.charge_id, attempt.dialect, attempt.generation,
                                            attempt.repeats_from_ms, requests_.newest()});
}

void PaidCalls::FinishRefused(const Attempt& attempt, const Settlement& settlement,
                              Actions& actions) {
  for (const HostRequests::Number waiter : attempt.waiters) {
    requests_.Answer(waiter, TextOfRefusal(attempt), actions);
  }
  equal_calls_.EndedUnanswered(attempt.call);
  Report report = ReportOf(attempt.charge_id, attempt.generation, Report::Outcome::kRefused);
  report.receipt = settlement.receipt;
  report.server_text = settlement.server_text;
  report.asked_again = settlement.asked_again;
  actions.emplace_back(Conclude{std::move(report), {}});
}

// A cancelled attempt was answered after all: whoever repeated the call meanwhile gets that answer,
// and what the server says to the second copy of the proof is of no use to anybody.
void PaidCalls::AdoptWaiters(Attempt& attempt) {
  const auto repeated = InFlight(attempt.charge_id);
  if (repeated == attempts_.end()) return;
  attempt.waiters = std::exchange(repeated->second.waiters, {});
  attempt.generation = repeated->second.generation;
  attempt.repeats_from_ms = repeated->second.repeats_from_ms;
  attempts_.erase(repeated);
}

void PaidCalls::Lost(const std::string& upstream_key, Actions& actions) {
  const auto found = attempts_.find(upstream_key);
  if (found == attempts_.end()) return;
  const Attempt attempt = std::move(found->second);
  attempts_.erase(found);
  FinishUnknown(attempt, actions);
}

void PaidCalls::FinishUnknown(const Attempt& attempt, Actions& actions) {
  if (attempt.waiters.empty()) return;  // concluded when it was cancelled
  for (const HostRequests::Number waiter : attempt.waiters) {
    requests_.Answer(waiter, HostAnswer::kOutcomeUnknown, actions);
  }
  ConcludeLost(attempt, /*no_fault=*/false, actions);
}

}  // namespace tollpass
