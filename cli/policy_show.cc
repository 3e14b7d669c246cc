#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/policy_json.h"
#include "core/status.h"
#include "home/asset_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct PolicyShowOptions {
  std::string name;
  bool json = false;
};

/// None where there is no ledger to read: the rules are shown all the same.
PinnedPayees ReadPinned(const Home& home) {
  const auto reader = OpenReader(home);
  const auto pins = reader.ok() ? (*reader)->Pins() : reader.status();
  PinnedPayees pinned;
  if (pins.ok()) {
    for (const PinRow& pin : *pins) {
      pinned[pin.server_id].push_back(PinText(pin.payee));
    }
  }
  return pinned;
}

absl::StatusOr<int> Show(const CommandLine& line, const PolicyShowOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(std::string rules, policy.Describe(options.name, ReadPinned(home)));
  if (options.json) {
    PrintLine(PolicyJson(policy, options.name));
    return kExitDone;
  }
  if (!rules.empty() && rules.back() == '\n') {
    rules.pop_back();
  }
  PrintText(rules);
  return kExitDone;
}

}  // namespace

void AddPolicyShow(CLI::App& policy, CommandLine& line) {
  auto options = std::make_shared<PolicyShowOptions>();
  CLI::App* command =
      AddCommand(policy, line,
                 {"show", "Show the rules as they are understood, defaults included",
                  "tollpass policy show search"},
                 [&line, options] { return Show(line, *options); });
  command->add_option("NAME", options->name, "Only this server's rules");
  command->add_flag("--json", options->json, "Print the rules as JSON");
}

}  // namespace tollpass
