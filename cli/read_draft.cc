#include "cli/read_draft.h"

#include <filesystem>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "policy/policy.h"

namespace tollpass {

absl::StatusOr<std::string> ReadDraft(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path, ignored)) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s is a symbolic link, which is refused as a policy file; name the file itself", path));
  }
  return os::ReadFile(path, kMaxPolicyBytes);
}

}  // namespace tollpass
