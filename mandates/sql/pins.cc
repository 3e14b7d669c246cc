#include "mandates/sql/pins.h"

#include "core/status.h"

namespace tollpass::sql {

absl::Status PutPin(Database& database, const PinRow& row) {
  return InsertRow(database,
                   "INSERT INTO pins (server_id, network, payee, since) VALUES (?, ?, ?, ?)"
                   " ON CONFLICT DO UPDATE SET payee = excluded.payee, since = excluded.since",
                   row);
}

absl::StatusOr<std::vector<PinRow>> FindPins(Database& database, std::string_view server_id) {
  static const auto& kSql =
      *new std::string(SelectSql<PinRow>("pins", "WHERE server_id = ? ORDER BY network"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(server_id);
  return ReadRows<PinRow>(select);
}

absl::StatusOr<std::vector<PinRow>> ListPins(Database& database) {
  static const auto& kSql =
      *new std::string(SelectSql<PinRow>("pins", "ORDER BY server_id, network"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRows<PinRow>(select);
}

}  // namespace tollpass::sql
