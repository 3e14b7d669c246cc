#ifndef TOLLPASS_MANDATES_SQL_INTEGRITY_H_
#define TOLLPASS_MANDATES_SQL_INTEGRITY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass::sql {

/// Whether each index has exactly the entries that its table and its own text in the schema ask
/// for, and whether the pages of the file hang together: a sentence for each that does not. What
/// the rows say is not judged. Reads the whole file, in memory that does not grow with it.
/// https://www.sqlite.org/pragma.html#pragma_integrity_check
absl::StatusOr<std::vector<std::string>> FindBrokenIndexes(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_INTEGRITY_H_
