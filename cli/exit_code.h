#ifndef TOLLPASS_CLI_EXIT_CODE_H_
#define TOLLPASS_CLI_EXIT_CODE_H_

#include "absl/status/status.h"

namespace tollpass {

/// Exit codes of every command; `proxy` exits with its child's code instead.
inline constexpr int kExitDone = 0;
inline constexpr int kExitRefused = 1;      // the rules refuse it, or it was not found
inline constexpr int kExitUsage = 2;        // the command line cannot mean anything
inline constexpr int kExitUnavailable = 3;  // the home is locked, busy or broken; or not built yet

/// The exit code for a failure; the only place that maps one to the other. A command therefore
/// keeps InvalidArgument for what means nothing whatever the home holds, and Unavailable for a home
/// that cannot be used (Unusable in cli/open_home.h).
int ExitCodeFor(const absl::Status& status);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_EXIT_CODE_H_
