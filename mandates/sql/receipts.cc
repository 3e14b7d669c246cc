#include "mandates/sql/receipts.h"

#include "core/status.h"

namespace tollpass::sql {

absl::Status PutReceiptUse(Database& database, const ReceiptUse& row) {
  static const auto& kSql = *new std::string(InsertSql<ReceiptUse>("receipts_used") +
                                             " ON CONFLICT DO UPDATE SET charge = excluded.charge");
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::optional<ReceiptUse>> FindReceiptUse(Database& database,
                                                         const ReceiptUse& key) {
  static const auto& kSql = *new std::string(SelectSql<ReceiptUse>(
      "receipts_used", "WHERE network = ? AND payer = ? AND transaction_id = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(key.network).Bind(key.payer).Bind(key.transaction_id);
  return ReadRow<ReceiptUse>(select);
}

}  // namespace tollpass::sql
