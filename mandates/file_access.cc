#include "mandates/file_access.h"

#include <string>

#include "core/os/file.h"
#include "core/os/regular_file.h"

namespace tollpass {

absl::Status CheckAccess(const Home& home) {
  const std::string database = home.LedgerPath();
  for (const std::string& path : {home.path, database, database + "-wal", database + "-shm"}) {
    const absl::Status owned = os::CheckOwned(path);
    // What is missing is told by whoever needs it.
    if (!owned.ok() && !absl::IsNotFound(owned)) {
      return owned;
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRegular(const std::string& path) {
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
    const absl::Status regular = os::CheckRegular(path + ending);
    if (!regular.ok() && !absl::IsNotFound(regular)) {
      return regular;
    }
  }
  return absl::OkStatus();
}

}  // namespace tollpass
