#ifndef TOLLPASS_MANDATES_SQL_COMPARE_H_
#define TOLLPASS_MANDATES_SQL_COMPARE_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "mandates/sql/database.h"
#include "mandates/sql/schema.h"

namespace tollpass::sql {

/// Calls `differs` with a sentence for each row of `table` that is only in one of the databases and
/// for each column that is not the same. `expected` is the one that is right.
absl::Status CompareTables(Database& found, Database& expected, const TableKey& table,
                           const std::function<void(std::string)>& differs);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_COMPARE_H_
