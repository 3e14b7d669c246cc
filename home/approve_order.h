#ifndef TOLLPASS_HOME_APPROVE_ORDER_H_
#define TOLLPASS_HOME_APPROVE_ORDER_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/amount.h"
#include "core/approval.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/order.h"
#include "core/random.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// How far a yes to a question goes.
struct Consent {
  Amount ceiling;       // most that may be paid, atomic units of the asset that is asked about
  int64_t seconds = 0;  // how long it holds, 1 to kLongestApprovalSeconds
};

/// The most that a yes to `question` lets be paid: what was asked, or `text` ("0.02 USDC") if it is
/// not empty. InvalidArgument, naming `flag`: another asset, less than was asked, no amount.
absl::StatusOr<Amount> CeilingOf(std::string_view flag, std::string_view text,
                                 const Approval& question);

/// The order that says yes to `question`, to be signed. Errors as CheckApprovable, and Unavailable
/// where the policy of `home` is broken.
absl::StatusOr<Order> ApproveOrder(const Home& home, const LedgerReader& reader,
                                   const Approval& question, const Consent& consent,
                                   const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_APPROVE_ORDER_H_
