#include <CLI/CLI.hpp>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/open_home.h"
#include "cli/passphrases.h"
#include "core/status.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Resume(const CommandLine& line) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kResume, reader->ledger_id(), "")));
  PrintMessage("resumed: calls are paid again within the policy");
  return kExitDone;
}

}  // namespace

void AddResume(CLI::App& parent, CommandLine& line) {
  CLI::App* command = AddCommand(
      parent, line, {"resume", "Pay again after a pause (approval key)", "tollpass resume"},
      [&line] { return Resume(line); });
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
