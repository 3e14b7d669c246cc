#include "mandates/sql/charges.h"

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/payees.h"

namespace tollpass::sql {
namespace {

std::string* MakeStateUpdate() {
  const ChargeState state;
  std::string assignments;
  ForEachField(state, [&](std::string_view name, const auto&) {
    assignments += absl::StrFormat("%s%s = ?", assignments.empty() ? "" : ", ", name);
  });
  return new std::string(absl::StrFormat(
      "UPDATE charges SET %s WHERE id = ? AND generation = ? AND call_state = ?", assignments));
}

}  // namespace

absl::Status InsertCharge(Database& database, const ChargeRow& row) {
  static const auto& kSql = *new std::string(InsertSql<ChargeRow>("charges"));
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::optional<ChargeRow>> FindCharge(Database& database, std::string_view id) {
  static const auto& kSql = *new std::string(SelectSql<ChargeRow>("charges", "WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(id);
  return ReadRow<ChargeRow>(select);
}

absl::StatusOr<std::optional<std::string>> FindMoney(Database& database, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT money FROM charges WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.BindInPlace().Bind(id).Step());
  if (!found) {
    return std::nullopt;
  }
  std::string money;
  TOLLPASS_RETURN_IF_ERROR(select.Read(money).status());
  return money;
}

absl::Status UpdateChargeState(Database& database, std::string_view id, int64_t generation,
                               std::string_view call_state, const ChargeState& state) {
  static const auto& kSql = *MakeStateUpdate();
  if (state.money == "released") {
    TOLLPASS_RETURN_IF_ERROR(UncountPayment(database, id));
    TOLLPASS_RETURN_IF_ERROR(UncountMandateUse(database, id));
  }
  TOLLPASS_ASSIGN_OR_RETURN(Statement update, database.Prepare(kSql));
  BindFields(update.BindInPlace(), state);
  update.Bind(id).Bind(generation).Bind(call_state);
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t changed, update.Run());
  if (changed != 1) {
    return absl::AbortedError(
        absl::StrFormat("charge %s was changed by another process meanwhile", id));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ChargeRow>> FindUnanswered(Database& database, std::string_view call_key,
                                                      int64_t called_before_ms) {
  // The first line is the condition of the index charges_unanswered, word for word.
  static const auto& kSql = *new std::string(SelectSql<ChargeRow>(
      "charges",
      "WHERE call_state <> 'answered' AND replaced_by = '' AND money <> 'released'"
      " AND call_key = ? AND (call_state = 'open' OR called_at_ms <= ?)"
      " ORDER BY sequence DESC"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(call_key).Bind(called_before_ms);
  return ReadRows<ChargeRow>(select);
}

namespace {

/// Lists by an index on dead_after, from the bound ?1 down. `condition`: of the index, word for
/// word. `call`: what else must hold of the call `c`, with ?2; ?3 is how many are listed. The
/// newest 4,096 are looked through, so that what a payment costs does not grow with the ledger.
std::string* MakeListOfDead(std::string_view condition, std::string_view call) {
  return new std::string(SelectSql<ChargeRow>(
      "charges",
      absl::StrFormat("WHERE %1$s AND dead_after BETWEEN COALESCE("
                      "(SELECT dead_after FROM charges WHERE %1$s AND dead_after BETWEEN 1 AND ?1"
                      " ORDER BY dead_after DESC LIMIT 1 OFFSET 4095), 1) AND ?1 AND EXISTS"
                      " (SELECT 1 FROM calls c WHERE c.sequence = charges.sequence AND c.mandate "
                      "<> '' AND %2$s)"
                      " ORDER BY dead_after DESC LIMIT ?3",
                      condition, call)));
}

}  // namespace

absl::StatusOr<std::vector<ChargeRow>> ListUnsettled(Database& database, std::string_view network,
                                                     int64_t now, int64_t limit) {
  // By the index charges_unsettled.
  static const auto& kSql =
      *MakeListOfDead("call_state <> 'live' AND money IN ('refused', 'unknown')", "c.network = ?2");
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(now).Bind(network).Bind(limit);
  return ReadRows<ChargeRow>(select);
}

absl::StatusOr<std::vector<ChargeRow>> ListRefused(Database& database, std::string_view server_id,
                                                   int64_t now, int64_t limit) {
  // By the index charges_refused.
  static const auto& kSql = *MakeListOfDead(
      "call_state <> 'live' AND money = 'refused' AND generation = 0", "c.server_id = ?2");
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(now).Bind(server_id).Bind(limit);
  return ReadRows<ChargeRow>(select);
}

absl::StatusOr<std::string> FindNewestAlarm(Database& database) {
  // The condition is that of the index charges_alarmed, word for word.
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT id FROM charges WHERE alarm <> ''"
                                             " ORDER BY sequence DESC LIMIT 1"));
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Step());
  std::string id;
  if (found) {
    select.Read(id);
  }
  return id;
}

absl::StatusOr<std::vector<ChargeRow>> ListLive(Database& database) {
  static const auto& kSql = *new std::string(
      SelectSql<ChargeRow>("charges", "WHERE call_state = 'live' ORDER BY sequence"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRows<ChargeRow>(select);
}

}  // namespace tollpass::sql
