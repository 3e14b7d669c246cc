#ifndef TOLLPASS_MANDATES_CLOCK_CHECK_H_
#define TOLLPASS_MANDATES_CLOCK_CHECK_H_

#include <cstdint>

#include "absl/status/status.h"

namespace tollpass {

/// FailedPrecondition beginning with kClockWentBackMessage: the clock, at `now`, is more than 5 s
/// behind `newest`, the time of the newest event. Both in unix seconds.
absl::Status CheckClock(int64_t newest, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CLOCK_CHECK_H_
