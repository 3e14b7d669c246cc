#ifndef TOLLPASS_MANDATES_LEFT_UNANSWERED_H_
#define TOLLPASS_MANDATES_LEFT_UNANSWERED_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "core/call.h"
#include "core/home.h"

namespace tollpass {

/// As Ledger::WasLeftUnanswered, for where no ledger can be opened to pay from it: reads the file
/// in `home` and needs no ledger.key, no room on the disk and no folder that can be written. False
/// where `home` never had a ledger. Any error: it cannot be told.
absl::StatusOr<bool> ReadLeftUnanswered(const Home& home, const Call& call,
                                        int64_t repeat_before_ms);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LEFT_UNANSWERED_H_
