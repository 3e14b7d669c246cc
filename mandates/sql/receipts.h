#ifndef TOLLPASS_MANDATES_SQL_RECEIPTS_H_
#define TOLLPASS_MANDATES_SQL_RECEIPTS_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// A transaction that a receipt named, and the one charge that it can stand for.
struct ReceiptUse {
  std::string network;
  std::string payer;
  std::string transaction_id;
  std::string charge;
};

template <RowOf<ReceiptUse> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("network", row.network);
  visit("payer", row.payer);
  visit("transaction_id", row.transaction_id);
  visit("charge", row.charge);
}

/// Replaces the charge of that transaction, if it has one.
absl::Status PutReceiptUse(Database& database, const ReceiptUse& row);
/// The use of the transaction that `key` names; its charge is not looked at.
absl::StatusOr<std::optional<ReceiptUse>> FindReceiptUse(Database& database, const ReceiptUse& key);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_RECEIPTS_H_
