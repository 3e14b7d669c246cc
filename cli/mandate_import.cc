#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/status.h"
#include "home/find_mandate.h"
#include "home/mandate_file.h"
#include "home/mandate_json.h"
#include "home/mandate_text.h"
#include "home/open_home.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass {
namespace {

struct MandateImportOptions {
  std::string file;
  bool json = false;
};

absl::StatusOr<int> Import(const CommandLine& line, const MandateImportOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateFile file, ReadMandateFile(options.file));
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_RETURN_IF_ERROR(
      MakeLocalKernel(home, line.clock, line.random)->Resolve(file.order, file.signature));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateRow row, FindMandate(*reader, file.terms.id));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateSetting at,
                            ReadMandateSetting(home, *reader, NowOf(line)));
  if (options.json) {
    PrintLine(MandateJson(row, at));
    return kExitDone;
  }
  PrintLine(row.terms.id);
  PrintText(MandateText(row.terms, at));
  PrintMessage(absl::StrFormat("take it back with: tollpass mandate revoke %s", row.terms.id));
  return kExitDone;
}

}  // namespace

void AddMandateImport(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<MandateImportOptions>();
  CLI::App* command = AddCommand(
      mandate, line,
      {"import", "Take in a mandate that a delegate signed, if it only narrows the one above it",
       "tollpass mandate import child.json"},
      [&line, options] { return Import(line, *options); });
  command->add_option("FILE", options->file, "Written by `tollpass mandate child`")->required();
  command->add_flag("--json", options->json, "Print the mandate as JSON");
}

}  // namespace tollpass
