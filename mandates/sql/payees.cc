#include "mandates/sql/payees.h"

#include "core/status.h"

namespace tollpass::sql {

absl::Status CountPayment(Database& database, std::string_view server_id, std::string_view network,
                          std::string_view payee) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement count,
      database.Prepare("INSERT INTO payees_paid (server_id, network, payee, payments)"
                       " VALUES (?, ?, ?, 1)"
                       " ON CONFLICT DO UPDATE SET payments = payments + 1"));
  return count.BindInPlace().Bind(server_id).Bind(network).Bind(payee).Run().status();
}

absl::Status UncountPayment(Database& database, std::string_view charge) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement uncount,
                            database.Prepare("UPDATE payees_paid SET payments = payments - 1"
                                             " WHERE (server_id, network, payee) ="
                                             " (SELECT c.server_id, c.network, c.payee"
                                             " FROM charges h JOIN calls c ON c.id = h.id"
                                             " WHERE h.id = ? AND h.money <> 'released')"));
  return uncount.Bind(charge).Run().status();
}

absl::StatusOr<int64_t> PaymentsTo(Database& database, std::string_view server_id,
                                   std::string_view network, std::string_view payee) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT payments FROM payees_paid"
                                             " WHERE server_id = ? AND network = ? AND payee = ?"));
  select.Bind(server_id).Bind(network).Bind(payee);
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Step());
  int64_t payments = 0;
  if (found) {
    select.Read(payments);
  }
  return payments;
}

}  // namespace tollpass::sql
