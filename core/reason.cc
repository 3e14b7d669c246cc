#include "core/reason.h"

#include <array>

namespace tollpass {
namespace {

struct Row {
  Reason reason;
  std::string_view code;
  std::string_view sentence;
};

constexpr Row kRows[] = {
    {Reason::kInBounds, "in_bounds", "Paid: within the rules and covered by a mandate."},
    {Reason::kRepeat, "repeat",
     "The first proof of this call was sent again; nothing new was charged."},
    {Reason::kAmbiguousChallenge, "ambiguous_challenge",
     "The server asked for payment in two ways at once; tell its operator."},
    {Reason::kChallengeMalformed, "challenge_malformed",
     "The server asked for payment in a form that cannot be read; tell its operator."},
    {Reason::kChallengeTooLarge, "challenge_too_large",
     "The payment request is larger than 64 KiB; tell the operator of the server."},
    {Reason::kTooManyOffers, "too_many_offers",
     "The payment request has more than 32 offers; tell the operator of the server."},
    {Reason::kNotPayable, "not_payable",
     "The payment request was recognised, but this version cannot pay requests of its kind."},
    {Reason::kSecondChallenge, "second_challenge",
     "The server asked again although it had the proof; the charge still counts."},
    {Reason::kBadAmount, "bad_amount",
     "The amount is not a positive whole number of atomic units below 2^128."},
    {Reason::kBadNetwork, "bad_network",
     "The network is neither a CAIP-2 id in its canonical spelling nor, in x402 version 1, a name "
     "that is known."},
    {Reason::kBadPayee, "bad_payee", "The payee is not a valid account of that network."},
    {Reason::kBadTimeout, "bad_timeout",
     "The time limit of the offer is not a positive whole number of seconds."},
    {Reason::kSchemeUnknown, "scheme_unknown", "No scheme of this version can pay the offer."},
    {Reason::kMethodNotSupported, "method_not_supported",
     "The offer wants a transfer method that this version does not have."},
    {Reason::kDomainMismatch, "domain_mismatch",
     "The signing domain that the server names is not the one in your asset table."},
    {Reason::kPayerIsPayee, "payer_is_payee", "The payee is your own wallet."},
    {Reason::kQuoteMalformed, "quote_malformed",
     "The quote is larger than 16 KiB or not of the form that this version knows; tell the "
     "operator of the server."},
    {Reason::kQuoteProtocolUnsupported, "quote_protocol_unsupported",
     "The quote is of a protocol or version that this version cannot pay."},
    {Reason::kQuoteIssuerUnknown, "quote_issuer_unknown",
     "No key of the quote's issuer is in the server's 'quote_keys'; add the one that its operator "
     "gave you if you trust it."},
    {Reason::kQuoteKeyUnpinned, "quote_key_unpinned",
     "The quote is signed by a key that is not in the server's 'quote_keys'; ask its operator "
     "before you add it."},
    {Reason::kQuoteSignatureInvalid, "quote_signature_invalid",
     "The signature of the quote does not hold; somebody changed it, or it is not the issuer's."},
    {Reason::kQuoteNotYetValid, "quote_not_yet_valid",
     "The quote was issued in the future; set your clock right, or tell the operator of the "
     "server."},
    {Reason::kQuoteExpired, "quote_expired",
     "The quote had expired; call the tool again for a new one."},
    {Reason::kQuoteLifetime, "quote_lifetime",
     "The quote lives for more than ten minutes or not at all; tell the operator of the server."},
    {Reason::kQuoteToolMismatch, "quote_tool_mismatch",
     "The quote is for another tool than the one that was called."},
    {Reason::kQuoteArgsMismatch, "quote_args_mismatch",
     "The quote is not for the arguments of this call."},
    {Reason::kQuoteRailUnsupported, "quote_rail_unsupported",
     "The quote wants to be settled in a way that this version cannot."},
    {Reason::kQuoteAssetUnsupported, "quote_asset_unsupported",
     "The quote is in a currency or a kind of asset that this version cannot pay."},
    {Reason::kQuoteDecimalsMismatch, "quote_decimals_mismatch",
     "The quote counts the asset with other decimals than your asset table."},
    {Reason::kQuoteReplayed, "quote_replayed",
     "The issuer's quote with this id or nonce was paid before; it is not paid twice."},
    {Reason::kServerUnknown, "server_unknown",
     "The server has no section in the policy file; add one with 'tollpass add'."},
    {Reason::kNetworkNotAllowed, "network_not_allowed",
     "The network is not in the policy's 'networks'; add it there if you want to pay on it."},
    {Reason::kAssetUnknown, "asset_unknown",
     "The asset is not in your asset table; add an [asset.NAME] section if you trust it."},
    {Reason::kAssetNotLimited, "asset_not_limited",
     "budget.all and the server must each limit the asset per call and over time; add the missing "
     "limit."},
    {Reason::kLockNotLimited, "lock_not_limited",
     "The offer ties up money beyond its price, and no limit of this version counts that."},
    {Reason::kSchemeNotAllowed, "scheme_not_allowed",
     "The scheme is not in the server's 'schemes'."},
    {Reason::kToolNotPayable, "tool_not_payable", "The policy says pay = false for this tool."},
    {Reason::kOutsideHours, "outside_hours",
     "The policy pays at other hours of the day; wait, or change 'hours'."},
    {Reason::kBreakerOpen, "breaker_open",
     "The tool was paid several times, one after the other, and delivered nothing; 'tollpass "
     "breaker close' ends that."},
    {Reason::kPriceProbing, "price_probing",
     "The tool asked for too many different prices over a limit within an hour, so it is paid "
     "nothing; wait an hour, or run 'tollpass breaker close'."},
    {Reason::kToolChanged, "tool_changed",
     "The server now says other things about this tool than when it was paid first; approve it "
     "only if you know why."},
    {Reason::kPayeeNotAllowed, "payee_not_allowed", "The payee is not in the server's 'pay_to'."},
    {Reason::kPartyNotAllowed, "party_not_allowed",
     "The offer makes the money depend on accounts besides the payee, which no rule can allow."},
    {Reason::kPayeeNew, "payee_new",
     "This payee was never paid for this server; approve it with 'tollpass approve'."},
    {Reason::kPayeeChanged, "payee_changed",
     "The payee is not the one that is pinned for this server; approve it only if you expected "
     "that."},
    {Reason::kResourceMismatch, "resource_mismatch",
     "The payment is for another origin than the one that is configured."},
    {Reason::kAskAlways, "ask_always",
     "The policy wants to be asked for every payment here; answer with 'tollpass approve'."},
    {Reason::kAboveAskAbove, "above_ask_above",
     "The amount is above 'ask_above'; answer with 'tollpass approve'."},
    {Reason::kPriceDrift, "price_drift",
     "The price is far above the last one that this tool was paid, see 'price_drift'; answer with "
     "'tollpass approve'."},
    {Reason::kOverPerCall, "over_per_call",
     "The amount is above 'per_call'; raise it in the policy file if you agree."},
    {Reason::kOverHour, "over_hour", "The limit per hour is used up; wait, or raise 'per_hour'."},
    {Reason::kOverDay, "over_day", "The limit per day is used up; wait, or raise 'per_day'."},
    {Reason::kOverWeek, "over_week", "The limit per week is used up; wait, or raise 'per_week'."},
    {Reason::kOverMonth, "over_month",
     "The limit per month is used up; wait, or raise 'per_month'."},
    {Reason::kOverTotal, "over_total", "The total is used up; raise 'total' if you agree."},
    {Reason::kOverRolling, "over_rolling",
     "The limit of a rolling window is used up; wait, or raise it under 'rolling'."},
    {Reason::kOverRate, "over_rate",
     "There were too many payments in a short time; wait, or raise 'rate'."},
    {Reason::kNoMandate, "no_mandate",
     "No mandate covers this payment; sign one with 'tollpass allow', or approve it once."},
    {Reason::kMandateExpired, "mandate_expired",
     "The mandate has expired; sign a new one with 'tollpass allow'."},
    {Reason::kMandateRevoked, "mandate_revoked",
     "The mandate was revoked; sign a new one with 'tollpass allow'."},
    {Reason::kMandateExhausted, "mandate_exhausted",
     "The mandate is used up; sign a new one with 'tollpass allow', or approve this once."},
    {Reason::kPaused, "paused", "Payments are paused; 'tollpass resume' ends that."},
    {Reason::kApprovalDenied, "approval_denied",
     "You said no to this payment, which holds for a day; 'tollpass approve' with the id of the "
     "approval takes that back."},
    {Reason::kApproved, "approved", "Paid: you approved it."},
    {Reason::kObserved, "observed",
     "It would have been paid, but 'observe' is set, so nothing is."},
    {Reason::kUnattended, "unattended",
     "The rules want to ask, but 'unattended' is set, so it is declined."},
    {Reason::kOutcomeUnknown, "outcome_unknown",
     "An earlier payment for the same call may have settled; approve only if you want to pay "
     "again."},
    {Reason::kPolicyMissing, "policy_missing",
     "There is no policy file; 'tollpass init' makes a home."},
    {Reason::kPolicyBroken, "policy_broken",
     "The policy file has errors; 'tollpass policy check' lists them."},
    {Reason::kLedgerUnavailable, "ledger_unavailable",
     "The ledger cannot be opened or is busy; 'tollpass status' says why."},
    {Reason::kLedgerBroken, "ledger_broken",
     "The ledger does not hold together; 'tollpass ledger verify' says where."},
    {Reason::kLedgerBehind, "ledger_behind",
     "The ledger is an older copy than the one that was paid from; put the newest back, or run "
     "'tollpass ledger accept'."},
    {Reason::kMirrorBroken, "mirror_broken",
     "The mirror of the ledger cannot be used, so an older copy would not be noticed; 'tollpass "
     "status' says what to do."},
    {Reason::kClockWentBack, "clock_went_back",
     "The clock is behind the newest row of the ledger; set it right, or run 'tollpass ledger "
     "accept' if it is right now."},
    {Reason::kClockJumped, "clock_jumped",
     "The clock was set forward while the machine ran; set it right, or run 'tollpass ledger "
     "accept' if it is right now."},
    {Reason::kKeyMissing, "key_missing",
     "There is no wallet key for this network; 'tollpass wallet new' makes one."},
    {Reason::kKeyLocked, "key_locked",
     "The wallet key has a passphrase, which no proxy asks for; 'tollpass status' shows the way "
     "out."},
    {Reason::kKeyNotForNetwork, "key_not_for_network",
     "The wallet key is not for networks of this class (test or main)."},
    {Reason::kProofKeyMissing, "proof_key_missing",
     "The home has no key that signs proofs for quotes; 'tollpass wallet new --family quote' makes "
     "one."},
    {Reason::kSigningFailed, "signing_failed",
     "The proof could not be signed and nothing was charged; 'tollpass status' tells if a key is "
     "damaged."},
};

/// A reason is its own index.
static_assert([] {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (static_cast<size_t>(kRows[i].reason) != i) return false;
  }
  return static_cast<size_t>(Reason::kSigningFailed) + 1 == std::size(kRows);
}());

constexpr auto kReasons = [] {
  std::array<Reason, std::size(kRows)> reasons{};
  for (size_t i = 0; i < reasons.size(); ++i) reasons[i] = kRows[i].reason;
  return reasons;
}();

}  // namespace

std::span<const Reason> AllReasons() { return kReasons; }

std::string_view ReasonCode(Reason reason) { return kRows[static_cast<size_t>(reason)].code; }

std::string_view ReasonSentence(Reason reason) {
  return kRows[static_cast<size_t>(reason)].sentence;
}

std::optional<Reason> ReasonFromCode(std::string_view code) {
  for (const Row& row : kRows) {
    if (row.code == code) return row.reason;
  }
  return std::nullopt;
}

}  // namespace tollpass
