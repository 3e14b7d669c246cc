#include "core/status.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "home/home_state.h"
#include "home/home_state_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Status(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  if (const absl::Status made = RequireHome(home); !made.ok()) {
    return Unusable(made);  // nothing can be paid: that is what the exit code tells
  }
  const HomeState state = ReadHomeState(home, line.clock, line.random);
  json ? PrintLine(HomeStateJson(home, state, NowOf(line))) : PrintText(HomeStateText(home, state));
  return state.Obstacles().empty() ? kExitDone : kExitUnavailable;
}

}  // namespace

void AddStatus(CLI::App& parent, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(parent, line,
                                 {"status",
                                  "Show what can be paid now, what is spent, and what is broken; "
                                  "exits with 3 where nothing can be paid",
                                  "tollpass status"},
                                 [&line, json] { return Status(line, *json); });
  command->add_flag("--json", *json, "Print an object");
}

}  // namespace tollpass
