#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "core/status.h"
#include "home/find_mandate.h"
#include "home/mandate_json.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct MandateRevokeOptions {
  std::string id;
  bool json = false;
};

absl::StatusOr<int> Revoke(const CommandLine& line, const MandateRevokeOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(MandateRow row, FindMandate(*reader, options.id));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kRevoke, reader->ledger_id(), row.terms.id)));
  if (options.json) {
    row.revoked = true;
    TOLLPASS_ASSIGN_OR_RETURN(const MandateSetting setting,
                              ReadMandateSetting(home, *reader, NowOf(line)));
    PrintLine(MandateJson(row, setting));
  }
  PrintMessage(absl::StrFormat("revoked %s: nothing more is paid under it", row.terms.id));
  return kExitDone;
}

}  // namespace

void AddMandateRevoke(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<MandateRevokeOptions>();
  CLI::App* command =
      AddCommand(mandate, line,
                 {"revoke", "Take a mandate back, for good", "tollpass mandate revoke m41d0c8e2b7"},
                 [&line, options] { return Revoke(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass mandate list`, or a unique beginning")
      ->required();
  command->add_flag("--json", options->json, "Print the mandate as JSON");
}

}  // namespace tollpass
