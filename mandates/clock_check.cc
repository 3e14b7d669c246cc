#include "mandates/clock_check.h"

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "mandates/ledger.h"

namespace tollpass {
namespace {

constexpr int64_t kToleranceSeconds = 5;

}  // namespace

absl::Status CheckClock(int64_t newest, int64_t now) {
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
