#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/status.h"
#include "home/find_mandate.h"
#include "home/mandate_json.h"
#include "home/mandate_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct MandateShowOptions {
  std::string id;
  bool json = false;
};

absl::StatusOr<int> Show(const CommandLine& line, const MandateShowOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateRow row, FindMandate(*reader, options.id));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateSetting at,
                            ReadMandateSetting(home, *reader, NowOf(line)));
  if (options.json) {
    PrintLine(MandateJson(row, at));
    return kExitDone;
  }
  PrintText(absl::StrFormat("id      %s\nstate   %s\n%s", row.terms.id, MandateStateText(row, at),
                            MandateText(row.terms, at)));
  return kExitDone;
}

}  // namespace

void AddMandateShow(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<MandateShowOptions>();
  CLI::App* command = AddCommand(
      mandate, line, {"show", "Show what one mandate permits", "tollpass mandate show m41d0c8e2b7"},
      [&line, options] { return Show(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass mandate list`, or a unique beginning")
      ->required();
  command->add_flag("--json", options->json, "Print an object");
}

}  // namespace tollpass
