#include "mandates/open_file.h"

#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/file_access.h"
#include "mandates/sql/database.h"
#include "mandates/sql/schema.h"

namespace tollpass {

absl::Status CheckMade(const Home& home) {
  for (const std::string& part :
       {home.PolicyPath(), home.LedgerPath(), home.LedgerKeyPath(), home.KeysPath()}) {
    if (os::Exists(part)) {
      return absl::OkStatus();
    }
  }
  return absl::NotFoundError(
      absl::StrFormat("there is no Tollpass home at %s; %s", home.path, NewHomeAdvice(home)));
}

absl::Status CheckPlace(const Home& home) {
  const std::string path = home.LedgerPath();
  if (!os::Exists(path)) {
    TOLLPASS_RETURN_IF_ERROR(CheckMade(home));
    return absl::NotFoundError(
        absl::StrFormat("there is no ledger at %s; %s", path, StartOverAdvice(home)));
  }
  TOLLPASS_RETURN_IF_ERROR(CheckRegular(path));
  TOLLPASS_ASSIGN_OR_RETURN(const bool is_local, os::IsLocalFileSystem(home.path));
  if (!is_local) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s lies on a file system that is not known to be of this machine alone "
                        "(network, FUSE), where locks may not hold; use a home on a local disk",
                        path));
  }
  return absl::OkStatus();
}

absl::StatusOr<OpenedFile> OpenLedgerFile(const Home& home) {
  TOLLPASS_RETURN_IF_ERROR(CheckPlace(home));
  TOLLPASS_ASSIGN_OR_RETURN(const ChainKey key, ReadChainKey(home));
  TOLLPASS_ASSIGN_OR_RETURN(
      sql::Database database,
      sql::Database::Open(home.LedgerPath(), sql::Database::Mode::kReadWrite));
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t format, sql::ReadFormat(database));
  if (format < sql::kFormat) {
    TOLLPASS_RETURN_IF_ERROR(sql::Migrate(database));
  }
  TOLLPASS_ASSIGN_OR_RETURN(Authority authority, ReadAuthority(database, key));
  Mirror mirror(home, authority.ledger_id, key);
  TOLLPASS_ASSIGN_OR_RETURN(FileMark mark, FileMark::Of(database));
  return OpenedFile{key, std::move(authority), std::move(mirror), std::move(mark)};
}

}  // namespace tollpass
