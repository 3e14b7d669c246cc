#ifndef TOLLPASS_MANDATES_SQL_PINS_H_
#define TOLLPASS_MANDATES_SQL_PINS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// The payee that a server is known by on one network.
struct PinRow {
  std::string server_id;
  std::string network;
  std::string payee;  // AssetKey(network, account)
  int64_t since = 0;
};

template <RowOf<PinRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("server_id", row.server_id);
  visit("network", row.network);
  visit("payee", row.payee);
  visit("since", row.since);
}

/// Replaces the pin of that server and network.
absl::Status PutPin(Database& database, const PinRow& row);
absl::StatusOr<std::vector<PinRow>> FindPins(Database& database, std::string_view server_id);
absl::StatusOr<std::vector<PinRow>> ListPins(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_PINS_H_
