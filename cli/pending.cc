#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/approval_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct PendingOptions {
  bool granted = false;
  bool json = false;
};

void PrintJson(const std::vector<Approval>& approvals, const PayeeHistory& history) {
  std::vector<std::string> rows;
  rows.reserve(approvals.size());
  for (const Approval& approval : approvals) {
    rows.push_back(ApprovalJson(approval, history));
  }
  PrintLine(json::Array(rows));
}

/// What can be done about questions like these.
void PrintWaysToAnswer(const std::vector<Approval>& pending) {
  if (pending.empty()) {
    PrintMessage("nothing waits for you");
    return;
  }
  const auto unknown = std::ranges::count_if(
      pending, [](const Approval& approval) { return approval.server_name.empty(); });
  if (unknown < std::ssize(pending)) {
    PrintMessage("answer with: tollpass approve ID, or: tollpass deny ID");
  }
  if (unknown > 0) {
    PrintMessage(
        "a server without a section is never paid, so its questions cannot be approved: add it "
        "with tollpass add NAME, let it be paid with tollpass allow NAME, and have the tool called "
        "again; or: tollpass deny ID");
  }
}

void PrintTexts(const std::vector<Approval>& approvals, const PayeeHistory& history) {
  for (const Approval& approval : approvals) {
    PrintText(ApprovalText(approval, history));
  }
}

absl::StatusOr<int> Pending(const CommandLine& line, const PendingOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader->Pending(NowOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> granted, reader->Granted(NowOf(line)));
  std::vector<Approval> all = pending;
  all.insert(all.end(), granted.begin(), granted.end());
  TOLLPASS_ASSIGN_OR_RETURN(const PayeeHistory history, PayeeHistory::Read(*reader, all));
  if (options.json) {
    PrintJson(options.granted ? granted : pending, history);
    return kExitDone;
  }
  if (!options.granted) {
    PrintTexts(pending, history);
    PrintWaysToAnswer(pending);
  }
  if (!granted.empty()) {
    PrintLine("approved, and not used yet:");
    PrintTexts(granted, history);
    PrintMessage("take one back with: tollpass deny ID");
  } else if (options.granted) {
    PrintMessage("every approval is used or has expired");
  }
  return kExitDone;
}

}  // namespace

void AddPending(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<PendingOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"pending", "Show the payments that wait for your answer, and the approvals not used yet",
       "tollpass pending"},
      [&line, options] { return Pending(line, *options); });
  command->add_flag("--granted", options->granted, "Only the approvals that were not used yet");
  command->add_flag("--json", options->json,
                    "Print an array of questions: those that wait, or with --granted those that "
                    "were approved");
}

}  // namespace tollpass
