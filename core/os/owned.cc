#include "core/os/owned.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_format.h"
#include "core/os/error.h"

namespace tollpass::os {

absl::Status CheckFacts(const struct stat& facts, const std::string& path, unsigned forbidden,
                        std::string_view way_out) {
  if (facts.st_uid != geteuid()) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s belongs to user %d, not to user %d who runs this; run: chown %d %s",
                        path, facts.st_uid, geteuid(), geteuid(), path));
  }
  if ((facts.st_mode & forbidden) != 0) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s has mode %04o, others may touch it; run: chmod %s %s", path,
                        facts.st_mode & 07777U, way_out, path));
  }
  return absl::OkStatus();
}

absl::Status CheckOwned(const Fd& file, const std::string& path, unsigned forbidden,
                        std::string_view way_out) {
  struct stat facts = {};
  if (fstat(file.get(), &facts) != 0) {
    return ErrorOf(absl::StrFormat("cannot examine %s", path), errno);
  }
  if (!S_ISREG(facts.st_mode)) {
    return absl::FailedPreconditionError(absl::StrFormat("%s is not a regular file", path));
  }
  return CheckFacts(facts, path, forbidden, way_out);
}

absl::Status IsALink(const std::string& path) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s is a symbolic link; put the file itself there, because a link can be turned around",
      path));
}

}  // namespace tollpass::os
