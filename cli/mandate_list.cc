#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/list_command.h"
#include "core/status.h"
#include "home/find_mandate.h"
#include "home/mandate_json.h"
#include "home/mandate_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<std::string>> Mandates(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<MandateRow> mandates, reader->Mandates());
  TOLLPASS_ASSIGN_OR_RETURN(const MandateSetting at,
                            ReadMandateSetting(home, *reader, NowOf(line)));
  std::vector<std::string> texts;
  for (const MandateRow& row : mandates) {
    texts.push_back(json ? MandateJson(row, at) : MandateLine(row, at));
  }
  return texts;
}

}  // namespace

void AddMandateList(CLI::App& mandate, CommandLine& line) {
  AddListCommand(mandate, line, {"list", "List every mandate", "tollpass mandate list"}, Mandates,
                 "nothing is allowed yet; see: tollpass allow --help");
}

}  // namespace tollpass
