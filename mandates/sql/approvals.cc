#include "mandates/sql/approvals.h"

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::sql {

absl::Status InsertApproval(Database& database, const ApprovalRow& row) {
  static const auto& kSql = *new std::string(InsertSql<ApprovalRow>("approvals"));
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::optional<ApprovalRow>> FindApproval(Database& database, std::string_view id) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>("approvals", "WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(id);
  return ReadRow<ApprovalRow>(select);
}

absl::Status UpdateApproval(Database& database, std::string_view from, const ApprovalRow& row) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement update,
      database.Prepare("UPDATE approvals SET state = ?, expires_at = ?, ceiling = ?,"
                       " order_bytes = ?, signature = ? WHERE id = ? AND state = ?"));
  update.Bind(row.state).Bind(row.expires_at).Bind(row.ceiling).Bind(row.order).Bind(row.signature);
  update.Bind(row.id).Bind(from);
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t changed, update.Run());
  if (changed != 1) {
    return absl::AbortedError(absl::StrFormat("approval %s is not %s any more", row.id, from));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ApprovalRow>> FindAnswers(Database& database, std::string_view call_key,
                                                     int64_t now) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>(
      "approvals",
      "WHERE call_key = ? AND state IN ('granted', 'denied') AND expires_at > ?"
      " ORDER BY asked_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(call_key).Bind(now);
  return ReadRows<ApprovalRow>(select);
}

absl::StatusOr<std::vector<ApprovalRow>> ListPending(Database& database, int64_t now) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>(
      "approvals", "WHERE state = 'pending' AND expires_at > ? ORDER BY asked_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(now);
  return ReadRows<ApprovalRow>(select);
}

absl::StatusOr<std::vector<ApprovalRow>> FindPending(Database& database, std::string_view binding,
                                                     int64_t now) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>(
      "approvals",
      "WHERE state = 'pending' AND binding = ? AND expires_at > ? ORDER BY asked_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(binding).Bind(now);
  return ReadRows<ApprovalRow>(select);
}

absl::StatusOr<std::vector<ApprovalRow>> ListGrants(Database& database) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>(
      "approvals", "WHERE state IN ('granted', 'used') ORDER BY asked_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRows<ApprovalRow>(select);
}

absl::StatusOr<std::vector<ApprovalRow>> ListAboutDefinition(Database& database,
                                                             std::string_view server_id,
                                                             std::string_view tool,
                                                             std::string_view definition) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>(
      "approvals",
      "WHERE server_id = ? AND tool = ? AND tool_definition = ? ORDER BY asked_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(server_id).Bind(tool).Bind(definition);
  return ReadRows<ApprovalRow>(select);
}

absl::StatusOr<std::vector<ApprovalRow>> ListUnusedGrants(Database& database, int64_t now) {
  static const auto& kSql = *new std::string(SelectSql<ApprovalRow>(
      "approvals", "WHERE state = 'granted' AND expires_at > ? ORDER BY asked_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(now);
  return ReadRows<ApprovalRow>(select);
}

}  // namespace tollpass::sql
