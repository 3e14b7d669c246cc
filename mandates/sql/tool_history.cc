#include "mandates/sql/tool_history.h"

#include "core/status.h"

namespace tollpass::sql {
namespace {

absl::StatusOr<int64_t> ReadCount(Statement& select) {
  TOLLPASS_RETURN_IF_ERROR(select.Step().status());
  int64_t count = 0;
  select.Read(count);
  return count;
}

}  // namespace

absl::Status PutPrice(Database& database, const PriceRow& row) {
  static const auto& kSql = *new std::string(InsertSql<PriceRow>("tool_prices") +
                                             " ON CONFLICT DO UPDATE SET amount = excluded.amount");
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::vector<PriceRow>> FindPrices(Database& database, std::string_view server_id,
                                                 std::string_view tool) {
  static const auto& kSql =
      *new std::string(SelectSql<PriceRow>("tool_prices", "WHERE server_id = ? AND tool = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(server_id).Bind(tool);
  return ReadRows<PriceRow>(select);
}

absl::Status PutRefusedPrice(Database& database, const RefusedPriceRow& row) {
  static const auto& kSql = *new std::string(InsertSql<RefusedPriceRow>("refused_prices") +
                                             " ON CONFLICT DO UPDATE SET time = excluded.time");
  return InsertRow(database, kSql, row);
}

absl::StatusOr<bool> WasPriceRefusedSince(Database& database, const RefusedPriceRow& row) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT 1 FROM refused_prices WHERE server_id = ? AND tool = ?"
                       " AND network = ? AND asset_id = ? AND amount = ? AND time >= ?"));
  BindFields(select, row);
  return select.Step();
}

absl::StatusOr<int64_t> CountRefusedPrices(Database& database, std::string_view server_id,
                                           std::string_view tool, int64_t time) {
  // Counting what differs makes a table of its own, which most tools need not wait for.
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare(
          "SELECT CASE WHEN EXISTS (SELECT 1 FROM refused_prices INDEXED BY refused_prices_by_time"
          "   WHERE server_id = ?1 AND tool = ?2 AND time > ?3)"
          " THEN (SELECT COUNT(DISTINCT amount) FROM refused_prices"
          "   INDEXED BY refused_prices_by_time"
          "   WHERE server_id = ?1 AND tool = ?2 AND time > ?3)"
          " ELSE 0 END"));
  select.Bind(server_id).Bind(tool).Bind(time);
  return ReadCount(select);
}

absl::Status PutUndelivered(Database& database, std::string_view server_id, std::string_view tool,
                            std::string_view charge) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT INTO undelivered (server_id, tool, charge) VALUES (?, ?, ?)"
                       " ON CONFLICT DO NOTHING"));
  return insert.Bind(server_id).Bind(tool).Bind(charge).Run().status();
}

absl::StatusOr<int64_t> CountUndelivered(Database& database, std::string_view server_id,
                                         std::string_view tool, int64_t most) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT COUNT(*) FROM (SELECT 1 FROM undelivered"
                                             " WHERE server_id = ? AND tool = ? LIMIT ?)"));
  select.Bind(server_id).Bind(tool).Bind(most);
  return ReadCount(select);
}

absl::StatusOr<bool> IsUndelivered(Database& database, std::string_view server_id,
                                   std::string_view tool, std::string_view charge) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare(
          "SELECT 1 FROM undelivered WHERE server_id = ? AND tool = ? AND charge = ?"));
  select.Bind(server_id).Bind(tool).Bind(charge);
  return select.Step();
}

absl::Status ForgetUndeliveredCall(Database& database, std::string_view server_id,
                                   std::string_view tool, std::string_view charge) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement forget,
      database.Prepare("DELETE FROM undelivered WHERE server_id = ? AND tool = ? AND charge = ?"));
  return forget.Bind(server_id).Bind(tool).Bind(charge).Run().status();
}

absl::Status ForgetUndelivered(Database& database, std::string_view server_id,
                               std::string_view tool) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement forget,
      database.Prepare("DELETE FROM undelivered WHERE server_id = ? AND tool = ?"));
  return forget.Bind(server_id).Bind(tool).Run().status();
}

absl::Status ForgetRefusedPrices(Database& database, std::string_view server_id,
                                 std::string_view tool) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement forget,
      database.Prepare("DELETE FROM refused_prices WHERE server_id = ? AND tool = ?"));
  return forget.Bind(server_id).Bind(tool).Run().status();
}

absl::StatusOr<std::vector<TroubleRow>> ListTroubles(Database& database, int64_t time) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT server_id, tool, SUM(undelivered), SUM(refused) FROM"
                       " (SELECT server_id, tool, 1 AS undelivered, 0 AS refused FROM undelivered"
                       "  UNION ALL"
                       "  SELECT server_id, tool, 0, 1 FROM"
                       "   (SELECT DISTINCT server_id, tool, amount FROM refused_prices"
                       "    WHERE time > ?))"
                       " GROUP BY server_id, tool ORDER BY server_id, tool"));
  select.Bind(time);
  std::vector<TroubleRow> rows;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Step());
    if (!found) {
      return rows;
    }
    TroubleRow& row = rows.emplace_back();
    select.Read(row.server_id).Read(row.tool).Read(row.undelivered).Read(row.refused_prices);
    TOLLPASS_RETURN_IF_ERROR(select.status());
  }
}

absl::Status PutToolPin(Database& database, const ToolPinRow& row) {
  static const auto& kSql =
      *new std::string(InsertSql<ToolPinRow>("tool_pins") +
                       " ON CONFLICT DO UPDATE SET definition = excluded.definition,"
                       " since = excluded.since");
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::string> FindToolPin(Database& database, std::string_view server_id,
                                        std::string_view tool) {
  static const auto& kSql =
      *new std::string(SelectSql<ToolPinRow>("tool_pins", "WHERE server_id = ? AND tool = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(server_id).Bind(tool);
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<ToolPinRow> row, ReadRow<ToolPinRow>(select));
  return row ? row->definition : std::string();
}

absl::StatusOr<std::vector<ToolPinRow>> ListToolPins(Database& database) {
  static const auto& kSql =
      *new std::string(SelectSql<ToolPinRow>("tool_pins", "ORDER BY server_id, tool"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRows<ToolPinRow>(select);
}

}  // namespace tollpass::sql
