#ifndef TOLLPASS_MANDATES_SQL_TOOL_HISTORY_H_
#define TOLLPASS_MANDATES_SQL_TOOL_HISTORY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/amount.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

/// What is remembered about single tools of servers.
namespace tollpass::sql {

/// What a tool was paid last in one asset.
struct PriceRow {
  std::string server_id;
  std::string tool;
  std::string network;
  std::string asset_id;
  Amount amount;  // atomic units
};

template <RowOf<PriceRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("server_id", row.server_id);
  visit("tool", row.tool);
  visit("network", row.network);
  visit("asset_id", row.asset_id);
  visit("amount", row.amount);
}

/// Replaces the price of that tool and asset.
absl::Status PutPrice(Database& database, const PriceRow& row);
absl::StatusOr<std::vector<PriceRow>> FindPrices(Database& database, std::string_view server_id,
                                                 std::string_view tool);

/// A price of a tool that was over a limit, and when that was last.
struct RefusedPriceRow {
  std::string server_id;
  std::string tool;
  std::string network;
  std::string asset_id;
  Amount amount;  // atomic units
  int64_t time = 0;
};

template <RowOf<RefusedPriceRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("server_id", row.server_id);
  visit("tool", row.tool);
  visit("network", row.network);
  visit("asset_id", row.asset_id);
  visit("amount", row.amount);
  visit("time", row.time);
}

absl::Status PutRefusedPrice(Database& database, const RefusedPriceRow& row);
/// True if the price that `row` names was refused at or after `row.time`.
absl::StatusOr<bool> WasPriceRefusedSince(Database& database, const RefusedPriceRow& row);
/// How many different amounts of a tool's prices were refused after `time`.
absl::StatusOr<int64_t> CountRefusedPrices(Database& database, std::string_view server_id,
                                           std::string_view tool, int64_t time);

/// Notes that the paid call of `charge` ended without an answer; nothing where that is known.
absl::Status PutUndelivered(Database& database, std::string_view server_id, std::string_view tool,
                            std::string_view charge);
/// How many such calls of a tool are noted, up to `most`.
absl::StatusOr<int64_t> CountUndelivered(Database& database, std::string_view server_id,
                                         std::string_view tool, int64_t most);
/// Whether the call of `charge` is noted so.
absl::StatusOr<bool> IsUndelivered(Database& database, std::string_view server_id,
                                   std::string_view tool, std::string_view charge);
/// Forgets the call of `charge`: it was answered late.
absl::Status ForgetUndeliveredCall(Database& database, std::string_view server_id,
                                   std::string_view tool, std::string_view charge);
/// Forgets them: the tool delivered.
absl::Status ForgetUndelivered(Database& database, std::string_view server_id,
                               std::string_view tool);
absl::Status ForgetRefusedPrices(Database& database, std::string_view server_id,
                                 std::string_view tool);

/// A tool that something speaks against.
struct TroubleRow {
  std::string server_id;
  std::string tool;
  int64_t undelivered = 0;     // paid calls that ended without an answer, one after the other
  int64_t refused_prices = 0;  // different ones that were over a limit
};
/// All of them; prices that were refused after `time`.
absl::StatusOr<std::vector<TroubleRow>> ListTroubles(Database& database, int64_t time);

/// What a server's list said about a tool when it was paid first, or when the user accepted it.
struct ToolPinRow {
  std::string server_id;
  std::string tool;
  std::string definition;  // Call::tool_definition
  int64_t since = 0;
};

template <RowOf<ToolPinRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("server_id", row.server_id);
  visit("tool", row.tool);
  visit("definition", row.definition);
  visit("since", row.since);
}

/// Replaces the pin of that tool.
absl::Status PutToolPin(Database& database, const ToolPinRow& row);
/// The definition that is pinned; empty if none.
absl::StatusOr<std::string> FindToolPin(Database& database, std::string_view server_id,
                                        std::string_view tool);
absl::StatusOr<std::vector<ToolPinRow>> ListToolPins(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_TOOL_HISTORY_H_
