#ifndef TOLLPASS_MANDATES_CLOCK_CHECK_H_
#define TOLLPASS_MANDATES_CLOCK_CHECK_H_

#include <cstdint>

#include "absl/status/status.h"
#include "core/clock.h"
#include "mandates/sql/meta.h"

namespace tollpass {

/// What the clocks say at one moment.
struct ClockReading {
  int64_t unix_ms = 0;
  BootTime since_boot;
};
ClockReading ReadClock(const Clock& clock);

/// By how many milliseconds the wall clock was set forward since an event was first written in this
/// boot, as far as the time since boot tells; 0: it was not, or by no more than the 5 min by which
/// a clock that is set from the network may be off at first, or nobody knows.
int64_t JumpMillis(const sql::MetaRow& meta, const ClockReading& reading);

/// FailedPrecondition beginning with kClockWentBackMessage: the clock is more than 5 s behind
/// `newest`, the time of the newest event (unix seconds). The same with kClockJumpedMessage: it was
/// set forward by `jump_ms`.
absl::Status CheckClock(int64_t newest, const ClockReading& reading, int64_t jump_ms);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CLOCK_CHECK_H_
