#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/status.h"
#include "home/log_row_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct ShowOptions {
  std::string id;
  bool json = false;
};

absl::StatusOr<int> Show(const CommandLine& line, const ShowOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const LogRow row, reader->Show(options.id));
  options.json ? PrintLine(LogRowJson(row, NowOf(line))) : PrintText(LogRowText(row, NowOf(line)));
  return kExitDone;
}

}  // namespace

void AddShow(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = AddCommand(
      parent, line, {"show", "Show everything about one row of the log", "tollpass show c41d"},
      [&line, options] { return Show(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass log`, or a unique beginning")->required();
  command->add_flag("--json", options->json, "Print an object");
}

}  // namespace tollpass
