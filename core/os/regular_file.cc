#include "core/os/regular_file.h"

#include <sys/stat.h>

#include <cerrno>

#include "absl/strings/str_format.h"
#include "core/os/error.h"

namespace tollpass::os {

absl::Status CheckRegular(const std::string& path) {
  struct stat facts = {};
  if (stat(path.c_str(), &facts) != 0) {
    return ErrorOf(absl::StrFormat("cannot examine %s", path), errno);
  }
  if (!S_ISREG(facts.st_mode)) {
    return absl::FailedPreconditionError(absl::StrFormat("%s is not a regular file", path));
  }
  return absl::OkStatus();
}

}  // namespace tollpass::os
