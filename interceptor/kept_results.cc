#include "interceptor/kept_results.h"

#include <algorithm>
#include <utility>

namespace tollpass {

void KeptResults::Put(std::string charge_id, std::string message, int64_t now_ms) {
  Expire(now_ms);
  if (message.size() > kMaxBytes) return;
  bytes_ += message.size();
  results_.push_back({std::move(charge_id), std::move(message), now_ms});
  while (results_.size() > kMaxResults || bytes_ > kMaxBytes) DropEldest();
}

std::optional<std::string> KeptResults::Take(const std::string& charge_id, int64_t now_ms) {
  Expire(now_ms);
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const Result& result) {
    return result.charge_id == charge_id;
  });
  if (found == results_.end()) return std::nullopt;
  std::string message = std::move(found->message);
  bytes_ -= message.size();
  results_.erase(found);
  return message;
}

void KeptResults::Expire(int64_t now_ms) {
  while (!results_.empty() && now_ms - results_.front().kept_at_ms >= kMaxAgeMs) DropEldest();
}

void KeptResults::DropEldest() {
  bytes_ -= results_.front().message.size();
  results_.pop_front();
}

}  // namespace tollpass
