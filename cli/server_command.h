#ifndef TOLLPASS_CLI_SERVER_COMMAND_H_
#define TOLLPASS_CLI_SERVER_COMMAND_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace tollpass {

/// `argv` with its program as an absolute path, as a server's identity counts it: names are looked
/// up along PATH, relative paths start at the working folder, links stay. NotFound: no such
/// program; InvalidArgument: an empty command.
absl::StatusOr<std::vector<std::string>> ResolveCommand(std::vector<std::string> argv);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_SERVER_COMMAND_H_
