#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/approval_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct DenyOptions {
  std::string id;
  bool json = false;
};

absl::StatusOr<int> Deny(const CommandLine& line, const DenyOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Approval approval,
                            FindDeniable(*reader, options.id, NowOf(line)));
  TOLLPASS_RETURN_IF_ERROR(
      GiveOrder(line, home, NewOrder(line, OrderKind::kDeny, reader->ledger_id(), approval.id)));
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("id", approval.id)
                  .String("state", ApprovalStateName(ApprovalState::kDenied))
                  .Done());
  }
  PrintMessage(approval.state == ApprovalState::kGranted
                   ? absl::StrFormat("took back %s: what was approved is not paid", approval.id)
                   : absl::StrFormat("denied %s: nothing is paid for it. To take that back: "
                                     "tollpass approve %s",
                                     approval.id, approval.id));
  return kExitDone;
}

}  // namespace

void AddDeny(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<DenyOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"deny", "Refuse a payment that was asked about, or take back an approval that was not used",
       "tollpass deny a16c3"},
      [&line, options] { return Deny(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass pending`, or a unique beginning")
      ->required();
  command->add_flag("--json", options->json, "Print the answer as JSON");
}

}  // namespace tollpass
