#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/passphrases.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/open_home.h"
#include "home/pins.h"

namespace tollpass {
namespace {

struct PinAcceptOptions {
  std::string name;
  std::string pay_to;
  std::string tool;
  std::string definition;
  bool json = false;
};

absl::StatusOr<int> Accept(const CommandLine& line, const PinAcceptOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  const ServerSection* server = policy.ServerByName(options.name);
  if (server == nullptr) {
    return absl::NotFoundError(
        absl::StrFormat("the policy has no section [server.%s]; write one with: tollpass add",
                        Printable(options.name)));
  }
  if (options.pay_to.empty() == options.tool.empty()) {
    return absl::InvalidArgumentError("give either --pay-to or --tool");
  }
  if (options.tool.empty() && !options.definition.empty()) {
    return absl::InvalidArgumentError("--definition goes with --tool");
  }
  Order order = NewOrder(line, OrderKind::kAcceptPin, reader->ledger_id(), "");
  std::string said;
  if (options.tool.empty()) {
    TOLLPASS_RETURN_IF_ERROR(AcceptPayee(*server, options.pay_to, order));
  } else {
    TOLLPASS_ASSIGN_OR_RETURN(
        said, AcceptTool(*server, {options.tool, options.definition}, *reader, NowOf(line), order));
    // Before the passphrase is asked.
    PrintMessage(absl::StrFormat("the server says of %s: %s", Printable(options.tool), said));
  }
  TOLLPASS_RETURN_IF_ERROR(GiveOrder(line, home, order));
  if (options.json) {
    Pin pin = {
        .server = server->name,
        .server_id = server->identity,
        .payee = options.tool.empty() ? order.binding : "",
        .tool = options.tool,
        .definition = options.tool.empty() ? "" : order.binding.substr(kToolPinPrefix.size()),
        .since = NowOf(line)};
    PrintLine(PinJson(pin));
  }
  PrintMessage(absl::StrFormat("%s is now known by %s", server->name,
                               options.tool.empty()
                                   ? Printable(order.binding)
                                   : "what it says about " + Printable(options.tool)));
  return kExitDone;
}

}  // namespace

void AddPinAccept(CLI::App& pin, CommandLine& line) {
  auto options = std::make_shared<PinAcceptOptions>();
  CLI::App* command = AddCommand(
      pin, line,
      {"accept",
       "Take another payee, or what is said about a tool now, as a server's (approval key)",
       "tollpass pin accept search --tool deep_research\n"
       "  tollpass pin accept search --pay-to "
       "eip155:84532/0x209693Bc6afc0C5328bA36FaF03C514EF312287C"},
      [&line, options] { return Accept(line, *options); });
  command->add_option("NAME", options->name, "Section name of the server")->required();
  command->add_option("--pay-to", options->pay_to,
                      "Account that it may be paid at: NETWORK/ACCOUNT");
  command->add_option("--tool", options->tool, "Tool whose change a question tells of");
  command->add_option(
      "--definition", options->definition,
      "Which of several changes: how its digits in `tollpass pending --json` begin");
  command->add_flag("--json", options->json, "Print an object");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
