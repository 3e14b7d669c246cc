#include "mandates/sql/mandates.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::sql {
namespace {

absl::Status RunForOne(Statement& update, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t changed, update.Run());
  return changed == 1 ? absl::OkStatus()
                      : absl::NotFoundError(absl::StrFormat("no mandate %s", id));
}

/// The first row of those that are ordered by `time`; of several with one time the one whose id
/// comes first. SQLite would sort them in a table that it makes for that, even where there is none.
absl::StatusOr<std::optional<SignedMandate>> ReadFirst(Statement& select,
                                                       int64_t SignedMandate::*time) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<SignedMandate> first, ReadRow<SignedMandate>(select));
  while (first) {
    TOLLPASS_ASSIGN_OR_RETURN(std::optional<SignedMandate> next, ReadRow<SignedMandate>(select));
    if (!next || *next.*time != *first.*time) {
      break;
    }
    if (next->id < first->id) {
      first = std::move(next);
    }
  }
  return first;
}

}  // namespace

absl::Status InsertMandate(Database& database, const SignedMandate& row) {
  static const auto& kSql = *new std::string(InsertSql<SignedMandate>("mandates"));
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::optional<SignedMandate>> FindMandate(Database& database, std::string_view id) {
  static const auto& kSql = *new std::string(SelectSql<SignedMandate>("mandates", "WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(id);
  return ReadRow<SignedMandate>(select);
}

absl::StatusOr<bool> IsMarkedRevoked(Database& database, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT revoked_at FROM mandates WHERE id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Step());
  int64_t revoked_at = 0;
  if (found) {
    select.Read(revoked_at);
  }
  return revoked_at != 0;
}

absl::Status SetMandateRevoked(Database& database, std::string_view id, int64_t revoked_at) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement update,
                            database.Prepare("UPDATE mandates SET revoked_at = ? WHERE id = ?"));
  update.Bind(revoked_at).Bind(id);
  return RunForOne(update, id);
}

absl::Status CountMandateUse(Database& database, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement update,
                            database.Prepare("UPDATE mandates SET used = used + 1 WHERE id = ?"));
  update.Bind(id);
  return RunForOne(update, id);
}

absl::Status UncountMandateUse(Database& database, std::string_view charge) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement uncount,
      database.Prepare("UPDATE mandates SET used = used - 1 WHERE id ="
                       " (SELECT c.mandate FROM charges h JOIN calls c ON c.id = h.id"
                       " WHERE h.id = ? AND h.money <> 'released')"));
  return uncount.Bind(charge).Run().status();
}

absl::StatusOr<std::vector<SignedMandate>> FindMandatesFor(Database& database,
                                                           std::string_view server_id,
                                                           int64_t now) {
  static const auto& kExpiredSql = *new std::string(
      SelectSql<SignedMandate>("mandates",
                               "WHERE server_id = ? AND revoked_at = 0 AND not_after <= ?"
                               " ORDER BY not_after DESC"));
  static const auto& kLiveSql = *new std::string(SelectSql<SignedMandate>(
      "mandates", "WHERE server_id = ? AND revoked_at = 0 AND not_after > ? ORDER BY not_after"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement expired, database.Prepare(kExpiredSql));
  expired.Bind(server_id).Bind(now);
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<SignedMandate> last,
                            ReadFirst(expired, &SignedMandate::not_after));
  TOLLPASS_ASSIGN_OR_RETURN(Statement live, database.Prepare(kLiveSql));
  live.Bind(server_id).Bind(now);
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<SignedMandate> found, ReadRows<SignedMandate>(live));
  std::ranges::sort(found, {},
                    [](const SignedMandate& row) { return std::tie(row.not_after, row.id); });
  if (last) {
    found.insert(found.begin(), *std::move(last));
  }
  return found;
}

absl::StatusOr<std::optional<SignedMandate>> FindLastRevoked(Database& database,
                                                             std::string_view server_id) {
  static const auto& kSql = *new std::string(SelectSql<SignedMandate>(
      "mandates", "WHERE server_id = ? AND revoked_at <> 0 ORDER BY revoked_at DESC"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(server_id);
  return ReadFirst(select, &SignedMandate::revoked_at);
}

absl::StatusOr<std::vector<SignedMandate>> ListMandates(Database& database) {
  static const auto& kSql =
      *new std::string(SelectSql<SignedMandate>("mandates", "ORDER BY allowed_at, id"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRows<SignedMandate>(select);
}

}  // namespace tollpass::sql
