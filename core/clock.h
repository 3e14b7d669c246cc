#ifndef TOLLPASS_CORE_CLOCK_H_
#define TOLLPASS_CORE_CLOCK_H_

#include <cstdint>
#include <string>

#include "core/export.h"

namespace tollpass {

/// How long the machine has run.
struct BootTime {
  std::string boot;    // tells what `millis` counts from; empty: not known
  int64_t millis = 0;  // sleep included
};

/// Time as an argument: tests and simulations bring their own. Thread-safe.
class TOLLPASS_EXPORT Clock {
 public:
  virtual ~Clock() = default;
  /// Milliseconds since the Unix epoch.
  [[nodiscard]] virtual int64_t UnixMillis() const = 0;
  /// Milliseconds that never go back, from any origin.
  [[nodiscard]] virtual int64_t SteadyMillis() const = 0;
  /// By it a wall clock that was set forward is found. Not known unless a clock says so.
  [[nodiscard]] virtual BootTime SinceBoot() const { return {}; }
};

/// The machine's clocks.
class TOLLPASS_EXPORT SystemClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override;
  [[nodiscard]] int64_t SteadyMillis() const override;
  [[nodiscard]] BootTime SinceBoot() const override;
};

/// "2026-11-30T04:14:46Z".
TOLLPASS_EXPORT std::string FormatTime(int64_t unix_seconds);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_CLOCK_H_
