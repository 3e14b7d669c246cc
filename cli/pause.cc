#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Pause(const CommandLine& line, bool as_json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kPause, reader->ledger_id(), "")));
  if (as_json) {
    PrintLine(json::ObjectWriter().Bool("paused", true).Done());
  }
  PrintMessage("paused: nothing is paid until `tollpass resume`; free calls go on");
  return kExitDone;
}

}  // namespace

void AddPause(CLI::App& parent, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      AddCommand(parent, line, {"pause", "Stop every payment at once", "tollpass pause"},
                 [&line, json] { return Pause(line, *json); });
  command->add_flag("--json", *json, "Print an object");
}

}  // namespace tollpass
