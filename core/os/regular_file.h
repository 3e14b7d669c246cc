#ifndef TOLLPASS_CORE_OS_REGULAR_FILE_H_
#define TOLLPASS_CORE_OS_REGULAR_FILE_H_

#include <string>

#include "absl/status/status.h"

namespace tollpass::os {

/// FailedPrecondition where `path` names, or leads to, anything but a regular file; NotFound;
/// Unavailable. For files that a library opens by their path.
absl::Status CheckRegular(const std::string& path);

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_REGULAR_FILE_H_
