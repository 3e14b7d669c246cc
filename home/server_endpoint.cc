#include "home/server_endpoint.h"

#include <filesystem>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/os/process.h"
#include "core/status.h"
#include "home/open_home.h"
#include "policy/find_endpoint.h"

namespace tollpass {

absl::StatusOr<ServerEndpoint> EndpointOf(const Home& home, std::string_view name) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, ReadPolicyText(home));
  absl::StatusOr<ServerEndpoint> endpoint = FindEndpoint(text, home.PolicyPath(), name);
  if (absl::IsInvalidArgument(endpoint.status())) {
    return absl::FailedPreconditionError(
        absl::StrFormat("server %s cannot be started; repair %s", name, home.PolicyPath()));
  }
  return endpoint;
}

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

std::string PrincipalOf(std::string_view label, std::string_view mandate) {
  std::string principal = os::UserName();
  if (!mandate.empty()) principal.append("#").append(mandate);
  if (!label.empty()) principal.append("/").append(label);
  return principal;
}

}  // namespace tollpass
