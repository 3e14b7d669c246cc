#include "mandates/clock_check.h"

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "mandates/ledger.h"

namespace tollpass {
namespace {

constexpr int64_t kMillis = 1000;
constexpr int64_t kToleranceSeconds = 5;
constexpr int64_t kJumpToleranceMillis = 5 * 60 * kMillis;

}  // namespace

ClockReading ReadClock(const Clock& clock) { return {clock.UnixMillis(), clock.SinceBoot()}; }

int64_t JumpMillis(const sql::MetaRow& meta, const ClockReading& reading) {
  if (reading.since_boot.boot.empty() || reading.since_boot.boot != meta.clock_boot) {
    return 0;
  }
  const int64_t jump = reading.unix_ms - reading.since_boot.millis - meta.clock_offset_ms;
  return jump > kJumpToleranceMillis ? jump : 0;
}

absl::Status CheckClock(int64_t newest, const ClockReading& reading, int64_t jump_ms) {
  const int64_t now = reading.unix_ms / kMillis;
  if (jump_ms > 0) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: it says %s, which is %s more than has passed since payments were first recorded after "
        "the machine started; set the clock, or, if it is right now and was behind before, run "
        "'tollpass ledger accept'",
        kClockJumpedMessage, FormatTime(now), FormatDuration(jump_ms / kMillis)));
  }
  if (newest - now <= kToleranceSeconds) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: it says %s, and the newest row of the ledger is of %s, %d s later; set "
                      "the clock, or, if "
                      "it is right now and was ahead before, run 'tollpass ledger accept'",
                      kClockWentBackMessage, FormatTime(now), FormatTime(newest), newest - now));
}

}  // namespace tollpass
