#include "mandates/file_mark.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/closing_ledger.h"
#include "mandates/sql/schema.h"

namespace tollpass {
namespace {

// https://www.sqlite.org/fileformat2.html, 1.3 and 1.6.
constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr int kHeaderBytes = 100;
constexpr size_t kPageSizeAt = 16;
constexpr size_t kApplicationIdAt = 68;
constexpr int64_t kLargestPage = 65536;  // written as 1
constexpr std::string_view kPageKinds("\x02\x05\x0a\x0d", 4);

int64_t BigEndian(std::string_view bytes) {
  int64_t value = 0;
  for (const char byte : bytes) value = (value << 8) | static_cast<unsigned char>(byte);
  return value;
}

absl::Status Damaged(sql::Database& database, std::string_view what) {
  return absl::DataLossError(absl::StrFormat("%s (%s: %s); %s", kLedgerDamagedMessage,
                                             database.Path(), what, kLedgerDamagedAdvice));
}

absl::StatusOr<std::vector<int64_t>> ReadNumbers(sql::Database& database, std::string_view sql) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Statement select, database.PrepareOnce(sql));
  std::vector<int64_t> numbers;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Step());
    if (!found) return numbers;
    select.Read(numbers.emplace_back());
  }
}

absl::StatusOr<bool> BeginsATable(sql::Database& database, int64_t offset) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string kind, database.ReadFile(offset, 1));
  return kPageKinds.find(kind[0]) != std::string_view::npos;
}

}  // namespace

absl::Status LedgerIsGone(const std::string& path) {
  return absl::FailedPreconditionError(
      absl::StrFormat("%s is gone: it was removed while it was in use; put it, or your newest copy "
                      "of it, back",
                      path));
}

absl::StatusOr<FileMark> FileMark::Of(sql::Database& database) {
  FileMark mark;
  mark.identity_ = os::FileIdentity(database.Path());
  TOLLPASS_ASSIGN_OR_RETURN(mark.page_size_, database.PageSize());
  TOLLPASS_RETURN_IF_ERROR(mark.Check(database));
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::vector<int64_t> tables,
      ReadNumbers(database,
                  "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 1"));
  for (const int64_t page : tables) {
    // A table that is new may be in the log alone.
    TOLLPASS_ASSIGN_OR_RETURN(const bool is_there,
                              BeginsATable(database, (page - 1) * mark.page_size_));
    if (is_there) mark.tables_.push_back(page);
  }
  return mark;
}

absl::Status FileMark::Check(sql::Database& database) const {
  if (!os::Exists(database.Path())) return LedgerIsGone(database.Path());
  if (database.WasMoved() || os::FileIdentity(database.Path()) != identity_) {
    return absl::FailedPreconditionError(
        "ledger.db was replaced while it was in use; put it back, or end what uses it and start "
        "again");
  }
  const absl::Status content = CheckContent(database);
  if (absl::IsDataLoss(content)) database.LeaveLog();
  return content;
}

absl::Status FileMark::CheckContent(sql::Database& database) const {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string header, database.ReadFile(0, kHeaderBytes));
  const std::string_view bytes(header);
  const int64_t page_size = BigEndian(bytes.substr(kPageSizeAt, 2));
  if (!bytes.starts_with(kMagic) || (page_size == 1 ? kLargestPage : page_size) != page_size_ ||
      BigEndian(bytes.substr(kApplicationIdAt, 4)) != sql::kApplicationId) {
    return Damaged(database, "it does not begin as a ledger");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t size, database.FileSize());
  int64_t largest = largest_->load();
  if (size < largest) {
    return Damaged(database, absl::StrFormat("it has %d bytes and had %d", size, largest));
  }
  while (largest < size && !largest_->compare_exchange_weak(largest, size)) {
  }
  for (const int64_t page : tables_) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool is_there, BeginsATable(database, (page - 1) * page_size_));
    if (!is_there) {
      return Damaged(database, absl::StrFormat("page %d is no longer that of a table", page));
    }
  }
  return absl::OkStatus();
}

}  // namespace tollpass
