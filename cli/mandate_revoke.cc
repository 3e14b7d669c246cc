#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/find_mandate.h"
#include "cli/give_order.h"
#include "cli/open_home.h"
#include "core/status.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Revoke(const CommandLine& line, const std::string& id) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateRow row, FindMandate(*reader, id));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kRevoke, reader->ledger_id(), row.terms.id)));
  PrintMessage(absl::StrFormat("revoked %s: nothing more is paid under it", row.terms.id));
  return kExitDone;
}

}  // namespace

void AddMandateRevoke(CLI::App& mandate, CommandLine& line) {
  auto id = std::make_shared<std::string>();
  CLI::App* command =
      AddCommand(mandate, line,
                 {"revoke", "Take a mandate back, for good", "tollpass mandate revoke m41d0c8e2b7"},
                 [&line, id] { return Revoke(line, *id); });
  command->add_option("ID", *id, "Of `tollpass mandate list`, or a unique beginning")->required();
}

}  // namespace tollpass
