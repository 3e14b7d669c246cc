#ifndef TOLLPASS_WALLET_KERNEL_REFUSAL_H_
#define TOLLPASS_WALLET_KERNEL_REFUSAL_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/limit.h"
#include "core/reason.h"
#include "core/verdict.h"
#include "wallet/kernel/kernel.h"

/// How failures of the rooms become reasons, and reasons become decisions.
namespace tollpass {

Reason ReasonOfPolicyFailure(const absl::Status& status);
Reason ReasonOfLedgerFailure(const absl::Status& status);
Reason ReasonOfKeyFailure(const absl::Status& status);

/// Why a limit without room denies: "over_day" and its like.
Reason ReasonOfFullLimit(const Limit& limit);

/// kUnavailable where the machinery or the whole message is at fault and a later call may be paid;
/// kDecline where the rules, or what an offer says, are; kExpired where it came too late.
DecisionKind DenialKind(Reason reason);

/// A verdict of nothing but that reason, and the decision that follows from it.
Verdict Denial(Reason reason);
Decision Denied(Reason reason);

/// `verdict` where nothing is paid and nobody is asked; what would be asked keeps its reason.
Verdict Observed(Verdict verdict);

/// Whether an earlier proof for an equal call may have left and was never answered, by what the
/// ledger says (Ledger::WasLeftUnanswered): also where it cannot be read for the moment. One that
/// is gone or damaged makes no call doubtful; the user is told of it.
bool MayHaveLeft(const absl::StatusOr<bool>& looked_up);

/// The decision where a room failed: the user is told how, the host never.
Decision Failed(Reason reason, const absl::Status& why);
/// The same for the ledger.
Decision LedgerFailed(const absl::Status& why);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_REFUSAL_H_
