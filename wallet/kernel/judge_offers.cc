#include "wallet/kernel/judge_offers.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

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

}  // namespace

absl::StatusOr<WeighedVerdict> DecideWithinLimits(const Policy& policy, const Call& call,
                                                  const Terms& terms, Facts facts, int64_t now,
                                                  const FindFullLimit& first_full) {
  bool exhausted = false;
  while (true) {
    Verdict verdict = policy.Decide(call, terms, facts, now);
    if (exhausted && LacksMandate(verdict.reason)) {
      verdict.reason = Reason::kMandateExhausted;
    }
    if (verdict.kind == VerdictKind::kDeny) {
      return WeighedVerdict{std::move(verdict), std::nullopt};
    }
    TOLLPASS_ASSIGN_OR_RETURN(std::optional<Limit> full, first_full(verdict.limits));
    if (!full) {
      return WeighedVerdict{std::move(verdict), std::nullopt};
    }
    // The mandate that paid is out, even if the limit is one of its ancestors'.
    const bool taken_out =
        !full->mandate.empty() && std::erase_if(facts.mandates, [&](const MandateTerms& mandate) {
                                    return mandate.id == verdict.mandate;
                                  }) > 0;
    if (!taken_out) {
      Verdict denial = Overfull(std::move(verdict), *full);
      return WeighedVerdict{std::move(denial), std::move(full)};
    }
    exhausted = true;
  }
}

bool TellsOfALimit(const Verdict& verdict, const std::optional<Limit>& full) {
  return verdict.kind == VerdictKind::kDeny && IsOverPrice(verdict.reason) &&
         (!full || full->amount > full->maximum);
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
