#include "mandates/sql/compare.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::sql {
namespace {

/// Where a row lies in the file is nobody's business.
constexpr std::string_view kNotCompared = "rootpage";

class Comparison {
 public:
  Comparison(Database& found, Database& expected, const TableKey& table,
             const std::function<void(std::string)>& differs)
      : found_(found), expected_(expected), table_(table), differs_(differs) {
    for (const std::string& column : table.key) {
      key_list_ += key_list_.empty() ? "" : ", ";
      key_list_ += column;
      condition_ += condition_.empty() ? "" : " AND ";
      condition_ += column + " = ?";
    }
  }

  /// Every row that is there, against the one that should be.
  absl::Status CompareFound() {
    return ForEachRow(found_, expected_, [this](Statement& row, Statement* expected) {
      if (expected == nullptr) {
        differs_(absl::StrFormat("%s: follows from no event", NameOf(row)));
      } else {
        CompareColumns(row, *expected);
      }
    });
  }

  /// Every row that should be there.
  absl::Status FindMissing() {
    return ForEachRow(expected_, found_, [this](Statement& row, Statement* found) {
      if (found == nullptr) {
        differs_(absl::StrFormat("%s: is missing", NameOf(row)));
      }
    });
  }

 private:
  /// Calls `visit` for each row of `walked` with the row of the same key in `searched`, or nullptr.
  absl::Status ForEachRow(Database& walked, Database& searched,
                          const std::function<void(Statement&, Statement*)>& visit) {
    TOLLPASS_ASSIGN_OR_RETURN(
        Statement walk,
        walked.PrepareOnce(absl::StrFormat("SELECT %s, * FROM %s", key_list_, table_.table)));
    TOLLPASS_ASSIGN_OR_RETURN(Statement search, searched.PrepareOnce(absl::StrFormat(
                                                    "SELECT %s, * FROM %s WHERE %s", key_list_,
                                                    table_.table, condition_)));
    while (true) {
      TOLLPASS_ASSIGN_OR_RETURN(const bool row, walk.Step());
      if (!row) {
        return absl::OkStatus();
      }
      search.Rewind();
      for (int i = 0; i < static_cast<int>(table_.key.size()); ++i) {
        search.BindColumn(walk, i);
      }
      TOLLPASS_ASSIGN_OR_RETURN(const bool there, search.Step());
      visit(walk, there ? &search : nullptr);
    }
  }

  void CompareColumns(const Statement& row, const Statement& expected) {
    if (row.columns() != expected.columns()) {
      differs_(absl::StrFormat("%s: has other columns", NameOf(row)));
      return;
    }
    for (int i = 0; i < row.columns(); ++i) {
      if (row.ColumnName(i) != kNotCompared && !row.SameColumn(expected, i)) {
        differs_(absl::StrFormat("%s: %s is %s, the events say %s", NameOf(row), row.ColumnName(i),
                                 row.QuotedColumn(i), expected.QuotedColumn(i)));
      }
    }
  }

  [[nodiscard]] std::string NameOf(const Statement& row) const {
    std::string key;
    for (int i = 0; i < static_cast<int>(table_.key.size()); ++i) {
      key += i == 0 ? "" : ", ";
      key += row.QuotedColumn(i);
    }
    return absl::StrFormat("table %s, row (%s)", table_.table, key);
  }

  Database& found_;
  Database& expected_;
  const TableKey& table_;
  const std::function<void(std::string)>& differs_;
  std::string key_list_;
  std::string condition_;
};

}  // namespace

absl::Status CompareTables(Database& found, Database& expected, const TableKey& table,
                           const std::function<void(std::string)>& differs) {
  if (const absl::StatusOr<Statement> readable =
          found.PrepareOnce(absl::StrFormat("SELECT * FROM %s", table.table));
      !readable.ok()) {
    differs(absl::StrFormat("table %s cannot be read: %s", table.table,
                            std::string(readable.status().message())));
    return absl::OkStatus();
  }
  Comparison comparison(found, expected, table, differs);
  TOLLPASS_RETURN_IF_ERROR(comparison.CompareFound());
  return comparison.FindMissing();
}

}  // namespace tollpass::sql
