#include "mandates/sql/statement.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "mandates/sql/error.h"

namespace tollpass::sql {
namespace {

constexpr size_t kQuotedBytes = 100;

/// Valid until the statement is stepped.
std::string_view BytesOf(sqlite3_value* value) {
  const void* bytes = sqlite3_value_blob(value);
  const auto size = static_cast<size_t>(sqlite3_value_bytes(value));
  // An empty value has a null pointer.
  return {bytes == nullptr ? "" : static_cast<const char*>(bytes), size};
}

std::string_view BytesOf(sqlite3_stmt* statement, int column) {
  // Asked for once. That nothing protects it from other threads is as for the whole connection.
  return BytesOf(sqlite3_column_value(statement, column));
}

/// SQLite sorts nothing before numbers before text before blobs.
int SortRank(int type) {
  switch (type) {
    case SQLITE_NULL:
      return 0;
    case SQLITE_TEXT:
      return 2;
    case SQLITE_BLOB:
      return 3;
    default:
      return 1;
  }
}

}  // namespace

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_),
      statement_(std::exchange(other.statement_, nullptr)),
      lent_(std::exchange(other.lent_, nullptr)),
      in_place_(other.in_place_),
      parameter_(other.parameter_),
      column_(other.column_),
      status_(std::move(other.status_)) {}

Statement::~Statement() {
  if (statement_ == nullptr) {
    return;
  }
  if (lent_ == nullptr) {
    sqlite3_finalize(statement_);
    return;
  }
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  *lent_ = false;
}

void Statement::Keep(int code) {
  if (code != SQLITE_OK && status_.ok()) {
    status_ = ErrorOf(connection_, code);
  }
}

Statement& Statement::Bind(int64_t value) {
  Keep(sqlite3_bind_int64(statement_, ++parameter_, value));
  return *this;
}

Statement& Statement::Bind(std::string_view text) {
  // A null pointer would bind NULL.
  const char* begin = text.data() == nullptr ? "" : text.data();
  Keep(sqlite3_bind_text64(statement_, ++parameter_, begin, text.size(),
                           in_place_ ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::BindBytes(std::string_view bytes) {
  const char* begin = bytes.data() == nullptr ? "" : bytes.data();
  Keep(sqlite3_bind_blob64(statement_, ++parameter_, begin, bytes.size(),
                           in_place_ ? SQLITE_STATIC : SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::Bind(Amount amount) {
  const std::array<uint8_t, 16> bytes = amount.ToBytes();
  Keep(sqlite3_bind_blob64(statement_, ++parameter_, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::BindInPlace() {
  in_place_ = true;
  return *this;
}

absl::StatusOr<bool> Statement::Step() {
  TOLLPASS_RETURN_IF_ERROR(status_);
  column_ = 0;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) {
    return true;
  }
  if (code == SQLITE_DONE) {
    return false;
  }
  status_ = ErrorOf(connection_, code);
  return status_;
}

absl::StatusOr<int64_t> Statement::Run() {
  TOLLPASS_ASSIGN_OR_RETURN(const bool row, Step());
  if (row) {
    return absl::InternalError(
        absl::StrFormat("a statement yields rows: %s", sqlite3_sql(statement_)));
  }
  return sqlite3_changes64(connection_);
}

Statement& Statement::Read(int64_t& value) {
  value = sqlite3_column_int64(statement_, column_++);
  return *this;
}

Statement& Statement::Read(std::string& text) {
  text = BytesOf(statement_, column_++);
  return *this;
}

Statement& Statement::Read(Amount& amount) {
  const int column = column_;
  std::string bytes;
  Read(bytes);
  std::array<uint8_t, 16> big_endian = {};
  if (bytes.size() != big_endian.size()) {
    if (status_.ok()) {
      status_ = absl::DataLossError(
          absl::StrFormat("%s holds %d bytes, an amount has 16", ColumnName(column), bytes.size()));
    }
    return *this;
  }
  std::copy(bytes.begin(), bytes.end(), big_endian.begin());
  amount = Amount::FromBytes(big_endian);
  return *this;
}

int Statement::OrderOfColumn(const Statement& other, int index) const {
  sqlite3_value* const mine = sqlite3_column_value(statement_, index);
  sqlite3_value* const others = sqlite3_column_value(other.statement_, index);
  const int type = sqlite3_value_type(mine);
  const int other_type = sqlite3_value_type(others);
  if (type == SQLITE_INTEGER && other_type == SQLITE_INTEGER) {
    const int64_t value = sqlite3_value_int64(mine);
    const int64_t other_value = sqlite3_value_int64(others);
    return value < other_value ? -1 : value > other_value ? 1 : 0;
  }
  if (type == other_type) {
    // As SQLite's collation BINARY, which compares unsigned bytes.
    return BytesOf(mine).compare(BytesOf(others));
  }
  return SortRank(type) < SortRank(other_type) ? -1 : 1;
}

std::string Statement::QuotedColumn(int index) const {
  const int type = sqlite3_column_type(statement_, index);
  const std::string_view bytes = BytesOf(statement_, index);
  switch (type) {
    case SQLITE_NULL:
      return "NULL";
    case SQLITE_TEXT:
      return absl::StrFormat("'%s'", Printable(bytes, kQuotedBytes));
    case SQLITE_BLOB:
      return absl::StrFormat("x'%s'", HexEncode(bytes.substr(0, kQuotedBytes)));
    default:
      return std::string(bytes);
  }
}

int Statement::columns() const { return sqlite3_column_count(statement_); }

std::string Statement::ColumnName(int index) const {
  return sqlite3_column_name(statement_, index);
}

}  // namespace tollpass::sql
