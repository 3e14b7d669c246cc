#include "wallet/kernel/judge_offers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/status.h"
#include "wallet/kernel/refusal.h"

namespace tollpass {
namespace {

/// `verdict` turned into a denial because `full` has no room.
Verdict Overfull(Verdict verdict, const Limit& full) {
  Verdict denial = Denial(ReasonOfFullLimit(full));
  denial.section = full.section;
  denial.section_digest = std::move(verdict.section_digest);
  return denial;
}

/// A mandate that is used up is nearer to paying than none, or than one that ended.
bool LacksMandate(Reason reason) {
  return reason == Reason::kNoMandate || reason == Reason::kMandateExpired ||
         reason == Reason::kMandateRevoked;
}

/// True if nobody is asked about the offer, and at the smallest price what is left in `facts` would
/// pay it.
absl::StatusOr<bool> IsTooDearToAsk(const Policy& policy, const Call& call, const Terms& terms,
                                    const Facts& facts, int64_t now,
                                    const FindFullLimit& first_full) {
  Terms smallest = terms;
  smallest.charge = Amount(1);
  if (terms.charge == smallest.charge) {
    return false;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const WeighedVerdict at_least,
                            DecideWithinLimits(policy, call, smallest, facts, now, first_full));
  return at_least.verdict.kind == VerdictKind::kPay;
}

/// True if nobody is asked, and what would be asked follows from no price that was paid before.
bool IsUnasked(const Verdict& verdict) {
  return verdict.reason == Reason::kUnattended && verdict.unasked != Reason::kPriceDrift;
}

}  // namespace

absl::StatusOr<WeighedVerdict> DecideWithinLimits(const Policy& policy, const Call& call,
                                                  const Terms& terms, Facts facts, int64_t now,
                                                  const FindFullLimit& first_full) {
  bool takes_any_out = false;
  bool never_fits = false;  // a mandate that was taken out lets no such price through, ever
  while (true) {
    Verdict verdict = policy.Decide(call, terms, facts, now);
    if (takes_any_out && LacksMandate(verdict.reason)) {
      verdict.reason = Reason::kMandateExhausted;
    }
    if (verdict.kind == VerdictKind::kDeny) {
      bool too_dear = never_fits && IsUnasked(verdict);
      if (!too_dear && IsUnasked(verdict)) {
        // Without the mandates whose windows are used up: what is left in them tells nothing.
        TOLLPASS_ASSIGN_OR_RETURN(too_dear,
                                  IsTooDearToAsk(policy, call, terms, facts, now, first_full));
      }
      const bool tells = too_dear || IsOverPrice(verdict.reason);
      return WeighedVerdict{std::move(verdict), std::nullopt, tells};
    }
    TOLLPASS_ASSIGN_OR_RETURN(std::optional<Limit> full, first_full(verdict.limits));
    if (!full) {
      return WeighedVerdict{std::move(verdict), std::nullopt, false};
    }
    // The mandate that paid is out, even if the limit is one of its ancestors'.
    const auto spent = full->mandate.empty()
                           ? facts.mandates.end()
                           : std::ranges::find(facts.mandates, verdict.mandate, &MandateTerms::id);
    if (spent == facts.mandates.end()) {
      Verdict denial = Overfull(std::move(verdict), *full);
      const bool tells = IsOverPrice(denial.reason) && full->amount > full->maximum;
      return WeighedVerdict{std::move(denial), std::move(full), tells};
    }
    takes_any_out = true;
    never_fits = never_fits || full->amount > full->maximum;
    facts.mandates.erase(spent);
  }
}

namespace {

absl::StatusOr<bool> WasPaid(const Terms& terms, const Wallet& wallet,
                             LedgerTransaction& transaction) {
  for (const std::string& key : wallet.OnceKeys(terms)) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::string taken, transaction.State(key));
    if (!taken.empty()) {
      return true;
    }
  }
  return false;
}

absl::StatusOr<JudgedOffer> JudgeOffer(const Call& call, const Offer& offer, const Policy& policy,
                                       Wallet& wallet, LedgerTransaction& transaction,
                                       const std::string& mandate) {
  JudgedOffer judged;
  const ServerSection* server = policy.ServerByIdentity(call.server_id);
  const ServerEndpoint endpoint = server == nullptr ? ServerEndpoint() : server->endpoint;
  std::variant<Terms, Reason> read =
      wallet.Read(offer, {call, endpoint, policy.assets(), transaction.now()});
  if (const Reason* refused = std::get_if<Reason>(&read)) {
    judged.verdict = Denial(*refused);
    return judged;
  }
  Terms& terms = judged.terms.emplace(std::get<Terms>(std::move(read)));
  TOLLPASS_ASSIGN_OR_RETURN(const bool paid_before, WasPaid(terms, wallet, transaction));
  if (paid_before) {
    judged.verdict = Denial(Reason::kQuoteReplayed);
    return judged;
  }
  const absl::StatusOr<std::string> payer = wallet.PayerOn(terms.network);
  if (payer.ok()) {
    terms.payer = *payer;
  }
  Facts facts = transaction.facts();
  facts.bound_to = mandate;
  TOLLPASS_ASSIGN_OR_RETURN(
      WeighedVerdict weighed,
      DecideWithinLimits(
          policy, call, terms, std::move(facts), transaction.now(),
          [&](const std::vector<Limit>& limits) { return transaction.FirstFull(limits); }));
  judged.verdict = std::move(weighed.verdict);
  judged.full = std::move(weighed.full);
  judged.tells_of_limit = weighed.tells_of_limit;
  // Rules speak first: "not allowed on this network" says more than "no key for it".
  const bool in_bounds =
      judged.verdict.kind != VerdictKind::kDeny || judged.verdict.reason == Reason::kUnattended;
  if (!payer.ok() && in_bounds) {
    judged.verdict = Denial(ReasonOfKeyFailure(payer.status()));
  } else if (const absl::Status key = wallet.CheckDocumentKey(terms); !key.ok() && in_bounds) {
    judged.verdict =
        Denial(absl::IsNotFound(key) ? Reason::kProofKeyMissing : ReasonOfKeyFailure(key));
  }
  return judged;
}

}  // namespace

absl::StatusOr<std::vector<JudgedOffer>> JudgeOffers(const Call& call, const Challenge& challenge,
                                                     const Policy& policy, Wallet& wallet,
                                                     LedgerTransaction& transaction,
                                                     const std::string& mandate) {
  std::vector<JudgedOffer> judged;
  judged.reserve(challenge.offers.size());
  for (const Offer& offer : challenge.offers) {
    TOLLPASS_ASSIGN_OR_RETURN(JudgedOffer next,
                              JudgeOffer(call, offer, policy, wallet, transaction, mandate));
    judged.push_back(std::move(next));
  }
  return judged;
}

}  // namespace tollpass
