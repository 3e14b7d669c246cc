#ifndef TOLLPASS_HOME_CHECK_APPROVABLE_H_
#define TOLLPASS_HOME_CHECK_APPROVABLE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "core/amount.h"
#include "core/approval.h"
#include "policy/policy.h"

namespace tollpass {

/// OK if `policy` would let a yes to `question` pay up to `ceiling` at `now` (unix seconds), as far
/// as limits over time have room. FailedPrecondition: what stands in the way, and the way out; so
/// nobody is told that a call pays which never will.
absl::Status CheckApprovable(const Policy& policy, const Approval& question, Amount ceiling,
                             int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_CHECK_APPROVABLE_H_
