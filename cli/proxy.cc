#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "core/encoding.h"
#include "core/os/process.h"
#include "core/server_identity.h"
#include "core/status.h"
#include "home/find_mandate.h"
#include "home/mandate_text.h"
#include "home/open_home.h"
#include "home/server_endpoint.h"
#include "interceptor/transports/stdio_proxy.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass {
namespace {

struct ProxyOptions {
  std::string name;
  std::string label;
  std::optional<std::string> mandate;
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
        absl::StrFormat("server %s is reached by HTTP, which the proxy does not do yet; hosts that "
                        "embed Tollpass do, in Python and C++",
                        name));
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

/// Says why nothing will be paid under the mandate with this id, if so; the server starts anyway.
void WarnOfMandate(const CommandLine& line, const std::string& id) {
  const Home home = HomeOf(line);
  const absl::StatusOr<std::unique_ptr<LedgerReader>> reader = OpenReader(home);
  if (!reader.ok()) return;  // What is wrong with it is told at the first payment.
  const auto rows = (*reader)->Mandates();
  const auto at = ReadMandateSetting(home, **reader, NowOf(line));
  if (!rows.ok() || !at.ok()) return;
  const auto row = std::find_if(rows->begin(), rows->end(),
                                [&](const MandateRow& one) { return one.terms.id == id; });
  if (row == rows->end()) {
    PrintMessage(absl::StrFormat(
        "warning: there is no mandate %s, so nothing is paid without a question; give the whole "
        "id, as: tollpass mandate list",
        Printable(id)));
  } else if (const std::string_view word = MandateStateWord(*row, *at);
             word != "live" && word != "not yet valid") {
    PrintMessage(absl::StrFormat("warning: mandate %s: %s; nothing is paid under it", id,
                                 MandateStateText(*row, *at)));
  }
}

std::unique_ptr<Kernel> MakeKernel(const CommandLine& line, const ProxyOptions& options) {
  const Home home = HomeOf(line);
  return options.mandate ? MakeBoundKernel(home, line.clock, line.random, *options.mandate)
                         : MakeLocalKernel(home, line.clock, line.random);
}

absl::StatusOr<int> Proxy(const CommandLine& line, const ProxyOptions& options) {
  if (options.mandate && options.mandate->empty()) {
    return absl::InvalidArgumentError("--mandate is the id of a mandate, not an empty one");
  }
  TOLLPASS_ASSIGN_OR_RETURN(ServerEndpoint endpoint, EndpointOf(line, options));
  StdioProxyOptions proxy;
  proxy.interceptor.server_id = ServerIdentity(endpoint);
  proxy.interceptor.principal = PrincipalOf(options.label, options.mandate.value_or(""));
  proxy.interceptor.id_prefix = RandomId(line.random, "tollpass-", 12);
  proxy.command = std::move(endpoint.command);
  proxy.cwd = std::move(endpoint.cwd);
  proxy.env = std::move(endpoint.env);
  if (options.mandate) WarnOfMandate(line, *options.mandate);
  os::KeepFreedMemory();
  const std::unique_ptr<Kernel> kernel = MakeKernel(line, options);
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
