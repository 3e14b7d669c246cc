#ifndef TOLLPASS_MANDATES_SQL_DATABASE_H_
#define TOLLPASS_MANDATES_SQL_DATABASE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/statement.h"

namespace tollpass::sql {

/// One connection to an SQLite database: WAL, synchronous=FULL, foreign keys, a wait of 5 s for the
/// lock of another process. Errors as ErrorOf. Move-only, one thread at a time.
///
/// A failure may make SQLite undo a whole Transaction by itself. What is prepared or executed from
/// there on until that Transaction ends is refused, Unavailable: each statement would be a
/// transaction of its own.
class Database {
 public:
  /// kFileAlone: for reading where not even the files can be made that SQLite puts beside the
  /// database. With its write-ahead log as long as nobody else has it open.
  enum class Mode { kReadOnly, kReadWrite, kFileAlone };

  /// Opens `path`, which must exist. Of kFileAlone the first statement is Unavailable where
  /// somebody else has the database with a log open.
  static absl::StatusOr<Database> Open(const std::string& path, Mode mode);
  /// An empty database of this connection alone, gone when it is closed; without foreign keys, so
  /// that single tables can be filled.
  static absl::StatusOr<Database> OpenTemporary();

  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  /// Compiles `sql`, or lends what was compiled before: `sql` must live as long as the program, and
  /// no other text may begin where it does.
  absl::StatusOr<Statement> Prepare(std::string_view sql);
  /// As Prepare for a text that is made at run time; compiled for this use only.
  absl::StatusOr<Statement> PrepareOnce(std::string_view sql);
  /// Runs one or more statements and drops their rows.
  absl::Status Execute(const std::string& script);

  /// Of the file, for messages; "temporary database" where there is none.
  [[nodiscard]] std::string Path() const;
  /// True while a transaction is open.
  [[nodiscard]] bool InTransaction() const;
  /// True if the file was removed or replaced after it was opened.
  [[nodiscard]] bool WasMoved() const;
  /// True if there is a write-ahead log by now that this, opened as kFileAlone, does not read.
  bool MissesLog();
  /// What the file itself holds, whatever its write-ahead log says: `size` bytes from `offset` on,
  /// zeros beyond its end.
  absl::StatusOr<std::string> ReadFile(int64_t offset, int size);
  /// In bytes.
  absl::StatusOr<int64_t> PageSize();
  /// In bytes, without the write-ahead log.
  absl::StatusOr<int64_t> FileSize();
  /// From how many pages of the write-ahead log on a commit also brings the log into the file,
  /// which takes many times as long as the commit. Without this: kUsualLogPages.
  void SetLongestLog(int pages);
  static constexpr int kUsualLogPages = 1000;
  /// From here on, closing this does not bring the write-ahead log into the file.
  void LeaveLog();
  /// The database as the bytes of a file.
  absl::StatusOr<std::string> Serialize();

 private:
  friend class Transaction;
  struct Connection;
  explicit Database(std::unique_ptr<Connection> connection);
  static absl::StatusOr<Database> OpenWith(const std::string& path, int flags);
  static absl::StatusOr<Database> OpenFileAlone(const std::string& path);
  void ExpectTransaction(bool expected);
  /// Unavailable: a transaction is expected and is not open any more.
  absl::Status CheckTransaction() const;

  std::unique_ptr<Connection> connection_;
};

/// A transaction; rolled back by the destructor unless Commit returned OK. Must not outlive the
/// Database.
class Transaction {
 public:
  /// `BEGIN IMMEDIATE`: from here on no other process writes. Unavailable after 5 s of waiting.
  static absl::StatusOr<Transaction> BeginImmediate(Database& database);
  /// A transaction that only reads, from one state of the database.
  static absl::StatusOr<Transaction> BeginRead(Database& database);

  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  /// Durable when it returns OK. Otherwise rolled back as far as SQLite knows.
  absl::Status Commit();

 private:
  explicit Transaction(Database& database);
  void RollBack();

  Database* database_;
};

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_DATABASE_H_
