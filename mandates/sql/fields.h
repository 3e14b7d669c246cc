#ifndef TOLLPASS_MANDATES_SQL_FIELDS_H_
#define TOLLPASS_MANDATES_SQL_FIELDS_H_

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/status.h"
#include "mandates/sql/database.h"
#include "mandates/sql/statement.h"

/// A row type names its fields once, by a function `ForEachField(row, visit)` that calls
/// `visit(name, field)` in the order of the columns. Statements, event bodies and messages are made
/// from that. Only for sources of this room.
namespace tollpass::sql {

/// Row or const Row.
template <typename T, typename Row>
concept RowOf = std::same_as<std::remove_const_t<T>, Row>;

/// "id, called_at_ms, ..."
template <typename Row>
std::string ColumnNames() {
  std::string names;
  const Row row;
  ForEachField(row, [&](std::string_view name, const auto&) {
    names += names.empty() ? "" : ", ";
    names += name;
  });
  return names;
}

/// An INSERT with one parameter for each field.
template <typename Row>
std::string InsertSql(std::string_view table) {
  const std::string columns = ColumnNames<Row>();
  std::string parameters = "?";
  for (const char letter : columns) {
    parameters += letter == ',' ? ", ?" : "";
  }
  return "INSERT INTO " + std::string(table) + " (" + columns + ") VALUES (" + parameters + ")";
}

/// A SELECT of every field; `rest`: from WHERE on.
template <typename Row>
std::string SelectSql(std::string_view table, std::string_view rest) {
  return "SELECT " + ColumnNames<Row>() + " FROM " + std::string(table) + " " + std::string(rest);
}

template <typename Row>
void BindFields(Statement& statement, const Row& row) {
  ForEachField(row, [&](std::string_view, const auto& field) { statement.Bind(field); });
}

/// Runs an InsertSql statement.
template <typename Row>
absl::Status InsertRow(Database& database, std::string_view insert_sql, const Row& row) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement insert, database.Prepare(insert_sql));
  BindFields(insert.BindInPlace(), row);
  return insert.Run().status();
}

/// The next row of a SelectSql statement; std::nullopt at the end.
template <typename Row>
absl::StatusOr<std::optional<Row>> ReadRow(Statement& select) {
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Step());
  if (!found) {
    return std::nullopt;
  }
  Row row;
  ForEachField(row, [&](std::string_view, auto& field) { select.Read(field); });
  TOLLPASS_RETURN_IF_ERROR(select.status());
  return row;
}

/// All rows of a SelectSql statement.
template <typename Row>
absl::StatusOr<std::vector<Row>> ReadRows(Statement& select) {
  std::vector<Row> rows;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(std::optional<Row> row, ReadRow<Row>(select));
    if (!row) {
      return rows;
    }
    rows.push_back(*std::move(row));
  }
}

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_FIELDS_H_
