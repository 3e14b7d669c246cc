#include "interceptor/transports/delivery.h"

#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include "interceptor/transports/notes.h"

namespace tollpass {
namespace {

constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

}  // namespace

void Delivery::Carry(Actions actions, const Line& line, LineWriter& onward) {
  for (Action& action : actions) {
    std::visit(
        [&](auto& one) {
          using T = std::decay_t<decltype(one)>;
          if constexpr (std::is_same_v<T, Forward>) onward.Pass(line);
          if constexpr (std::is_same_v<T, ToHost>) to_host_.Send(one.message);
          if constexpr (std::is_same_v<T, ToServer>) to_server_.Send(one.message);
          if constexpr (std::is_same_v<T, Authorize>) Pay(std::move(one));
          if constexpr (std::is_same_v<T, Conclude>) Tell(std::move(one));
          if constexpr (std::is_same_v<T, TakenBack>) TakeBack(one.id_key);
          if constexpr (std::is_same_v<T, Wake>) wakes_.insert(one.at_ms);
          if constexpr (std::is_same_v<T, Note>) PrintNote(one.text);
        },
        action);
  }
}

void Delivery::Carry(Actions actions) {
  // Nothing was given that could go on, so there is no Forward among them.
  Carry(std::move(actions), Line{}, to_host_);
}

void Delivery::Pay(Authorize authorize) {
  if (paying_) {
    kernel_.Submit(std::move(authorize));
  } else {
    refused_.push_back(authorize.ticket);
  }
}

void Delivery::Tell(Conclude conclude) {
  if (!conclude.report.answered) {
    kernel_.Submit(std::move(conclude.report));
    return;
  }
  const uint64_t host_bytes = to_host_.broken() ? kNever : to_host_.taken();
  held_.push_back({.host_bytes = host_bytes, .conclude = std::move(conclude)});
}

void Delivery::TakeBack(const std::string& id_key) {
  ReleaseReports();  // what was written was answered
  std::erase_if(held_, [&](Held& held) {
    Conclude& conclude = held.conclude;
    if (std::erase(conclude.answered, id_key) == 0 || !conclude.answered.empty()) return false;
    conclude.report.answered = false;
    kernel_.Submit(std::move(conclude.report));
    return true;
  });
}

void Delivery::ReleaseReports() {
  while (!held_.empty()) {
    Held& first = held_.front();
    const bool written = first.host_bytes <= to_host_.written();
    if (!written && !to_host_.broken()) return;
    first.conclude.report.answered = written;
    kernel_.Submit(std::move(first.conclude.report));
    held_.pop_front();
  }
}

void Delivery::StopPaying() {
  paying_ = false;
  for (const uint64_t ticket : kernel_.Withdraw()) refused_.push_back(ticket);
}

std::vector<uint64_t> Delivery::TakeRefused() { return std::exchange(refused_, {}); }

std::optional<int64_t> Delivery::NextWake() const {
  if (wakes_.empty()) return std::nullopt;
  return *wakes_.begin();
}

bool Delivery::TakeDue(int64_t now_ms) {
  const auto later = wakes_.upper_bound(now_ms);
  const bool due = later != wakes_.begin();
  wakes_.erase(wakes_.begin(), later);
  return due;
}

}  // namespace tollpass
