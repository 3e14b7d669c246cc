#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/mandate_chain.h"
#include "core/os/fault_point.h"
#include "core/status.h"
#include "mandates/budget.h"
#include "mandates/event.h"
#include "mandates/row_values.h"
#include "mandates/sql/events.h"
#include "mandates/sql/tool_history.h"
#include "mandates/transaction.h"

namespace tollpass {
namespace {

constexpr int kIdDigits = 10;
constexpr int64_t kMillis = 1000;

/// The mandate, and every one above it, which must be charged too.
absl::Status CheckMandate(const Facts& facts, std::string_view id,
                          const std::vector<Limit>& charged, int64_t now) {
  const auto mandate = std::find_if(facts.mandates.begin(), facts.mandates.end(),
                                    [&](const MandateTerms& terms) { return terms.id == id; });
  const std::vector<const MandateTerms*> chain = mandate == facts.mandates.end()
                                                     ? std::vector<const MandateTerms*>()
                                                     : ChainOf(facts.mandates, *mandate);
  const bool holds = std::all_of(chain.begin(), chain.end(), [&](const MandateTerms* link) {
    return link->not_before <= now && now < link->not_after;
  });
  if (chain.empty() || !holds) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s, or one above it, does not hold (any more)", id));
  }
  for (const MandateTerms* link : chain) {
    const bool is_charged =
        link->id == id || std::any_of(charged.begin(), charged.end(), [&](const Limit& limit) {
          return limit.mandate == link->id;
        });
    if (!is_charged) {
      return absl::InternalError(
          absl::StrFormat("mandate %s above %s was not charged", link->id, id));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckApproval(const Facts& facts, std::string_view id, Amount charge) {
  const auto approval = std::find_if(facts.approvals.begin(), facts.approvals.end(),
                                     [&](const Approval& answer) { return answer.id == id; });
  if (approval == facts.approvals.end() || approval->state != ApprovalState::kGranted) {
    return absl::AbortedError(absl::StrFormat("approval %s does not hold (any more)", id));
  }
  if (approval->ceiling < charge) {
    return absl::FailedPreconditionError(
        absl::StrFormat("approval %s does not reach as far as the charge", id));
  }
  return absl::OkStatus();
}

/// True if this call was written when it asked `question` before: whoever waits for an answer asks
/// again and again. A host that calls anew, and a price that was not refused before, is written.
absl::StatusOr<bool> IsNoted(sql::Database& database, const DecidedCall& decided,
                             std::string_view question) {
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::optional<sql::EventRow> last,
      sql::FindLastEvent(database, question, EventKindName(EventKind::kAsked)));
  if (!last) {
    return false;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const EventBody body, DecodeEventBody(EventKind::kAsked, last->body));
  if (std::get<Asked>(body).call.called_at_ms < decided.called_at_ms) {
    return false;
  }
  for (const RefusedPrice& price : decided.refused) {
    TOLLPASS_ASSIGN_OR_RETURN(
        const bool known,
        sql::WasPriceRefusedSince(database, {.server_id = decided.call.server_id,
                                             .tool = decided.call.tool,
                                             .network = price.network,
                                             .asset_id = price.asset_id,
                                             .amount = price.amount,
                                             .time = decided.called_at_ms / kMillis}));
    if (!known) {
      return false;
    }
  }
  return true;
}

}  // namespace

absl::Status FileTransaction::CheckPayable(const DecidedCall& decided) const {
  const Verdict& verdict = decided.verdict;
  if (verdict.kind != VerdictKind::kPay || !decided.terms) {
    return absl::InternalError("only an offer that was judged good can be charged");
  }
  if (charged_ != verdict.limits) {
    return absl::InternalError("the limits of the verdict were not charged");
  }
  if (facts_.paused) {
    return absl::FailedPreconditionError("payments are paused");
  }
  if (repeat_) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the first proof of this call can still settle (charge %s)", repeat_->id));
  }
  if (!verdict.mandate.empty()) {
    TOLLPASS_RETURN_IF_ERROR(CheckMandate(facts_, verdict.mandate, charged_, now_));
  }
  return verdict.approval.empty() ? absl::OkStatus()
                                  : CheckApproval(facts_, verdict.approval, decided.terms->charge);
}

absl::StatusOr<std::string> FileTransaction::NewCallId() {
  while (true) {
    std::string id = RandomId(random_, "c", kIdDigits);
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallRow> taken,
                              sql::FindCall(*connection_, id));
    if (!taken) {
      return id;
    }
  }
}

absl::Status FileTransaction::WriteAndCommit(const Event& event) {
  absl::Status written = journal_->Write(event);
  if (written.ok()) {
    TOLLPASS_FAULT_POINT("ledger_before_commit");
    written = journal_->Commit();
    TOLLPASS_FAULT_POINT("ledger_after_commit");
  }
  journal_.reset();
  return written;
}

absl::StatusOr<OpenCharge> FileTransaction::Commit(
    const DecidedCall& decided, const Proof& proof,
    const std::vector<std::pair<std::string, std::string>>& states) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  TOLLPASS_RETURN_IF_ERROR(CheckPayable(decided));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string id, NewCallId());
  Charged body = {.call = CallRowOf(decided, id, call_key_),
                  .charge = ChargeRowOf(decided, proof, id, call_key_, now_, processes_.Self()),
                  .counts = CountsOf(charged_),
                  .states = states,
                  .pin = {},
                  .replaces = unanswered_.dead ? unanswered_.dead->id : std::string(),
                  .tool_pin = facts_.pinned_tool.empty() ? decided.call.tool_definition : "",
                  .offers = decided.offers,
                  .refused = decided.refused};
  if (decided.verdict.pins_payee) {
    body.pin = AssetKey(decided.terms->network, decided.terms->payee);
  }
  TOLLPASS_RETURN_IF_ERROR(
      WriteAndCommit({.kind = EventKind::kCharged, .subject = id, .body = std::move(body)}));
  return OpenCharge{id, proof, MoneyState::kHeld, 0};
}

absl::StatusOr<OpenCharge> FileTransaction::CommitAdoption() {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  if (!repeat_) {
    return absl::FailedPreconditionError("the call repeats none that can still settle");
  }
  const sql::ChargeState& seen = unanswered_.repeatable->state;
  sql::ChargeState state = seen;
  state.call_state = CallName(CallState::kLive);
  state.generation = seen.generation + 1;
  state.owner = OwnerFieldsOf(processes_.Self());
  state.called_at_ms = called_at_ms_;
  OpenCharge adopted = *repeat_;
  adopted.generation = state.generation;
  TOLLPASS_RETURN_IF_ERROR(WriteAndCommit(
      {.kind = EventKind::kAdopted,
       .subject = adopted.id,
       .body = ChargeChanged{adopted.id, seen.generation, seen.call_state, std::move(state)}}));
  return adopted;
}

absl::StatusOr<std::string> FileTransaction::CommitDeclined(const DecidedCall& decided) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  TOLLPASS_ASSIGN_OR_RETURN(std::string id, NewCallId());
  Declined body = {.call = CallRowOf(decided, id, call_key_),
                   .offers = decided.offers,
                   .refused = decided.refused,
                   .question = {}};
  if (decided.question) {
    Approval asked = *decided.question;
    TOLLPASS_ASSIGN_OR_RETURN(const bool known, FindOrName(asked));
    body.call.approval = asked.id;
    if (!known) {
      body.question = ApprovalRowOf(asked);
    }
  }
  TOLLPASS_RETURN_IF_ERROR(
      WriteAndCommit({.kind = EventKind::kDeclined, .subject = id, .body = std::move(body)}));
  return id;
}

absl::StatusOr<bool> FileTransaction::FindOrName(Approval& question) {
  question.state = ApprovalState::kPending;
  question.ceiling = Amount();
  question.asked_at = now_;
  question.expires_at = now_ + kQuestionSeconds;
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> pending,
                            sql::FindPending(*connection_, ApprovalBinding(question), now_));
  for (const sql::ApprovalRow& row : pending) {
    if (question.amount <= row.amount) {
      TOLLPASS_ASSIGN_OR_RETURN(question, ApprovalOf(row));
      return true;
    }
  }
  question.id = RandomId(random_, "a", kIdDigits);
  return false;
}

absl::StatusOr<Approval> FileTransaction::CommitAsked(const DecidedCall& decided,
                                                      const Approval& question) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  Approval asked = question;
  TOLLPASS_ASSIGN_OR_RETURN(const bool known, FindOrName(asked));
  if (known) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool noted, IsNoted(*connection_, decided, asked.id));
    if (noted) {
      journal_.reset();
      return asked;
    }
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::string id, NewCallId());
  Asked body = {.call = CallRowOf(decided, id, call_key_),
                .offers = decided.offers,
                .refused = decided.refused};
  body.call.approval = asked.id;
  if (!known) {
    body.question = ApprovalRowOf(asked);
  }
  TOLLPASS_RETURN_IF_ERROR(
      WriteAndCommit({.kind = EventKind::kAsked, .subject = asked.id, .body = std::move(body)}));
  return asked;
}

}  // namespace tollpass
