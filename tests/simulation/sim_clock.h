#ifndef TOLLPASS_TESTS_SIMULATION_SIM_CLOCK_H_
#define TOLLPASS_TESTS_SIMULATION_SIM_CLOCK_H_

#include <cstdint>

#include "core/clock.h"

namespace tollpass::simulation {

/// The machine's clock, which may be set wrongly, over the time that really passes.
class SimClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return true_ms_ + error_ms_; }
  [[nodiscard]] int64_t SteadyMillis() const override { return true_ms_ - kStart; }

  [[nodiscard]] int64_t true_ms() const { return true_ms_; }
  [[nodiscard]] int64_t true_seconds() const { return true_ms_ / 1000; }
  [[nodiscard]] int64_t error_ms() const { return error_ms_; }
  void AdvanceTo(int64_t true_ms) { true_ms_ = true_ms > true_ms_ ? true_ms : true_ms_; }
  void SetError(int64_t error_ms) { error_ms_ = error_ms; }

 private:
  static constexpr int64_t kStart = int64_t{1'799'971'200} * 1000;  // the beginning of a day
  int64_t true_ms_ = kStart;
  int64_t error_ms_ = 0;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_SIM_CLOCK_H_
