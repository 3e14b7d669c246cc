#ifndef TOLLPASS_CORE_REASON_H_
#define TOLLPASS_CORE_REASON_H_

#include <optional>
#include <span>
#include <string_view>

#include "core/export.h"

namespace tollpass {

/// Why a call was paid, asked about or declined: one closed list for policy, mandates, ledger and
/// log. For the user only; a host never sees one. Documented one by one in docs/policy.md.
enum class Reason {
  // Paid.
  kInBounds,
  kRepeat,  // an open call: the first proof goes out again
  // The challenge.
  kAmbiguousChallenge,
  kChallengeMalformed,
  kChallengeTooLarge,
  kTooManyOffers,
  kNotPayable,       // recognised, but no way to pay it exists here
  kSecondChallenge,  // a paid call was challenged again
  // One offer.
  kBadAmount,
  kBadNetwork,
  kBadPayee,
  kBadTimeout,
  kSchemeUnknown,
  kMethodNotSupported,  // e.g. an asset transfer method without implementation
  kDomainMismatch,      // the server's signing domain is not the asset table's
  kPayerIsPayee,
  // A quote.
  kQuoteMalformed,
  kQuoteProtocolUnsupported,
  kQuoteIssuerUnknown,
  kQuoteKeyUnpinned,
  kQuoteSignatureInvalid,
  kQuoteNotYetValid,
  kQuoteExpired,
  kQuoteLifetime,
  kQuoteToolMismatch,
  kQuoteArgsMismatch,
  kQuoteRailUnsupported,
  kQuoteAssetUnsupported,
  kQuoteDecimalsMismatch,
  kQuoteReplayed,
  // Rules.
  kServerUnknown,
  kNetworkNotAllowed,
  kAssetUnknown,
  kAssetNotLimited,
  kLockNotLimited,  // ties up money beyond the price
  kSchemeNotAllowed,
  kToolNotPayable,  // pay = false
  kOutsideHours,
  kBreakerOpen,   // the tool was paid several times and delivered nothing
  kPriceProbing,  // the tool asked for too many prices that were over a limit
  kToolChanged,   // what the server's list says about the tool
  kPayeeNotAllowed,
  kPartyNotAllowed,  // money depends on others than the payee
  kPayeeNew,
  kPayeeChanged,
  kResourceMismatch,
  kAskAlways,
  kAboveAskAbove,
  kPriceDrift,  // dearer than it was
  kOverPerCall,
  kOverHour,
  kOverDay,
  kOverWeek,
  kOverMonth,
  kOverTotal,
  kOverRolling,
  kOverRate,
  // Authority.
  kNoMandate,
  kMandateExpired,
  kMandateRevoked,
  kMandateExhausted,
  kPaused,
  kApprovalDenied,
  kApproved,
  kObserved,        // would be paid, but 'observe' is set
  kUnattended,      // would ask, but nobody is there
  kOutcomeUnknown,  // an earlier proof for this call may have settled
  // Machinery.
  kPolicyMissing,
  kPolicyBroken,
  kLedgerUnavailable,
  kLedgerBroken,
  kLedgerBehind,  // an older copy than what was paid from before
  kMirrorBroken,  // cannot be compared with what was seen before
  kClockWentBack,
  kClockJumped,  // forward, by the time since the machine started
  kKeyMissing,
  kKeyLocked,
  kKeyNotForNetwork,
  kProofKeyMissing,  // quotes only
  kSigningFailed,
};

/// Every reason, in the order of the enum.
TOLLPASS_EXPORT std::span<const Reason> AllReasons();

/// Stable name in snake case: "over_day".
TOLLPASS_EXPORT std::string_view ReasonCode(Reason reason);
TOLLPASS_EXPORT std::optional<Reason> ReasonFromCode(std::string_view code);

/// One sentence for the user: what happened and what to do.
TOLLPASS_EXPORT std::string_view ReasonSentence(Reason reason);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_REASON_H_
