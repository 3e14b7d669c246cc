#ifndef TOLLPASS_MANDATES_FILE_MARK_H_
#define TOLLPASS_MANDATES_FILE_MARK_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// FailedPrecondition: the ledger at `path` was there and is not any more.
absl::Status LedgerIsGone(const std::string& path);

/// What stays the same of a ledger's file while it is in use. SQLite reads its log before the file,
/// so that alone it would not notice for long that the file was overwritten. Thread-safe; copies
/// share what was seen last.
class FileMark {
 public:
  /// Of the file of `database`, whose tables are in place. DataLoss as Check.
  static absl::StatusOr<FileMark> Of(sql::Database& database);

  /// FailedPrecondition: nothing is at its path any more, or the file that `database` has open or
  /// the one at its path is another one. DataLoss: it is no longer as it was: header,
  /// size, or where a table begins; its log is then left as it is. Reads a few bytes of the file
  /// and waits for nothing.
  absl::Status Check(sql::Database& database) const;

 private:
  FileMark() = default;
  absl::Status CheckContent(sql::Database& database) const;

  std::optional<std::pair<uint64_t, uint64_t>> identity_;
  int64_t page_size_ = 0;
  std::vector<int64_t> tables_;  // page numbers at which tables begin
  std::shared_ptr<std::atomic<int64_t>> largest_ = std::make_shared<std::atomic<int64_t>>(0);
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_FILE_MARK_H_
