#ifndef TOLLPASS_TESTS_CORE_STANDING_CLOCK_H_
#define TOLLPASS_TESTS_CORE_STANDING_CLOCK_H_

#include <atomic>
#include <cstdint>

#include "core/clock.h"

namespace tollpass {

/// A clock that stands until it is moved. Starts at the beginning of a day. Thread-safe.
class StandingClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return now_ms_; }
  [[nodiscard]] int64_t SteadyMillis() const override { return now_ms_; }
  void Pass(int64_t seconds) { now_ms_ += seconds * 1000; }
  [[nodiscard]] int64_t seconds() const { return now_ms_ / 1000; }

 private:
  std::atomic<int64_t> now_ms_ = int64_t{1'799'971'200} * 1000;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CORE_STANDING_CLOCK_H_
