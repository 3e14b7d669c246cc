#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/json_rows.h"
#include "cli/lines.h"
#include "cli/open_home.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {
namespace {

struct Options {
  std::string file;
  bool json = false;
};

absl::StatusOr<int> Check(const CommandLine& line, const Options& options) {
  const Home home = HomeOf(line);
  // A draft elsewhere decides nothing, so anybody may own it.
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::string text,
      options.file.empty() ? ReadPolicyText(home) : os::ReadFile(options.file, kMaxPolicyBytes));
  const std::string path = options.file.empty() ? home.PolicyPath() : options.file;
  const absl::StatusOr<Policy> policy = Policy::Parse(text, path);
  const std::vector<std::string> errors =
      policy.ok() ? std::vector<std::string>() : Lines(std::string(policy.status().message()));
  const std::vector<std::string> warnings =
      policy.ok() ? policy->Warnings() : std::vector<std::string>();
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("file", path)
                  .Bool("ok", policy.ok())
                  .Raw("errors", StringsJson(errors))
                  .Raw("warnings", StringsJson(warnings))
                  .Done());
  } else {
    for (const std::string& error : errors) {
      PrintLine("error: " + Printable(error));
    }
    for (const std::string& warning : warnings) {
      PrintLine("warning: " + Printable(warning));
    }
  }
  if (!policy.ok()) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s cannot be used; %d to repair", path, errors.size()));
  }
  PrintMessage(absl::StrFormat("%s is good", path));
  return kExitDone;
}

}  // namespace

void AddPolicyCheck(CLI::App& policy, CommandLine& line) {
  auto options = std::make_shared<Options>();
  CLI::App* command = AddCommand(
      policy, line,
      {"check", "List every error of a policy file with line and column", "tollpass policy check"},
      [&line, options] { return Check(line, *options); });
  command->add_option("FILE", options->file, "Another file than the home's");
  command->add_flag("--json", options->json, "Print the outcome as JSON");
}

}  // namespace tollpass
