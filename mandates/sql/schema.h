#ifndef TOLLPASS_MANDATES_SQL_SCHEMA_H_
#define TOLLPASS_MANDATES_SQL_SCHEMA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass::sql {

/// The format that this program writes; the number of the last migration.
inline constexpr int64_t kFormat = 8;
/// "TOLL": what the header of the file says.
inline constexpr int64_t kApplicationId = 0x544F4C4C;

/// Brings a database from its format to kFormat, in one transaction; an empty database has format
/// 0. Does nothing where there is nothing to do. FailedPrecondition: a newer program wrote it.
absl::Status Migrate(Database& database);

/// The format of an existing ledger. DataLoss: the file is no ledger. FailedPrecondition: a newer
/// program wrote it.
absl::StatusOr<int64_t> ReadFormat(Database& database);

/// A table, with the columns by which its rows are told apart.
struct TableKey {
  std::string table;
  std::vector<std::string> key;
};

/// The tables that follow from the events, and the schema itself.
std::vector<TableKey> DerivedTables();

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_SCHEMA_H_
