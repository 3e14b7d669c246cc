#include "mandates/sql/database.h"

#include <sqlite3.h>

#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/sql/error.h"

namespace tollpass::sql {
namespace {

constexpr int kBusyTimeoutMs = 5000;

struct StatementCloser {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

struct CachedStatement {
  std::unique_ptr<sqlite3_stmt, StatementCloser> statement;
  size_t length = 0;  // of its text
  bool lent = false;
};

absl::StatusOr<sqlite3_stmt*> Compile(sqlite3* connection, std::string_view sql, unsigned flags) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection, sql.data(), static_cast<int>(sql.size()), flags,
                                      &statement, nullptr);
  if (code != SQLITE_OK) {
    return ErrorOf(connection, code);
  }
  return statement;
}

/// https://www.sqlite.org/uri.html, 3.
std::string UriOf(std::string_view path) {
  std::string uri = "file:";
  for (const char byte : path) {
    uri += byte == '/' ? "/" : absl::StrFormat("%%%02x", static_cast<unsigned char>(byte));
  }
  return uri;
}

// https://www.sqlite.org/fileformat2.html, 4.1: a shorter log holds no page.
constexpr int64_t kLogHeaderBytes = 32;
constexpr int64_t kFrameHeaderBytes = 24;

/// In bytes; more than any log has where that cannot be told.
int64_t SizeOf(sqlite3_vfs* vfs, const std::string& path) {
  sqlite3_int64 size = std::numeric_limits<sqlite3_int64>::max();
  std::vector<std::max_align_t> place(
      static_cast<size_t>(vfs->szOsFile) / sizeof(std::max_align_t) + 1);
  auto* file = reinterpret_cast<sqlite3_file*>(place.data());
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_WAL;
  if (vfs->xOpen(vfs, path.c_str(), file, flags, nullptr) == SQLITE_OK) {
    sqlite3_int64 found = 0;
    if (file->pMethods->xFileSize(file, &found) == SQLITE_OK) size = found;
  }
  if (file->pMethods != nullptr) file->pMethods->xClose(file);
  return size;
}

sqlite3_file* FileOf(sqlite3* connection) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file));
  return file;
}

}  // namespace

struct Database::Connection {
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    statements.clear();
    sqlite3_close_v2(handle);
  }

  sqlite3* handle = nullptr;
  // By where its text lies, which is for ever; a long text would take long to compare.
  std::unordered_map<const char*, CachedStatement> statements;
  bool expects_transaction = false;
  bool leaves_log_out = false;
};

Database::Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

absl::StatusOr<Database> Database::OpenWith(const std::string& path, int flags) {
  auto connection = std::make_unique<Connection>();
  const int code = sqlite3_open_v2(
      path.c_str(), &connection->handle,
      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE, nullptr);
  if (code != SQLITE_OK) {
    // Without a file the connection does not know what it was to open.
    return path.empty() ? ErrorOf(connection->handle, code)
                        : ErrorAt(path, connection->handle, code);
  }
  // Text of the schema comes from a file that others could have written: it gets no power.
  sqlite3_db_config(connection->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_busy_timeout(connection->handle, kBusyTimeoutMs);
  return Database(std::move(connection));
}

absl::StatusOr<Database> Database::Open(const std::string& path, Mode mode) {
  if (mode == Mode::kFileAlone) return OpenFileAlone(path);
  const bool writes = mode == Mode::kReadWrite;
  TOLLPASS_ASSIGN_OR_RETURN(Database database,
                            OpenWith(path, writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY));
  // SQLite silently opens a file that may not be written for reading only.
  if (writes && sqlite3_db_readonly(database.connection_->handle, "main") != 0) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s may not be written by this user; look at its owner and mode", path));
  }
  TOLLPASS_RETURN_IF_ERROR(
      database.Execute("PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;"));
  if (writes) {
    TOLLPASS_RETURN_IF_ERROR(
        database.Execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"));
  }
  return database;
}

absl::StatusOr<Database> Database::OpenFileAlone(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(Database database, OpenWith(UriOf(path) + "?immutable=1",
                                                        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI));
  database.connection_->leaves_log_out = true;
  if (!database.MissesLog()) return database;
  // Who keeps the others out reads the log without the shared memory beside it.
  TOLLPASS_ASSIGN_OR_RETURN(database, OpenWith(path, SQLITE_OPEN_READWRITE));
  database.LeaveLog();
  TOLLPASS_RETURN_IF_ERROR(
      database.Execute("PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE"));
  return database;
}

absl::StatusOr<Database> Database::OpenTemporary() {
  return OpenWith("", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

void Database::ExpectTransaction(bool expected) { connection_->expects_transaction = expected; }

absl::Status Database::CheckTransaction() const {
  if (!connection_->expects_transaction || InTransaction()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrFormat(
      "%s: an earlier failure undid the transaction that this belongs to; try again", Path()));
}

absl::StatusOr<Statement> Database::Prepare(std::string_view sql) {
  TOLLPASS_RETURN_IF_ERROR(CheckTransaction());
  CachedStatement& cached = connection_->statements[sql.data()];
  if (cached.lent || (cached.statement != nullptr && cached.length != sql.size())) {
    return PrepareOnce(sql);
  }
  if (cached.statement == nullptr) {
    cached.length = sql.size();
    TOLLPASS_ASSIGN_OR_RETURN(sqlite3_stmt * statement,
                              Compile(connection_->handle, sql, SQLITE_PREPARE_PERSISTENT));
    cached.statement.reset(statement);
  }
  cached.lent = true;
  return Statement(connection_->handle, cached.statement.get(), &cached.lent);
}

absl::StatusOr<Statement> Database::PrepareOnce(std::string_view sql) {
  TOLLPASS_RETURN_IF_ERROR(CheckTransaction());
  TOLLPASS_ASSIGN_OR_RETURN(sqlite3_stmt * statement, Compile(connection_->handle, sql, 0));
  return Statement(connection_->handle, statement, nullptr);
}

absl::Status Database::Execute(const std::string& script) {
  TOLLPASS_RETURN_IF_ERROR(CheckTransaction());
  const int code = sqlite3_exec(connection_->handle, script.c_str(), nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? absl::OkStatus() : ErrorOf(connection_->handle, code);
}

std::string Database::Path() const { return PathOf(connection_->handle); }

bool Database::InTransaction() const { return sqlite3_get_autocommit(connection_->handle) == 0; }

bool Database::MissesLog() {
  if (!connection_->leaves_log_out) return false;
  sqlite3_vfs* vfs = nullptr;
  sqlite3_file_control(connection_->handle, "main", SQLITE_FCNTL_VFS_POINTER,
                       static_cast<void*>(&vfs));
  const std::string path = Path() + "-wal";
  int found = 1;
  // Asked so, a file without a byte does not exist.
  const int code = vfs->xAccess(vfs, path.c_str(), SQLITE_ACCESS_EXISTS, &found);
  if (code == SQLITE_OK && found == 0) return false;
  const absl::StatusOr<int64_t> page_size = PageSize();
  return !page_size.ok() || SizeOf(vfs, path) >= kLogHeaderBytes + kFrameHeaderBytes + *page_size;
}

absl::StatusOr<int64_t> Database::PageSize() {
  TOLLPASS_ASSIGN_OR_RETURN(Statement pragma, PrepareOnce("PRAGMA page_size"));
  TOLLPASS_RETURN_IF_ERROR(pragma.Step().status());
  int64_t size = 0;
  pragma.Read(size);
  return size;
}

bool Database::WasMoved() const {
  int moved = 0;
  sqlite3_file_control(connection_->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
}

absl::StatusOr<std::string> Database::ReadFile(int64_t offset, int size) {
  // Another descriptor would, when it is closed, drop the locks that SQLite holds on the file.
  sqlite3_file* const file = FileOf(connection_->handle);
  std::string bytes(static_cast<size_t>(size), '\0');
  const int code = file->pMethods->xRead(file, bytes.data(), size, offset);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) {
    return absl::UnavailableError(
        absl::StrFormat("%s cannot be read: %s", Path(), sqlite3_errstr(code)));
  }
  return bytes;
}

absl::StatusOr<int64_t> Database::FileSize() {
  sqlite3_file* const file = FileOf(connection_->handle);
  sqlite3_int64 size = 0;
  const int code = file->pMethods->xFileSize(file, &size);
  if (code != SQLITE_OK) {
    return absl::UnavailableError(
        absl::StrFormat("%s cannot be examined: %s", Path(), sqlite3_errstr(code)));
  }
  return size;
}

void Database::SetLongestLog(int pages) { sqlite3_wal_autocheckpoint(connection_->handle, pages); }

void Database::LeaveLog() {
  sqlite3_db_config(connection_->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

absl::StatusOr<std::string> Database::Serialize() {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(connection_->handle, "main", &size, 0), &sqlite3_free);
  if (bytes == nullptr) {
    return ErrorOf(connection_->handle, SQLITE_NOMEM);
  }
  return std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<size_t>(size));
}

}  // namespace tollpass::sql
