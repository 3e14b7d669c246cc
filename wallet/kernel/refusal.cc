#include "wallet/kernel/refusal.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "mandates/ledger.h"

namespace tollpass {

Reason ReasonOfPolicyFailure(const absl::Status& status) {
  return absl::IsNotFound(status) ? Reason::kPolicyMissing : Reason::kPolicyBroken;
}

Reason ReasonOfLedgerFailure(const absl::Status& status) {
  const std::string_view message(status.message().data(), status.message().size());
  if (message.starts_with(kLedgerBehindMessage)) {
    return Reason::kLedgerBehind;
  }
  if (message.starts_with(kMirrorBrokenMessage)) {
    return Reason::kMirrorBroken;
  }
  if (absl::IsDataLoss(status)) {
    return Reason::kLedgerBroken;
  }
  if (message.starts_with(kClockJumpedMessage)) {
    return Reason::kClockJumped;
  }
  return message.starts_with(kClockWentBackMessage) ? Reason::kClockWentBack
                                                    : Reason::kLedgerUnavailable;
}

Reason ReasonOfKeyFailure(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return Reason::kKeyMissing;
    case absl::StatusCode::kFailedPrecondition:
      return Reason::kKeyNotForNetwork;
    case absl::StatusCode::kUnavailable:
      return Reason::kKeyLocked;
    default:
      return Reason::kSigningFailed;
  }
}

Reason ReasonOfFullLimit(const Limit& limit) {
  if (!limit.mandate.empty()) {
    return Reason::kMandateExhausted;
  }
  switch (limit.window) {
    case WindowKind::kCall:
      return Reason::kOverPerCall;
    case WindowKind::kRate:
      return Reason::kOverRate;
    case WindowKind::kHour:
      return Reason::kOverHour;
    case WindowKind::kDay:
      return Reason::kOverDay;
    case WindowKind::kWeek:
      return Reason::kOverWeek;
    case WindowKind::kMonth:
      return Reason::kOverMonth;
    case WindowKind::kRolling:
      return Reason::kOverRolling;
    case WindowKind::kTotal:
    case WindowKind::kUses:
      break;
  }
  return Reason::kOverTotal;
}

DecisionKind DenialKind(Reason reason) {
  switch (reason) {
    case Reason::kAmbiguousChallenge:
    case Reason::kChallengeMalformed:
    case Reason::kChallengeTooLarge:
    case Reason::kTooManyOffers:
    case Reason::kNotPayable:
    case Reason::kQuoteMalformed:
    case Reason::kQuoteProtocolUnsupported:
    case Reason::kQuoteNotYetValid:
    case Reason::kPolicyMissing:
    case Reason::kPolicyBroken:
    case Reason::kLedgerUnavailable:
    case Reason::kLedgerBroken:
    case Reason::kLedgerBehind:
    case Reason::kMirrorBroken:
    case Reason::kClockWentBack:
    case Reason::kClockJumped:
    case Reason::kKeyMissing:
    case Reason::kKeyLocked:
    case Reason::kKeyNotForNetwork:
    case Reason::kProofKeyMissing:
    case Reason::kSigningFailed:
      return DecisionKind::kUnavailable;
    case Reason::kQuoteExpired:
      return DecisionKind::kExpired;
    default:
      return DecisionKind::kDecline;
  }
}

Verdict Denial(Reason reason) {
  Verdict verdict;
  verdict.kind = VerdictKind::kDeny;
  verdict.reason = reason;
  return verdict;
}

Verdict Observed(Verdict verdict) {
  if (verdict.kind == VerdictKind::kPay) {
    verdict.reason = Reason::kObserved;
  } else if (verdict.kind == VerdictKind::kAsk) {
    verdict.unasked = verdict.reason;
  }
  verdict.kind = VerdictKind::kDeny;
  verdict.approval.clear();
  verdict.also.reset();
  return verdict;
}

Decision Denied(Reason reason) {
  Decision decision;
  decision.kind = DenialKind(reason);
  decision.reason = reason;
  return decision;
}

bool MayHaveLeft(const absl::StatusOr<bool>& looked_up) {
  return looked_up.ok() ? *looked_up : absl::IsUnavailable(looked_up.status());
}

Decision Failed(Reason reason, const absl::Status& why) {
  Decision decision = Denied(reason);
  decision.notice = absl::StrFormat("a payment was not made: %s", std::string(why.message()));
  return decision;
}

Decision LedgerFailed(const absl::Status& why) { return Failed(ReasonOfLedgerFailure(why), why); }

}  // namespace tollpass
