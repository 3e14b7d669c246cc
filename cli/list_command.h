#ifndef TOLLPASS_CLI_LIST_COMMAND_H_
#define TOLLPASS_CLI_LIST_COMMAND_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/command_line.h"

namespace tollpass {

/// What a command lists, each as a line for people, or as JSON text.
using ReadList =
    std::function<absl::StatusOr<std::vector<std::string>>(const CommandLine& line, bool json)>;

/// Adds a command `list` with the flag --json, which prints one array. `if_empty`: for people, if
/// there is nothing; may be empty.
void AddListCommand(CLI::App& parent, CommandLine& line, const CommandText& text, ReadList read,
                    std::string_view if_empty);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_LIST_COMMAND_H_
