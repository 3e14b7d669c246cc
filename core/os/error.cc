#include "core/os/error.h"

#include <cerrno>
#include <system_error>

#include "absl/strings/str_format.h"

namespace tollpass::os {
namespace {

absl::StatusCode CodeOf(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    default:
      return absl::StatusCode::kUnavailable;
  }
}

}  // namespace

absl::Status ErrorOf(std::string_view action, int error) {
  return absl::Status(CodeOf(error),
                      absl::StrFormat("%s: %s", action, std::generic_category().message(error)));
}

}  // namespace tollpass::os
