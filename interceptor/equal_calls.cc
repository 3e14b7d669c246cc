#include "interceptor/equal_calls.h"

#include <algorithm>
#include <utility>

namespace tollpass {

void EqualCalls::TakenBack(uint64_t ticket, const Call& call) {
  taken_back_.emplace(ticket, CallKey(call));
}

bool EqualCalls::Returned(uint64_t ticket) { return taken_back_.erase(ticket) > 0; }

bool EqualCalls::MustWait(const Call& call) const {
  if (taken_back_.empty()) return false;
  const std::string key = CallKey(call);
  return std::any_of(taken_back_.begin(), taken_back_.end(),
                     [&](const auto& entry) { return entry.second == key; });
}

void EqualCalls::EndedUnanswered(const Call& call) {
  std::string key = CallKey(call);
  if (!unanswered_.insert(key).second) return;
  unanswered_order_.push_back(std::move(key));
  if (unanswered_order_.size() <= kMaxUnanswered) return;
  unanswered_.erase(unanswered_order_.front());
  unanswered_order_.pop_front();
}

void EqualCalls::EndedAnswered(const Call& call) {
  if (unanswered_.empty()) return;
  const std::string key = CallKey(call);
  if (unanswered_.erase(key) > 0) std::erase(unanswered_order_, key);
}

void EqualCalls::EndedAnswered(const Call& call, Answered how) {
  EndedAnswered(call);
  answered_.emplace_back(CallKey(call), std::move(how));
  if (answered_.size() > kMaxAnswered) answered_.pop_front();
}

std::optional<EqualCalls::Answered> EqualCalls::AnsweredSince(const Call& call, uint64_t number,
                                                              int64_t called_at_ms) const {
  if (answered_.empty()) return std::nullopt;
  const std::string key = CallKey(call);
  const auto elder = std::find_if(answered_.begin(), answered_.end(), [&](const auto& entry) {
    return entry.first == key && number <= entry.second.newest_request &&
           called_at_ms >= entry.second.repeats_from_ms;
  });
  return elder == answered_.end() ? std::nullopt : std::optional(elder->second);
}

bool EqualCalls::WasLeftUnanswered(const Call& call) const {
  return !unanswered_.empty() && unanswered_.count(CallKey(call)) > 0;
}

}  // namespace tollpass
