#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/read_draft.h"
#include "core/encoding.h"
#include "core/status.h"
#include "home/open_home.h"
#include "home/policy_findings.h"

namespace tollpass {
namespace {

struct PolicyCheckOptions {
  std::string file;
  bool json = false;
};

absl::StatusOr<int> Check(const CommandLine& line, const PolicyCheckOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text,
                            options.file.empty() ? ReadPolicyText(home) : ReadDraft(options.file));
  const std::string path = options.file.empty() ? home.PolicyPath() : options.file;
  PolicyFindings findings = FindInPolicy(text, path);
  AddWiderThanSigned(home, text, NowOf(line), findings);
  if (options.json) {
    PrintLine(PolicyFindingsJson(findings));
  } else {
    for (const PolicyError& error : findings.errors) {
      PrintLine(absl::StrFormat("error: %s:%d:%d: %s", Printable(path), error.line, error.column,
                                Printable(error.message)));
    }
    for (const std::string& warning : findings.warnings) {
      PrintLine("warning: " + Printable(warning));
    }
  }
  if (!findings.errors.empty()) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s cannot be used; %d to repair", path, findings.errors.size()));
  }
  PrintMessage(absl::StrFormat("%s is good", path));
  return kExitDone;
}

}  // namespace

void AddPolicyCheck(CLI::App& policy, CommandLine& line) {
  auto options = std::make_shared<PolicyCheckOptions>();
  CLI::App* command = AddCommand(
      policy, line,
      {"check", "List every error of a policy file with line and column", "tollpass policy check"},
      [&line, options] { return Check(line, *options); });
  command->add_option("FILE", options->file, "Another file than the home's");
  command->add_flag("--json", options->json, "Print the outcome as JSON");
}

}  // namespace tollpass
