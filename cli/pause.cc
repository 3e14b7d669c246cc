#include <CLI/CLI.hpp>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/open_home.h"
#include "core/status.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Pause(const CommandLine& line) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kPause, reader->ledger_id(), "")));
  PrintMessage("paused: nothing is paid until `tollpass resume`; free calls go on");
  return kExitDone;
}

}  // namespace

void AddPause(CLI::App& parent, CommandLine& line) {
  AddCommand(parent, line, {"pause", "Stop every payment at once", "tollpass pause"},
             [&line] { return Pause(line); });
}

}  // namespace tollpass
