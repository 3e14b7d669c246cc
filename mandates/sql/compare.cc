#include "mandates/sql/compare.h"

#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::sql {
namespace {

/// Where a row lies in the file is nobody's business.
constexpr std::string_view kNotCompared = "rootpage";

/// Walks one table of both databases side by side, in the order of its key.
class Comparison {
 public:
  Comparison(const TableKey& table, Statement found, Statement expected,
             const std::function<void(std::string)>& differs)
      : table_(table),
        found_(std::move(found)),
        expected_(std::move(expected)),
        differs_(differs),
        same_columns_(found_.columns() == expected_.columns()) {
    for (int i = 0; i < expected_.columns(); ++i) {
      if (expected_.ColumnName(i) != kNotCompared) {
        compared_.push_back(i);
      }
    }
  }

  absl::Status Run() {
    TOLLPASS_ASSIGN_OR_RETURN(bool has_found, found_.Step());
    TOLLPASS_ASSIGN_OR_RETURN(bool has_expected, expected_.Step());
    while (has_found || has_expected) {
      const int order = !has_found ? 1 : !has_expected ? -1 : KeyOrder();
      if (order < 0) {
        differs_(absl::StrFormat("%s: follows from no event", NameOf(found_)));
      } else if (order > 0) {
        differs_(absl::StrFormat("%s: is missing", NameOf(expected_)));
      } else {
        CompareColumns();
      }
      if (order <= 0) {
        TOLLPASS_ASSIGN_OR_RETURN(has_found, found_.Step());
      }
      if (order >= 0) {
        TOLLPASS_ASSIGN_OR_RETURN(has_expected, expected_.Step());
      }
    }
    return absl::OkStatus();
  }

 private:
  /// Which of the two rows comes first; 0: they have the same key.
  [[nodiscard]] int KeyOrder() const {
    int order = 0;
    for (int i = 0; i < static_cast<int>(table_.key.size()) && order == 0; ++i) {
      order = found_.OrderOfColumn(expected_, i);
    }
    return order;
  }

  void CompareColumns() {
    if (!same_columns_) {
      differs_(absl::StrFormat("%s: has other columns", NameOf(found_)));
      return;
    }
    for (const int i : compared_) {
      if (found_.OrderOfColumn(expected_, i) != 0) {
        differs_(absl::StrFormat("%s: %s is %s, the events say %s", NameOf(found_),
                                 found_.ColumnName(i), found_.QuotedColumn(i),
                                 expected_.QuotedColumn(i)));
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

  const TableKey& table_;
  Statement found_;
  Statement expected_;
  const std::function<void(std::string)>& differs_;
  const bool same_columns_;
  std::vector<int> compared_;
};

}  // namespace

absl::Status CompareTables(Database& found, Database& expected, const TableKey& table,
                           const std::function<void(std::string)>& differs) {
  std::string key;
  for (const std::string& column : table.key) {
    absl::StrAppendFormat(&key, "%s%s", key.empty() ? "" : ", ", column);
  }
  // What an index leaves out would be passed over.
  const std::string sql =
      absl::StrFormat("SELECT %s, * FROM %s NOT INDEXED ORDER BY %s", key, table.table, key);
  absl::StatusOr<Statement> found_rows = found.PrepareOnce(sql);
  if (!found_rows.ok()) {
    differs(absl::StrFormat("table %s cannot be read: %s", table.table,
                            std::string(found_rows.status().message())));
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(Statement expected_rows, expected.PrepareOnce(sql));
  return Comparison(table, *std::move(found_rows), std::move(expected_rows), differs).Run();
}

}  // namespace tollpass::sql
