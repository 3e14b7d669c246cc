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
inline constexpr int64_t kFormat = 7;
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

/// The tables that follow from the events.
std::vector<TableKey> DerivedTables();
/// Where the schema itself stands.
TableKey SchemaTable();

/// Of a database in which charges are only found by their id: drops every other index of theirs
/// that holds no rule, since keeping them takes a third of the time that a charge does.
absl::Status DropChargeLookups(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_SCHEMA_H_
