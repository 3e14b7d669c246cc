#ifndef TOLLPASS_TESTS_CORE_STANDING_CLOCK_H_
#define TOLLPASS_TESTS_CORE_STANDING_CLOCK_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

#include "core/clock.h"

namespace tollpass {

/// A clock that stands until it is moved. Starts at the beginning of a day, on a machine of which
/// nobody knows when it started. Thread-safe, but for Boot.
class StandingClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return now_ms_; }
  [[nodiscard]] int64_t SteadyMillis() const override { return now_ms_; }
  [[nodiscard]] BootTime SinceBoot() const override { return {boot_, since_boot_ms_}; }
  void Pass(int64_t seconds) {
    now_ms_ += seconds * 1000;
    since_boot_ms_ += seconds * 1000;
  }
  /// Somebody sets it forward, or back.
  void Set(int64_t seconds) { now_ms_ += seconds * 1000; }
  /// The machine starts, now.
  void Boot(std::string id) {
    boot_ = std::move(id);
    since_boot_ms_ = 0;
  }
  [[nodiscard]] int64_t seconds() const { return now_ms_ / 1000; }

 private:
  std::atomic<int64_t> now_ms_ = int64_t{1'799'971'200} * 1000;
  std::string boot_;
  std::atomic<int64_t> since_boot_ms_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CORE_STANDING_CLOCK_H_
