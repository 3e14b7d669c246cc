#include "wallet/kernel/authorize.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/encoding.h"
#include "core/os/fault_point.h"
#include "core/status.h"
#include "wallet/kernel/judge_offers.h"
#include "wallet/kernel/note_offers.h"
#include "wallet/kernel/offered_text.h"
#include "wallet/kernel/payment.h"
#include "wallet/kernel/refusal.h"

namespace tollpass {
namespace {

constexpr size_t kShownToolBytes = 4096;

/// Why the message as a whole cannot be paid.
std::optional<Reason> DefectOf(const Challenge& challenge) {
  if (challenge.defect) {
    return challenge.defect;
  }
  if (challenge.offers.size() > kMaxOffers) {
    return Reason::kTooManyOffers;
  }
  if (challenge.offers.empty()) {
    return Reason::kNotPayable;
  }
  return std::nullopt;
}

/// True if the offer would be paid with more budget.
bool LacksBudget(const JudgedOffer& offer) {
  if (!offer.terms || offer.verdict.kind == VerdictKind::kPay) {
    return false;
  }
  return offer.full ? offer.full->window != WindowKind::kCall
                    : offer.verdict.reason == Reason::kMandateExhausted;
}

class Attempt;
/// Begins, reads the policy file, and pays, asks or denies.
Decision Decide(Attempt& attempt, PolicyFile& policy_file, Wallet& wallet, Random& random);

/// One run of Authorize. Every path out of it commits a row or tells why there is none.
class Attempt {
 public:
  Attempt(const AuthorizeRequest& request, Ledger& ledger, int64_t called_at_ms,
          int64_t host_timeout_ms, const std::string& mandate, FindBudget find_budget)
      : challenge_(request.challenge),
        ledger_(ledger),
        host_timeout_ms_(host_timeout_ms),
        mandate_(mandate),
        find_budget_(std::move(find_budget)) {
    decided_.call = request.call;
    decided_.call.resource_url = challenge_.resource_url;
    decided_.dialect = challenge_.dialect;
    decided_.server_text = challenge_.server_text;
    decided_.offered = OfferedText(challenge_.offers);
    decided_.called_at_ms = called_at_ms;
  }

  absl::Status Begin();
  /// A proof for an equal call left before and was never answered, as MayHaveLeft says.
  [[nodiscard]] bool LeftBefore() const;
  /// `failure`: of what is missing or broken, where that is why; OK where a rule is.
  Decision Deny(Verdict verdict, const absl::Status& failure = absl::OkStatus());
  /// Takes the open charge of the same call, or the best offer.
  Decision Pay(const Policy& policy, PolicyFile& policy_file, Wallet& wallet, Random& random);

 private:
  Decision Repeat(const Policy& policy);
  /// Why the chosen offer has no key, where that is why it is denied.
  [[nodiscard]] absl::Status KeyFailure(Wallet& wallet) const;
  Decision Charge(Wallet& wallet, Random& random);
  Decision Ask(int64_t wait_ms);
  /// The question that `reason` raises about the chosen offer.
  [[nodiscard]] Approval QuestionAbout(Reason reason) const;

  const Challenge& challenge_;
  Ledger& ledger_;
  int64_t host_timeout_ms_;
  const std::string& mandate_;  // as Facts::bound_to
  FindBudget find_budget_;      // empty once it was tried
  std::unique_ptr<LedgerTransaction> transaction_;
  DecidedCall decided_;
  std::optional<bool> left_before_;  // as the first transaction told
};

absl::Status Attempt::Begin() {
  // At most one may be open: the old one is rolled back before the new one waits for the lock.
  transaction_.reset();
  const int64_t called_at_ms = decided_.called_at_ms;
  TOLLPASS_ASSIGN_OR_RETURN(
      transaction_, ledger_.Begin(decided_.call, called_at_ms, called_at_ms - host_timeout_ms_));
  left_before_ = transaction_->repeat().has_value() || transaction_->facts().outcome_unknown_before;
  return absl::OkStatus();
}

bool Attempt::LeftBefore() const {
  if (left_before_) {
    return *left_before_;
  }
  const int64_t repeat_before_ms = decided_.called_at_ms - host_timeout_ms_;
  return MayHaveLeft(ledger_.WasLeftUnanswered(decided_.call, repeat_before_ms));
}

Decision Attempt::Deny(Verdict verdict, const absl::Status& failure) {
  decided_.verdict = std::move(verdict);
  // Only an answer moves the pin of a tool, so this question stands though nobody is asked now.
  if (decided_.verdict.unasked == Reason::kToolChanged && decided_.terms) {
    decided_.question = QuestionAbout(Reason::kToolChanged);
  }
  const absl::StatusOr<std::string> row = transaction_->CommitDeclined(decided_);
  if (!row.ok()) {
    return LedgerFailed(row.status());
  }
  const Reason reason = decided_.verdict.reason;
  return failure.ok() ? Denied(reason) : Failed(reason, failure);
}

Decision Attempt::Repeat(const Policy& policy) {
  // Sending an old proof again signs nothing, but money may move: what stops payments stops that.
  if (transaction_->facts().paused) {
    return Deny(Denial(Reason::kPaused));
  }
  if (policy.observes()) {
    return Deny(Denial(Reason::kObserved));
  }
  absl::StatusOr<OpenCharge> adopted = transaction_->CommitAdoption();
  if (!adopted.ok()) {
    return LedgerFailed(adopted.status());
  }
  Decision decision;
  decision.kind = DecisionKind::kRepeat;
  decision.reason = Reason::kRepeat;
  decision.charge_id = std::move(adopted->id);
  decision.generation = adopted->generation;
  decision.proof = std::move(adopted->proof);
  decision.was_refused = adopted->money == MoneyState::kRefused;
  return decision;
}

Decision Attempt::Pay(const Policy& policy, PolicyFile& policy_file, Wallet& wallet,
                      Random& random) {
  if (const ServerSection* server = policy.ServerByIdentity(decided_.call.server_id)) {
    decided_.server_name = server->name;
  }
  if (const std::optional<Reason> defect = DefectOf(challenge_)) {
    return Deny(Denial(*defect));
  }
  if (transaction_->repeat()) {
    return Repeat(policy);
  }
  absl::StatusOr<std::vector<JudgedOffer>> judged =
      JudgeOffers(decided_.call, challenge_, policy, wallet, *transaction_, mandate_);
  if (!judged.ok()) {
    return LedgerFailed(judged.status());
  }
  const size_t choice = ChooseOffer(policy, *judged);
  const JudgedOffer& best = (*judged)[choice];
  if (find_budget_ && LacksBudget(best) && policy.ChainFor(best.terms->network) != nullptr) {
    const FindBudget find_budget = std::exchange(find_budget_, nullptr);
    transaction_.reset();
    find_budget(best.terms->network, policy);
    return Decide(*this, policy_file, wallet, random);  // All may have changed meanwhile.
  }
  absl::StatusOr<std::vector<OfferNote>> notes =
      NoteOffers(challenge_, *judged, choice, *transaction_);
  if (!notes.ok()) {
    return LedgerFailed(notes.status());
  }
  decided_.offers = *std::move(notes);
  if (!policy.observes()) {
    // Else every price is refused, so that a refusal tells nothing.
    decided_.refused = RefusedPrices(*judged);
  }
  JudgedOffer& chosen = (*judged)[choice];
  decided_.terms = std::move(chosen.terms);
  decided_.verdict = std::move(chosen.verdict);
  if (policy.observes() && decided_.verdict.kind != VerdictKind::kDeny) {
    return Deny(Observed(std::move(decided_.verdict)));
  }
  switch (decided_.verdict.kind) {
    case VerdictKind::kPay:
      return Charge(wallet, random);
    case VerdictKind::kAsk:
      return Ask(policy.TimesFor(decided_.call.server_id).ask_wait_ms);
    case VerdictKind::kDeny:
      break;
  }
  return Deny(std::move(decided_.verdict), KeyFailure(wallet));
}

absl::Status Attempt::KeyFailure(Wallet& wallet) const {
  if (!decided_.terms) {
    return absl::OkStatus();
  }
  const absl::StatusOr<std::string> payer = wallet.PayerOn(decided_.terms->network);
  const bool is_why = !payer.ok() && decided_.verdict.reason == ReasonOfKeyFailure(payer.status());
  return is_why ? payer.status() : absl::OkStatus();
}

Decision Attempt::Charge(Wallet& wallet, Random& random) {
  if (absl::Status charged = transaction_->Charge(decided_.verdict.limits); !charged.ok()) {
    return LedgerFailed(charged);
  }
  absl::StatusOr<Proof> proof =
      MakeProof(challenge_, *decided_.terms, decided_.verdict, *transaction_, wallet, random);
  if (!proof.ok()) {
    // Nothing was signed, so nothing may stay charged: the row goes into a new transaction.
    if (absl::Status begun = Begin(); !begun.ok()) {
      return LedgerFailed(begun);
    }
    return Deny(Denial(Reason::kSigningFailed), proof.status());
  }
  TOLLPASS_FAULT_POINT("kernel_before_commit");
  std::vector<std::pair<std::string, std::string>> states;
  for (std::string& key : wallet.OnceKeys(*decided_.terms)) {
    states.emplace_back(std::move(key), proof->payment_id);
  }
  absl::StatusOr<OpenCharge> charge = transaction_->Commit(decided_, *proof, states);
  if (!charge.ok()) {
    return LedgerFailed(charge.status());
  }
  TOLLPASS_FAULT_POINT("kernel_after_commit");
  Decision decision;
  decision.kind = DecisionKind::kPay;
  decision.reason = decided_.verdict.reason;
  decision.charge_id = std::move(charge->id);
  decision.generation = charge->generation;
  decision.proof = *std::move(proof);
  return decision;
}

Approval Attempt::QuestionAbout(Reason reason) const {
  Approval question = ApprovalFor(decided_.call, *decided_.terms);
  question.server_name = decided_.server_name;
  question.reason = std::string(ReasonCode(reason));
  if (decided_.verdict.also) {
    question.also = std::string(ReasonCode(*decided_.verdict.also));
  }
  if (reason == Reason::kToolChanged) {
    question.tool_definition = decided_.call.tool_definition;
    question.tool_text = Printable(decided_.call.tool_text, kShownToolBytes);
  }
  question.section = decided_.verdict.section;
  question.section_digest = decided_.verdict.section_digest;
  return question;
}

Decision Attempt::Ask(int64_t wait_ms) {
  const absl::StatusOr<Approval> asked =
      transaction_->CommitAsked(decided_, QuestionAbout(decided_.verdict.reason));
  if (!asked.ok()) {
    return LedgerFailed(asked.status());
  }
  Decision decision;
  decision.kind = DecisionKind::kAsk;
  decision.reason = decided_.verdict.reason;
  decision.approval_id = asked->id;
  decision.ask_wait_ms = wait_ms;
  return decision;
}

Decision Decide(Attempt& attempt, PolicyFile& policy_file, Wallet& wallet, Random& random) {
  if (absl::Status begun = attempt.Begin(); !begun.ok()) {
    return LedgerFailed(begun);
  }
  const absl::StatusOr<const Policy*> policy = policy_file.Read();
  if (!policy.ok()) {
    return attempt.Deny(Denial(ReasonOfPolicyFailure(policy.status())), policy.status());
  }
  return attempt.Pay(**policy, policy_file, wallet, random);
}

}  // namespace

Decision Authorizer::Authorize(const AuthorizeRequest& request, Ledger& ledger, int64_t now_ms) {
  // This first reading only tells how long a host waits; what decides is read inside.
  const absl::StatusOr<const Policy*> policy = policy_.Glance();
  const ServerTimes times =
      policy.ok() ? (*policy)->TimesFor(request.call.server_id) : ServerTimes{};
  Attempt attempt(request, ledger, std::min(request.called_at_ms, now_ms), times.host_timeout_ms,
                  mandate_, find_budget_);
  Decision decision = Decide(attempt, policy_, wallet_, random_);
  const bool sends = decision.kind == DecisionKind::kPay || decision.kind == DecisionKind::kRepeat;
  if (sends) decision.host_timeout_ms = times.host_timeout_ms;
  decision.left_before = !sends && attempt.LeftBefore();
  return decision;
}

}  // namespace tollpass
