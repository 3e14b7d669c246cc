#include "mandates/sql/orders.h"

#include "core/status.h"

namespace tollpass::sql {

absl::Status InsertOrderNonce(Database& database, std::string_view nonce, int64_t sequence) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT INTO orders_used (nonce, sequence) VALUES (?, ?)"));
  return insert.Bind(nonce).Bind(sequence).Run().status();
}

absl::StatusOr<bool> IsOrderNonceUsed(Database& database, std::string_view nonce) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT 1 FROM orders_used WHERE nonce = ?"));
  return select.Bind(nonce).Step();
}

}  // namespace tollpass::sql
