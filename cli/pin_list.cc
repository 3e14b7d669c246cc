#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/list_command.h"
#include "core/status.h"
#include "home/open_home.h"
#include "home/pins.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<std::string>> Pins(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Pin> pins, ReadPins(policy, *reader));
  std::vector<std::string> texts;
  for (const Pin& pin : pins) {
    texts.push_back(json ? PinJson(pin) : PinLine(pin));
  }
  return texts;
}

}  // namespace

void AddPinList(CLI::App& pin, CommandLine& line) {
  AddListCommand(
      pin, line,
      {"list", "List the payees and the descriptions of tools that servers are known by",
       "tollpass pin list"},
      Pins,
      "nothing is pinned: a payee is pinned where pay_to is \"pin\", a tool once its server's "
      "list was seen");
}

}  // namespace tollpass
