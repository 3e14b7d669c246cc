#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/journal.h"
#include "mandates/ledger.h"
#include "mandates/open_file.h"
#include "mandates/sql/schema.h"

namespace tollpass {
namespace {

constexpr unsigned kOwnerOnly = 0600;
constexpr size_t kApprovalKeyBytes = 32;
constexpr int kLedgerIdDigits = 16;

/// The bytes of a database with its first event.
absl::StatusOr<std::string> FirstImage(Initialised first, const ChainKey& key, const Clock& clock) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Database database, sql::Database::OpenTemporary());
  TOLLPASS_RETURN_IF_ERROR(sql::Migrate(database));
  TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::BeginFirst(database, key, clock));
  TOLLPASS_RETURN_IF_ERROR(
      journal.Write({.kind = EventKind::kInitialised, .subject = {}, .body = std::move(first)}));
  TOLLPASS_RETURN_IF_ERROR(journal.Commit());
  return database.Serialize();
}

absl::Status CheckFree(const std::string& path) {
  if (os::Exists(path)) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "%s exists already; a ledger is made once, and only you can move an old one away", path));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Ledger::Create(const Home& home, std::string_view approval_key, const Clock& clock,
                            Random& random) {
  if (approval_key.size() != kApprovalKeyBytes) {
    return absl::InvalidArgumentError("an approval key has 32 bytes");
  }
  TOLLPASS_RETURN_IF_ERROR(CheckFree(home.LedgerPath()));
  TOLLPASS_RETURN_IF_ERROR(CheckFree(home.LedgerKeyPath()));
  ChainKey key = {};
  random.Fill(key);
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::string image,
      FirstImage({RandomId(random, "l", kLedgerIdDigits), std::string(approval_key)}, key, clock));
  TOLLPASS_RETURN_IF_ERROR(os::CreateFile(home.LedgerKeyPath(), key, kOwnerOnly));
  // Complete or not there: a crash leaves no half of a database behind.
  TOLLPASS_RETURN_IF_ERROR(
      os::CreateFile(home.LedgerPath(),
                     {reinterpret_cast<const uint8_t*>(image.data()), image.size()}, kOwnerOnly));
  // Opening for writing puts the file into WAL mode; a mirror that cannot be made is told now.
  TOLLPASS_ASSIGN_OR_RETURN(
      sql::Database database,
      sql::Database::Open(home.LedgerPath(), sql::Database::Mode::kReadWrite));
  TOLLPASS_ASSIGN_OR_RETURN(const OpenedFile opened, OpenLedgerFile(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Journal journal, Journal::Begin(database, opened, clock));
  return journal.mirror();
}

}  // namespace tollpass
