#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/list_command.h"
#include "core/status.h"
#include "home/breakers.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<std::string>> Breakers(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Breaker> breakers,
                            ReadBreakers(policy, *reader, NowOf(line)));
  std::vector<std::string> texts;
  for (const Breaker& breaker : breakers) {
    texts.push_back(json ? BreakerJson(breaker) : BreakerLine(breaker));
  }
  return texts;
}

}  // namespace

void AddBreakerList(CLI::App& breaker, CommandLine& line) {
  AddListCommand(
      breaker, line,
      {"list", "List the tools that are paid nothing because of what they did, or nearly so",
       "tollpass breaker list"},
      Breakers, "nothing speaks against any tool");
}

}  // namespace tollpass
