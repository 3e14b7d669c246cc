#ifndef TOLLPASS_CORE_OS_ERROR_H_
#define TOLLPASS_CORE_OS_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace tollpass::os {

/// "action: text of `error`" (an errno value): NotFound, PermissionDenied, AlreadyExists, else
/// Unavailable.
absl::Status ErrorOf(std::string_view action, int error);

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_ERROR_H_
