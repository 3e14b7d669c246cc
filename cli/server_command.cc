#include "cli/server_command.h"

#include <filesystem>
#include <utility>

#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {

absl::StatusOr<std::vector<std::string>> ResolveCommand(std::vector<std::string> argv) {
  if (argv.empty() || argv.front().empty()) {
    return absl::InvalidArgumentError("the server's command is missing behind `--`");
  }
  std::string& program = argv.front();
  if (program.find('/') != std::string::npos) {
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(program, error);
    if (error) {
      return absl::NotFoundError("the working folder is gone: " + error.message());
    }
    program = absolute.lexically_normal().string();
  }
  TOLLPASS_ASSIGN_OR_RETURN(program, os::ResolveProgram(program));
  return argv;
}

}  // namespace tollpass
