#ifndef TOLLPASS_TESTS_SIMULATION_TIMELINE_H_
#define TOLLPASS_TESTS_SIMULATION_TIMELINE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "tests/simulation/sim_clock.h"

namespace tollpass::simulation {

/// What is going to happen, in the order of its time; at the same time in the order of At.
class Timeline {
 public:
  explicit Timeline(SimClock& clock) : clock_(clock) {}

  /// `delay_ms` from now on.
  void After(int64_t delay_ms, std::function<void()> what) {
    events_[{clock_.true_ms() + delay_ms, ++count_}] = std::move(what);
  }
  [[nodiscard]] int64_t now_ms() const { return clock_.true_ms(); }
  /// Goes on to the next; false if there is none.
  bool Next() {
    if (events_.empty()) return false;
    auto node = events_.extract(events_.begin());
    clock_.AdvanceTo(node.key().first);
    node.mapped()();
    return true;
  }

 private:
  SimClock& clock_;
  uint64_t count_ = 0;
  std::map<std::pair<int64_t, uint64_t>, std::function<void()>> events_;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_TIMELINE_H_
