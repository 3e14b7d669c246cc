#include "mandates/read_facts.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/row_values.h"
#include "mandates/sql/events.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/pins.h"
#include "mandates/tool_history.h"
#include "mandates/verified_mandate.h"

namespace tollpass {
namespace {

/// True if an event of this kind about `subject` is younger than what the epoch made void.
absl::StatusOr<bool> Holds(sql::Database& database, const Epoch& epoch, std::string_view subject,
                           EventKind kind) {
  return sql::HasEventAfter(database, subject, EventKindName(kind), epoch.void_until);
}

absl::Status ReadMandates(sql::Database& database, const Authority& authority, const Epoch& epoch,
                          std::string_view server_id, int64_t now, Facts& facts) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> rows,
                            sql::FindMandatesFor(database, server_id, now));
  for (const sql::SignedMandate& row : rows) {
    absl::StatusOr<MandateTerms> terms = VerifiedMandate(database, row, authority);
    // The event counts: a row that was put back into an older state stays revoked.
    TOLLPASS_ASSIGN_OR_RETURN(
        const bool revoked,
        sql::HasEventAfter(database, row.id, EventKindName(EventKind::kRevoked), 0));
    TOLLPASS_ASSIGN_OR_RETURN(const bool holds,
                              Holds(database, epoch, row.id, EventKind::kAllowed));
    if (terms.ok() && holds) {
      (revoked ? facts.revoked : facts.mandates).push_back(*std::move(terms));
    }
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::SignedMandate> last,
                            sql::FindLastRevoked(database, server_id));
  if (last) {
    if (absl::StatusOr<MandateTerms> terms = VerifiedMandate(database, *last, authority);
        terms.ok()) {
      facts.revoked.push_back(*std::move(terms));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Approval>> ReadAnswers(sql::Database& database,
                                                  const Authority& authority, const Epoch& epoch,
                                                  std::string_view call_key, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> rows,
                            sql::FindAnswers(database, call_key, now));
  std::vector<Approval> answers;
  for (const sql::ApprovalRow& row : rows) {
    TOLLPASS_ASSIGN_OR_RETURN(Approval answer, ApprovalOf(row));
    TOLLPASS_ASSIGN_OR_RETURN(const bool holds,
                              Holds(database, epoch, row.id, EventKind::kApproved));
    if (answer.state == ApprovalState::kDenied || (holds && VerifyGrant(row, authority).ok())) {
      answers.push_back(std::move(answer));
    }
  }
  return answers;
}

}  // namespace

absl::StatusOr<Order> VerifiedOrder(std::string_view bytes, std::string_view signature,
                                    OrderKind kind, const Authority& authority) {
  if (!authority.seen->Verify(bytes, signature, authority.approval_key)) {
    return absl::PermissionDeniedError("it was not signed by the approval key");
  }
  TOLLPASS_ASSIGN_OR_RETURN(Order order, DecodeOrder(bytes));
  if (order.kind != kind || order.ledger_id != authority.ledger_id) {
    return absl::PermissionDeniedError("it was signed for another purpose or ledger");
  }
  return order;
}

absl::Status VerifyGrant(const sql::ApprovalRow& row, const Authority& authority) {
  TOLLPASS_ASSIGN_OR_RETURN(const Order order, VerifiedOrder(row.order.bytes, row.signature.bytes,
                                                             OrderKind::kApprove, authority));
  TOLLPASS_ASSIGN_OR_RETURN(const Approval approval, ApprovalOf(row));
  if (order.subject != row.id || order.binding != ApprovalBinding(approval) ||
      order.ceiling != row.ceiling || order.expires_at != row.expires_at) {
    return absl::PermissionDeniedError(
        absl::StrFormat("approval %s: the row says other things than what was signed", row.id));
  }
  return absl::OkStatus();
}

absl::StatusOr<Facts> ReadFacts(sql::Database& database, const Authority& authority,
                                const Epoch& epoch, const Call& call, std::string_view call_key,
                                int64_t now) {
  Facts facts;
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  facts.paused = meta.paused_at != 0;
  TOLLPASS_RETURN_IF_ERROR(ReadMandates(database, authority, epoch, call.server_id, now, facts));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::PinRow> pins,
                            sql::FindPins(database, call.server_id));
  for (const sql::PinRow& pin : pins) {
    facts.pinned_payees.push_back(pin.payee);
  }
  TOLLPASS_ASSIGN_OR_RETURN(facts.approvals,
                            ReadAnswers(database, authority, epoch, call_key, now));
  TOLLPASS_RETURN_IF_ERROR(ReadToolFacts(database, call.server_id, call.tool, now, facts));
  return facts;
}

}  // namespace tollpass
