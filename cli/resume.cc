#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/passphrases.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Resume(const CommandLine& line, bool as_json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kResume, reader->ledger_id(), "")));
  if (as_json) {
    PrintLine(json::ObjectWriter().Bool("paused", false).Done());
  }
  PrintMessage("resumed: calls are paid again within the policy");
  return kExitDone;
}

}  // namespace

void AddResume(CLI::App& parent, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(
      parent, line, {"resume", "Pay again after a pause (approval key)", "tollpass resume"},
      [&line, json] { return Resume(line, *json); });
  command->add_flag("--json", *json, "Print an object");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
