#ifndef TOLLPASS_MANDATES_SQL_ERROR_H_
#define TOLLPASS_MANDATES_SQL_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

struct sqlite3;

namespace tollpass::sql {

/// What the result code `code` of SQLite means to us, with the file and SQLite's own message:
/// Unavailable (locked by another process, disk full, input or output failed), DataLoss (not a
/// database, or damaged), FailedPrecondition (may not be read or written), else Internal.
absl::Status ErrorOf(sqlite3* connection, int code);
/// The same for a file that could not be opened, `path`.
absl::Status ErrorAt(std::string_view path, sqlite3* connection, int code);

/// The file of a connection, for messages; "temporary database" where there is none.
std::string PathOf(sqlite3* connection);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_ERROR_H_
