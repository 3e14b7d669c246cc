#include "mandates/sql/calls.h"

#include <algorithm>

#include "core/status.h"

namespace tollpass::sql {

absl::Status InsertCall(Database& database, const CallRow& row) {
  static const auto& kSql = *new std::string(InsertSql<CallRow>("calls"));
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::optional<CallRow>> FindCall(Database& database, std::string_view id) {
  static const auto& kSql = *new std::string(SelectSql<CallRow>("calls", "WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(id);
  return ReadRow<CallRow>(select);
}

absl::StatusOr<std::optional<CallSite>> FindCallSite(Database& database, std::string_view id) {
  static const auto& kSql = *new std::string(SelectSql<CallSite>("calls", "WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.BindInPlace().Bind(id);
  return ReadRow<CallSite>(select);
}

absl::StatusOr<std::vector<CallRow>> FindCallsByBeginning(Database& database,
                                                          std::string_view beginning) {
  // '~' sorts behind every character of an id.
  static const auto& kSql = *new std::string(
      SelectSql<CallRow>("calls", "WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT 2"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(beginning);
  return ReadRows<CallRow>(select);
}

absl::StatusOr<std::vector<CallRow>> ListCallsAfter(Database& database, int64_t sequence,
                                                    int64_t limit) {
  static const auto& kSql =
      *new std::string(SelectSql<CallRow>("calls", "WHERE sequence > ? ORDER BY sequence LIMIT ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(sequence).Bind(limit);
  return ReadRows<CallRow>(select);
}

absl::StatusOr<std::vector<CallRow>> ListCalls(Database& database, int64_t sequence,
                                               int64_t limit) {
  static const auto& kSql = *new std::string(
      SelectSql<CallRow>("calls", "WHERE sequence > ? ORDER BY sequence DESC LIMIT ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(sequence).Bind(limit == 0 ? int64_t{-1} : limit);
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<CallRow> all, ReadRows<CallRow>(select));
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace tollpass::sql
