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
  const uint64_t written_at = to_host_.broken() ? kNever : to_host_.taken();
  Submit(held_.Hold(std::move(conclude), written_at));
}

void Delivery::TakeBack(const std::string& id_key) {
  ReleaseReports();  // what was written was answered
  Submit(held_.TakeBack(id_key));
}

void Delivery::ReleaseReports() {
  const auto host = to_host_.broken() ? HeldReports::Side::kEnded : HeldReports::Side::kOpen;
  Submit(held_.Release(to_host_.written(), host));
}

void Delivery::Submit(std::vector<Report> reports) {
  for (Report& report : reports) kernel_.Submit(std::move(report));
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
