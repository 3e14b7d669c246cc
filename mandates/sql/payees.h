#ifndef TOLLPASS_MANDATES_SQL_PAYEES_H_
#define TOLLPASS_MANDATES_SQL_PAYEES_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass::sql {

/// Counts one more payment to `payee` for a server.
absl::Status CountPayment(Database& database, std::string_view server_id, std::string_view network,
                          std::string_view payee);
/// Takes the payment of `charge` out again; nothing where it was released already.
absl::Status UncountPayment(Database& database, std::string_view charge);
/// Payments that were made to `payee` for a server and not released.
absl::StatusOr<int64_t> PaymentsTo(Database& database, std::string_view server_id,
                                   std::string_view network, std::string_view payee);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_PAYEES_H_
