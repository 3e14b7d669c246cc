#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/mandate_json.h"
#include "cli/mandate_text.h"
#include "cli/open_home.h"
#include "core/status.h"

namespace tollpass {
namespace {

struct Options {
  std::string id;
  bool json = false;
};

absl::StatusOr<int> Show(const CommandLine& line, const Options& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateRow row, FindMandate(*reader, options.id));
  if (options.json) {
    PrintLine(MandateJson(row, NowOf(line)));
    return kExitDone;
  }
  PrintLine(absl::StrFormat("id      %s\nstate   %s, used %d times\n%s", row.terms.id,
                            MandateStateWord(row, NowOf(line)), row.used, MandateText(row.terms)));
  return kExitDone;
}

}  // namespace

void AddMandateShow(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<Options>();
  CLI::App* command = AddCommand(
      mandate, line, {"show", "Show what one mandate permits", "tollpass mandate show m41d0c8e2b7"},
      [&line, options] { return Show(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass mandate list`, or a unique beginning")
      ->required();
  command->add_flag("--json", options->json, "Print an object");
}

}  // namespace tollpass
