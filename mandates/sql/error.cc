#include "mandates/sql/error.h"

#include <sqlite3.h>

#include <string>

#include "absl/strings/str_format.h"

namespace tollpass::sql {

std::string PathOf(sqlite3* connection) {
  const char* path = connection == nullptr ? nullptr : sqlite3_db_filename(connection, "main");
  return path == nullptr || *path == '\0' ? "temporary database" : path;
}

absl::Status ErrorOf(sqlite3* connection, int code) {
  return ErrorAt(PathOf(connection), connection, code);
}

absl::Status ErrorAt(std::string_view path, sqlite3* connection, int code) {
  const std::string reason =
      connection == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(connection);
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::UnavailableError(
          absl::StrFormat("%s is in use by another process (%s); try again", path, reason));
    case SQLITE_FULL:
      return absl::UnavailableError(
          absl::StrFormat("%s cannot grow: %s; make room on the disk", path, reason));
    case SQLITE_IOERR:
    case SQLITE_NOMEM:
    case SQLITE_INTERRUPT:
      return absl::UnavailableError(absl::StrFormat("%s: %s", path, reason));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::DataLossError(
          absl::StrFormat("%s is damaged: %s; put a backup of it in place", path, reason));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
      return absl::FailedPreconditionError(absl::StrFormat(
          "%s cannot be used: %s; look at the owner and mode of the file and its folder", path,
          reason));
    default:
      return absl::InternalError(absl::StrFormat("%s: %s", path, reason));
  }
}

}  // namespace tollpass::sql
