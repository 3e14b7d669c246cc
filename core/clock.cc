#include "core/clock.h"

#include <algorithm>
#include <chrono>

#include "absl/strings/str_format.h"
#include "core/os/boot.h"

namespace tollpass {
namespace {

template <typename ClockType>
int64_t Millis() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(ClockType::now().time_since_epoch())
      .count();
}

}  // namespace

int64_t SystemClock::UnixMillis() const { return Millis<std::chrono::system_clock>(); }
int64_t SystemClock::SteadyMillis() const { return Millis<std::chrono::steady_clock>(); }

BootTime SystemClock::SinceBoot() const { return {os::BootClockId(), os::MillisSinceBoot()}; }

std::string FormatTime(int64_t unix_seconds) {
  constexpr int64_t kYear9999 = 253402300799;
  const std::chrono::sys_seconds time(
      std::chrono::seconds(std::clamp<int64_t>(unix_seconds, -kYear9999, kYear9999)));
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return absl::StrFormat("%04d-%02d-%02dT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                         static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                         clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace tollpass
