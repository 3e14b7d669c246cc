#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/approval_text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/open_home.h"
#include "core/json/json.h"
#include "core/status.h"

namespace tollpass {
namespace {

absl::StatusOr<int> Pending(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader->Pending(NowOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const PayeeHistory history, PayeeHistory::Read(*reader));
  const AssetTable assets = AssetsToShow(home);
  std::vector<std::string> rows;
  for (const Approval& approval : pending) {
    rows.push_back(json ? ApprovalJson(approval, assets, history)
                        : ApprovalText(approval, assets, history));
  }
  if (json) {
    PrintLine(json::Array(rows));
    return kExitDone;
  }
  for (const std::string& row : rows) {
    PrintLine(row);
  }
  PrintMessage(rows.empty() ? "nothing waits for you"
                            : "answer with: tollpass approve ID, or: tollpass deny ID");
  return kExitDone;
}

}  // namespace

void AddPending(CLI::App& parent, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(
      parent, line, {"pending", "Show the payments that wait for your answer", "tollpass pending"},
      [&line, json] { return Pending(line, *json); });
  command->add_flag("--json", *json, "Print an array");
}

}  // namespace tollpass
