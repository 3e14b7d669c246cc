#ifndef TOLLPASS_MANDATES_SQL_MANDATES_H_
#define TOLLPASS_MANDATES_SQL_MANDATES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// A mandate as it was signed. What it allows stands in the signed bytes alone; the other columns
/// find them.
struct SignedMandate {
  std::string id;
  std::string server_id;
  int64_t not_after = 0;
  Blob order = {};  // OrderBytes of the order to allow it, the mandate's bytes inside
  Blob signature = {};
  int64_t allowed_at = 0;
  int64_t revoked_at = 0;  // 0: not revoked
  int64_t used = 0;        // charges under it that were not given back
};

template <RowOf<SignedMandate> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("id", row.id);
  visit("server_id", row.server_id);
  visit("not_after", row.not_after);
  visit("order_bytes", row.order);
  visit("signature", row.signature);
  visit("allowed_at", row.allowed_at);
  visit("revoked_at", row.revoked_at);
  visit("used", row.used);
}

absl::Status InsertMandate(Database& database, const SignedMandate& row);
absl::StatusOr<std::optional<SignedMandate>> FindMandate(Database& database, std::string_view id);
/// By the key of the table: other questions find a row by an index that leaves revoked ones out.
/// False where there is none.
absl::StatusOr<bool> IsMarkedRevoked(Database& database, std::string_view id);
/// NotFound.
absl::Status SetMandateRevoked(Database& database, std::string_view id, int64_t revoked_at);
/// NotFound.
absl::Status CountMandateUse(Database& database, std::string_view id);
/// Takes the use of a charge that is now given back out again; nothing where that was done, or no
/// mandate paid it.
absl::Status UncountMandateUse(Database& database, std::string_view charge);

/// Those for a server that are not marked as revoked and have not expired at `now`, and the last
/// one that has; in the order in which they expire.
absl::StatusOr<std::vector<SignedMandate>> FindMandatesFor(Database& database,
                                                           std::string_view server_id, int64_t now);
/// The one for a server that was revoked last.
absl::StatusOr<std::optional<SignedMandate>> FindLastRevoked(Database& database,
                                                             std::string_view server_id);
absl::StatusOr<std::vector<SignedMandate>> ListMandates(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_MANDATES_H_
