#include "mandates/projection.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/approval.h"
#include "core/status.h"
#include "mandates/project_order.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/payees.h"
#include "mandates/sql/pins.h"
#include "mandates/sql/receipts.h"
#include "mandates/sql/scheme_states.h"
#include "mandates/tool_history.h"

namespace tollpass {
namespace {

/// Where and when an event happened.
struct Place {
  int64_t sequence = 0;
  int64_t time = 0;
};

absl::Status InsertCallAt(sql::Database& database, Place place, sql::CallRow call) {
  call.sequence = place.sequence;
  call.time = place.time;
  return sql::InsertCall(database, call);
}

absl::Status UseApproval(sql::Database& database, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ApprovalRow> row, sql::FindApproval(database, id));
  if (!row) {
    return absl::AbortedError(absl::StrFormat("there is no approval %s", id));
  }
  row->state = ApprovalStateName(ApprovalState::kUsed);
  return sql::UpdateApproval(database, ApprovalStateName(ApprovalState::kGranted), *row);
}

absl::Status MarkReplaced(sql::Database& database, std::string_view id,
                          const std::string& replaced_by) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ChargeRow> row, sql::FindCharge(database, id));
  if (!row) {
    return absl::AbortedError(absl::StrFormat("there is no charge %s", id));
  }
  row->state.replaced_by = replaced_by;
  return sql::UpdateChargeState(database, id, row->state.generation, row->state.call_state,
                                row->state);
}

absl::Status Apply(sql::Database& database, Place place, const Initialised& body) {
  return sql::InsertMeta(
      database,
      {.ledger_id = body.ledger_id, .approval_key = {body.approval_key}, .created = place.time});
}

absl::Status Apply(sql::Database& database, Place place, const Declined& body) {
  TOLLPASS_RETURN_IF_ERROR(InsertCallAt(database, place, body.call));
  if (body.question) {
    TOLLPASS_RETURN_IF_ERROR(sql::InsertApproval(database, *body.question));
  }
  return NoteDeclined(database, place.time, body);
}

absl::Status Apply(sql::Database& database, Place place, const Asked& body) {
  TOLLPASS_RETURN_IF_ERROR(InsertCallAt(database, place, body.call));
  TOLLPASS_RETURN_IF_ERROR(NoteRefused(database, place.time, body.call, body.refused));
  return body.question ? sql::InsertApproval(database, *body.question) : absl::OkStatus();
}

absl::Status Apply(sql::Database& database, Place place, const Charged& body) {
  TOLLPASS_RETURN_IF_ERROR(InsertCallAt(database, place, body.call));
  sql::ChargeRow charge = body.charge;
  charge.sequence = place.sequence;
  TOLLPASS_RETURN_IF_ERROR(sql::InsertCharge(database, charge));
  TOLLPASS_RETURN_IF_ERROR(
      sql::CountPayment(database, body.call.server_id, body.call.network, body.call.payee));
  for (const sql::CounterRow& count : body.counts) {
    TOLLPASS_RETURN_IF_ERROR(sql::AddToCounter(database, count));
  }
  for (const auto& [key, value] : body.states) {
    TOLLPASS_RETURN_IF_ERROR(sql::PutSchemeState(database, key, {value}));
  }
  if (!body.call.approval.empty()) {
    TOLLPASS_RETURN_IF_ERROR(UseApproval(database, body.call.approval));
  }
  if (!body.call.mandate.empty()) {
    TOLLPASS_RETURN_IF_ERROR(sql::CountMandateUse(database, body.call.mandate));
  }
  TOLLPASS_RETURN_IF_ERROR(NotePaid(database, place.time, body.call, body.tool_pin));
  TOLLPASS_RETURN_IF_ERROR(NoteRefused(database, place.time, body.call, body.refused));
  if (!body.replaces.empty()) {
    TOLLPASS_RETURN_IF_ERROR(MarkReplaced(database, body.replaces, body.charge.id));
  }
  if (body.pin.empty()) {
    return absl::OkStatus();
  }
  return sql::PutPin(database, {.server_id = body.call.server_id,
                                .network = body.call.network,
                                .payee = body.pin,
                                .since = place.time});
}

absl::Status Apply(sql::Database& database, Place, const ChargeChanged& body) {
  TOLLPASS_RETURN_IF_ERROR(sql::UpdateChargeState(database, body.charge, body.seen_generation,
                                                  body.seen_call_state, body.state));
  for (const sql::CounterRow& count : body.given_back) {
    TOLLPASS_RETURN_IF_ERROR(sql::TakeFromCounter(database, count));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallSite> call,
                            sql::FindCallSite(database, body.charge));
  if (!call) {
    return absl::AbortedError(absl::StrFormat("there is no call %s", body.charge));
  }
  TOLLPASS_RETURN_IF_ERROR(NoteEnded(database, *call, body));
  if (body.state.transaction_id.empty()) {
    return absl::OkStatus();
  }
  return sql::PutReceiptUse(database, {.network = call->network,
                                       .payer = call->payer,
                                       .transaction_id = body.state.transaction_id,
                                       .charge = body.charge});
}

absl::Status Apply(sql::Database& database, Place place, const Ordered& body) {
  return ProjectOrder(database, place.sequence, place.time, body);
}

absl::Status ProjectBody(sql::Database& database, Place place, const Event& event) {
  return std::visit([&](const auto& body) { return Apply(database, place, body); }, event.body);
}

}  // namespace

absl::Status Project(sql::Database& database, int64_t sequence, int64_t time, const Event& event) {
  TOLLPASS_RETURN_IF_ERROR(ProjectBody(database, {sequence, time}, event));
  // After the body: the first event makes the row.
  return event.clock.boot.empty()
             ? absl::OkStatus()
             : sql::SetClock(database, event.clock.boot, event.clock.offset_ms);
}

}  // namespace tollpass
