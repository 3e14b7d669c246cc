#ifndef TOLLPASS_MANDATES_SQL_ORDERS_H_
#define TOLLPASS_MANDATES_SQL_ORDERS_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass::sql {

/// Marks the nonce of a signed order as used by the event `sequence`.
absl::Status InsertOrderNonce(Database& database, std::string_view nonce, int64_t sequence);
absl::StatusOr<bool> IsOrderNonceUsed(Database& database, std::string_view nonce);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_ORDERS_H_
