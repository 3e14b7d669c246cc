#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "core/server_identity.h"
#include "core/status.h"
#include "home/open_home.h"
#include "home/server_endpoint.h"
#include "interceptor/transports/stdio_proxy.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass {
namespace {

struct ProxyOptions {
  std::string name;
  std::string label;
  std::string mandate;
};

/// The server of the section `name`. Errors elsewhere in the file are told and stop payments, not
/// the server.
absl::StatusOr<ServerEndpoint> EndpointOfSection(const Home& home, const std::string& name) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, ReadPolicyText(home));
  if (const absl::StatusOr<Policy> policy = ParsePolicy(home, text); !policy.ok()) {
    PrintMessage(std::string(policy.status().message()));
  }
  TOLLPASS_ASSIGN_OR_RETURN(ServerEndpoint endpoint, EndpointOf(home, name));
  if (endpoint.command.empty()) {
    return absl::UnimplementedError(
        absl::StrFormat("server %s is reached by HTTP, which comes with a later version", name));
  }
  return endpoint;
}

absl::StatusOr<ServerEndpoint> EndpointOf(const CommandLine& line, const ProxyOptions& options) {
  if (line.has_tail == !options.name.empty()) {
    return absl::InvalidArgumentError("give either NAME or `-- COMMAND ARG...`");
  }
  if (!line.has_tail) {
    return EndpointOfSection(HomeOf(line), options.name);
  }
  ServerEndpoint endpoint;
  TOLLPASS_ASSIGN_OR_RETURN(endpoint.command, ResolveCommand(line.tail));
  return endpoint;
}

absl::StatusOr<int> Proxy(const CommandLine& line, const ProxyOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(ServerEndpoint endpoint, EndpointOf(line, options));
  StdioProxyOptions proxy;
  proxy.interceptor.server_id = ServerIdentity(endpoint);
  proxy.interceptor.principal = PrincipalOf(options.label);
  proxy.interceptor.id_prefix = RandomId(line.random, "tollpass-", 12);
  proxy.command = std::move(endpoint.command);
  proxy.cwd = std::move(endpoint.cwd);
  proxy.env = std::move(endpoint.env);
  const std::unique_ptr<Kernel> kernel =
      MakeBoundKernel(HomeOf(line), line.clock, line.random, options.mandate);
  return RunStdioProxy(proxy, *kernel, line.clock);
}

}  // namespace

void AddProxy(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<ProxyOptions>();
  CLI::App* command =
      AddCommand(parent, line,
                 {"proxy", "Run an MCP server behind Tollpass: what a host names as command",
                  "tollpass proxy search\n  tollpass proxy -- npx -y @acme/search-mcp@1.4.2", true},
                 [&line, options] { return Proxy(line, *options); });
  command->add_option("NAME", options->name, "A server of the policy file");
  command->add_option("--as", options->label, "Count this host's calls as those of LABEL")
      ->type_name("LABEL");
  command
      ->add_option("--mandate", options->mandate,
                   "Let this mandate pay and those below it, no other; its whole id")
      ->type_name("ID");
}

}  // namespace tollpass
