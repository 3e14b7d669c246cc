#include "mandates/log_rows.h"

#include <optional>
#include <utility>

#include "core/status.h"
#include "mandates/row_values.h"
#include "mandates/sql/charges.h"

namespace tollpass {
namespace {

absl::Status SetOffer(const sql::CallRow& call, LogRow& row) {
  if (call.scheme.empty()) {
    row.offered = call.offer;
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(Terms terms, TermsOf(call));
  row.scheme = std::move(terms.scheme);
  row.network = std::move(terms.network);
  row.asset = std::move(terms.asset);
  row.amount = terms.charge;
  row.payee = std::move(terms.payee);
  row.payer = std::move(terms.payer);
  return absl::OkStatus();
}

absl::Status SetCharge(const sql::ChargeRow& charge, LogRow& row) {
  TOLLPASS_ASSIGN_OR_RETURN(row.money, MoneyOf(charge.state));
  TOLLPASS_ASSIGN_OR_RETURN(row.call, CallOf(charge.state));
  TOLLPASS_ASSIGN_OR_RETURN(row.evidence, EvidenceOf(charge.state));
  row.transaction = charge.state.transaction_id;
  row.alarm = charge.state.alarm;
  row.dead_after = charge.dead_after;
  row.replaced_by = charge.state.replaced_by;
  row.asked_again = charge.state.asked_again;
  row.repeats = charge.state.generation;
  if (!charge.state.server_text.empty()) {
    row.server_text = charge.state.server_text;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LogRow> ReadLogRow(sql::Database& database, const sql::CallRow& call) {
  LogRow row;
  row.id = call.id;
  row.sequence = call.sequence;
  row.time = call.time;
  row.server = call.server_name;
  row.server_id = call.server_id;
  row.tool = call.tool;
  row.principal = call.principal;
  TOLLPASS_ASSIGN_OR_RETURN(row.verdict, VerdictOf(call));
  row.reason = call.reason;
  row.section = call.section;
  row.mandate = call.mandate;
  row.approval = call.approval;
  row.dialect = call.dialect;
  row.server_text = call.server_text;
  TOLLPASS_RETURN_IF_ERROR(SetOffer(call, row));
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> charge,
                            sql::FindCharge(database, call.id));
  if (charge) {
    TOLLPASS_RETURN_IF_ERROR(SetCharge(*charge, row));
  }
  return row;
}

}  // namespace tollpass
