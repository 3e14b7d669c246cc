#ifndef TOLLPASS_MANDATES_SQL_STATEMENT_H_
#define TOLLPASS_MANDATES_SQL_STATEMENT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/amount.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tollpass::sql {

/// Bytes that are no text.
struct Blob {
  std::string bytes;

  friend bool operator==(const Blob&, const Blob&) = default;
};

/// A compiled statement on loan from its Database; given back, reset, by the destructor. Move-only,
/// one thread, must not outlive the Database.
///
/// Parameters are bound and columns are read in order, each call taking the next one. The first
/// failure is kept and returned by the next Step, Run or status.
class Statement {
 public:
  /// `lent` is cleared when the loan ends; nullptr: the statement is finalized instead.
  Statement(sqlite3* connection, sqlite3_stmt* statement, bool* lent)
      : connection_(connection), statement_(statement), lent_(lent) {}
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) = delete;
  ~Statement();

  Statement& Bind(int64_t value);
  Statement& Bind(std::string_view text);
  Statement& Bind(const char* text) { return Bind(std::string_view(text)); }
  Statement& Bind(const Blob& blob) { return BindBytes(blob.bytes); }
  Statement& Bind(Amount amount);  // 16 bytes, most significant first

  /// From here on texts and blobs are bound where they lie: they must stay until Run.
  Statement& BindInPlace();

  /// True: a row is there to be read. False: the end.
  absl::StatusOr<bool> Step();
  /// Steps a statement that yields no row; how many rows it changed.
  absl::StatusOr<int64_t> Run();

  Statement& Read(int64_t& value);
  Statement& Read(std::string& text);
  Statement& Read(Blob& blob) { return Read(blob.bytes); }
  Statement& Read(Amount& amount);

  /// Which row comes first by column `index`, in SQLite's order; 0: it holds the same type and
  /// bytes in both.
  [[nodiscard]] int OrderOfColumn(const Statement& other, int index) const;
  /// Column `index` as SQL text for messages, shortened: 'word', 42, x'00ff', NULL.
  [[nodiscard]] std::string QuotedColumn(int index) const;

  [[nodiscard]] int columns() const;
  [[nodiscard]] std::string ColumnName(int index) const;
  /// DataLoss if a column did not hold what was to be read.
  [[nodiscard]] const absl::Status& status() const { return status_; }

 private:
  Statement& BindBytes(std::string_view bytes);
  void Keep(int code);

  sqlite3* connection_;
  sqlite3_stmt* statement_;
  bool* lent_;
  bool in_place_ = false;
  int parameter_ = 0;
  int column_ = 0;
  absl::Status status_;
};

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_STATEMENT_H_
