#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/find_mandate.h"
#include "home/mandate_json.h"
#include "home/mandate_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

absl::StatusOr<int> List(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<MandateRow> mandates, reader->Mandates());
  TOLLPASS_ASSIGN_OR_RETURN(const MandateSetting at,
                            ReadMandateSetting(home, *reader, NowOf(line)));
  std::vector<std::string> texts;
  for (const MandateRow& row : mandates) {
    texts.push_back(json ? MandateJson(row, at) : MandateLine(row, at));
  }
  if (json) {
    PrintLine(json::Array(texts));
    return kExitDone;
  }
  for (const std::string& text : texts) {
    PrintLine(text);
  }
  if (texts.empty()) {
    PrintMessage("nothing is allowed yet; see: tollpass allow --help");
  }
  return kExitDone;
}

}  // namespace

void AddMandateList(CLI::App& mandate, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      AddCommand(mandate, line, {"list", "List every mandate", "tollpass mandate list"},
                 [&line, json] { return List(line, *json); });
  command->add_flag("--json", *json, "Print an array");
}

}  // namespace tollpass
