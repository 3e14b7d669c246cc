#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/passphrases.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/breakers.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct BreakerCloseOptions {
  std::string name;
  std::string tool;
  bool one_tool = false;
  bool json = false;
};

bool IsMeant(const Breaker& breaker, const BreakerCloseOptions& options) {
  return (breaker.server == options.name || breaker.server_id == options.name) &&
         (!options.one_tool || breaker.tool == options.tool);
}

absl::Status NothingToClose(const Policy& policy, const BreakerCloseOptions& options) {
  if (policy.ServerByName(options.name) == nullptr &&
      policy.ServerByIdentity(options.name) == nullptr) {
    return absl::NotFoundError(
        absl::StrFormat("there is no server %s: the policy has no section of that name or "
                        "identity, and nothing speaks against one; see: tollpass breaker list",
                        Printable(options.name)));
  }
  return absl::NotFoundError(absl::StrFormat(
      "nothing speaks against %s; see: tollpass breaker list",
      options.one_tool
          ? absl::StrFormat("the tool %s of %s", Printable(options.tool), Printable(options.name))
          : absl::StrFormat("a tool of %s", Printable(options.name))));
}

absl::StatusOr<int> Close(const CommandLine& line, const BreakerCloseOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<Breaker> breakers,
                            ReadBreakers(policy, *reader, NowOf(line)));
  std::erase_if(breakers, [&](const Breaker& breaker) { return !IsMeant(breaker, options); });
  if (breakers.empty()) {
    return NothingToClose(policy, options);
  }
  TOLLPASS_ASSIGN_OR_RETURN(const ApprovalKey key, OpenApprovalKey(line, home));
  std::vector<std::string> closed;
  for (const Breaker& breaker : breakers) {
    Order order = NewOrder(line, OrderKind::kCloseBreaker, reader->ledger_id(), breaker.server_id);
    order.body = breaker.tool;
    TOLLPASS_RETURN_IF_ERROR(GiveSignedOrder(line, home, order, key));
    PrintMessage(absl::StrFormat("%s of %s is paid again within the policy",
                                 breaker.tool.empty() ? "calls" : Printable(breaker.tool),
                                 Printable(options.name)));
    closed.push_back(BreakerJson(breaker));
  }
  if (options.json) {
    PrintLine(json::Array(closed));
  }
  return kExitDone;
}

}  // namespace

void AddBreakerClose(CLI::App& breaker, CommandLine& line) {
  auto options = std::make_shared<BreakerCloseOptions>();
  CLI::App* command = AddCommand(
      breaker, line,
      {"close", "Pay a server's tools again that were stopped by what they did (approval key)",
       "tollpass breaker close search\n  tollpass breaker close search --tool deep_research"},
      [&line, options] { return Close(line, *options); });
  command->add_option("NAME", options->name, "Section name of the server, or its identity")
      ->required();
  command->add_option("--tool", options->tool, "Only this tool")->each([options](const auto&) {
    options->one_tool = true;
  });
  command->add_flag("--json", options->json, "Print an array of what was closed");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
