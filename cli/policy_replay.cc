#include "home/policy_replay.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/read_draft.h"
#include "cli/since_flag.h"
#include "core/status.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct PolicyReplayOptions {
  std::string file;
  std::string since;
  bool json = false;
};

absl::StatusOr<int> Run(const CommandLine& line, const PolicyReplayOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t since, SinceOf(options.since, NowOf(line)));
  TOLLPASS_RETURN_IF_ERROR(RequireHome(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, ReadDraft(options.file));
  const absl::StatusOr<Policy> policy = Policy::Parse(text, options.file);
  if (!policy.ok()) {
    return absl::FailedPreconditionError(policy.status().message());
  }
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const Replay replay, ReplayPolicy(*policy, *reader, since));
  if (options.json) {
    PrintLine(ReplayJson(replay));
    return kExitDone;
  }
  for (const ReplayedCall& call : replay.differing) {
    PrintText(ReplayedCallLine(call));
  }
  PrintMessage(
      absl::StrFormat("%d of %d calls would be decided otherwise; %d had no offer that "
                      "could be read",
                      replay.differing.size(), replay.calls, replay.unreadable));
  for (const std::string& part : NotKnownToAReplay()) {
    PrintMessage("not taken into account: " + part);
  }
  return kExitDone;
}

}  // namespace

void AddPolicyReplay(CLI::App& policy, CommandLine& line) {
  auto options = std::make_shared<PolicyReplayOptions>();
  CLI::App* command =
      AddCommand(policy, line,
                 {"replay", "Show which past calls another policy file would decide otherwise",
                  "tollpass policy replay draft.toml --since 2026-11-01"},
                 [&line, options] { return Run(line, *options); });
  command->add_option("FILE", options->file, "The other policy file")->required();
  AddSinceFlag(*command, options->since, "Only calls");
  command->add_flag("--json", options->json, "Print an object");
}

}  // namespace tollpass
