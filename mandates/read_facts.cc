#include "mandates/read_facts.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/mandate_standing.h"
#include "mandates/row_values.h"
#include "mandates/sql/events.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/pins.h"
#include "mandates/tool_history.h"
#include "mandates/verified_mandate.h"

namespace tollpass {
namespace {

/// True if an answer in force is what an index found. The row is looked at by its key: an index
/// could hold what it must leave out, such as a grant that was used.
absl::StatusOr<bool> IsAnswer(sql::Database& database, const Epoch& epoch,
                              const Authority& authority, const sql::ApprovalRow& found) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(database, found.id));
  if (!row || row->state != found.state || row->call_key != found.call_key) return false;
  if (row->state == ApprovalStateName(ApprovalState::kDenied)) return true;
  if (row->state != ApprovalStateName(ApprovalState::kGranted)) return false;
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool holds,
      sql::HasEventAfter(database, row->id, EventKindName(EventKind::kApproved), epoch.void_until));
  return holds && VerifyGrant(*row, authority).ok();
}

absl::Status ReadMandates(sql::Database& database, const Authority& authority, const Epoch& epoch,
                          std::string_view server_id, int64_t now, Facts& facts) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> rows,
                            sql::FindMandatesFor(database, server_id, now));
  for (const sql::SignedMandate& row : rows) {
    absl::StatusOr<MandateTerms> terms = VerifiedMandate(database, row, authority);
    TOLLPASS_ASSIGN_OR_RETURN(const MandateStanding standing,
                              ReadMandateStanding(database, row.id, epoch.void_until));
    if (terms.ok() && !standing.ended) {
      (standing.revoked ? facts.revoked : facts.mandates).push_back(*std::move(terms));
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
    TOLLPASS_ASSIGN_OR_RETURN(const bool answers_it, IsAnswer(database, epoch, authority, row));
    if (!answers_it) continue;
    TOLLPASS_ASSIGN_OR_RETURN(Approval answer, ApprovalOf(row));
    answers.push_back(std::move(answer));
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
