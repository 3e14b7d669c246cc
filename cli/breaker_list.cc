#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/breakers.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<int> List(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Breaker> breakers,
                            ReadBreakers(policy, *reader, NowOf(line)));
  std::vector<std::string> texts;
  for (const Breaker& breaker : breakers) {
    texts.push_back(json ? BreakerJson(breaker) : BreakerLine(breaker));
  }
  if (json) {
    PrintLine(json::Array(texts));
    return kExitDone;
  }
  for (const std::string& text : texts) {
    PrintLine(text);
  }
  if (texts.empty()) {
    PrintMessage("nothing speaks against any tool");
  }
  return kExitDone;
}

}  // namespace

void AddBreakerList(CLI::App& breaker, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(
      breaker, line,
      {"list", "List the tools that are paid nothing because of what they did, or nearly so",
       "tollpass breaker list"},
      [&line, json] { return List(line, *json); });
  command->add_flag("--json", *json, "Print an array");
}

}  // namespace tollpass
