#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/open_home.h"
#include "home/pins.h"

namespace tollpass {
namespace {

absl::StatusOr<int> List(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Pin> pins, ReadPins(policy, *reader));
  std::vector<std::string> texts;
  for (const Pin& pin : pins) {
    texts.push_back(json ? PinJson(pin) : PinLine(pin));
  }
  if (json) {
    PrintLine(json::Array(texts));
    return kExitDone;
  }
  for (const std::string& text : texts) {
    PrintLine(text);
  }
  if (texts.empty()) {
    PrintMessage("nothing is pinned yet: the first payment to a server pins it");
  }
  return kExitDone;
}

}  // namespace

void AddPinList(CLI::App& pin, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      AddCommand(pin, line,
                 {"list", "List the payees and the descriptions of tools that servers are known by",
                  "tollpass pin list"},
                 [&line, json] { return List(line, *json); });
  command->add_flag("--json", *json, "Print an array");
}

}  // namespace tollpass
