#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/json_rows.h"
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

/// A draft elsewhere decides nothing, so anybody may own it. But no home would take a link.
absl::StatusOr<std::string> ReadDraft(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path, ignored)) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s is a symbolic link, which is refused as a policy file; name the file itself", path));
  }
  return os::ReadFile(path, kMaxPolicyBytes);
}

std::string ErrorsJson(const std::vector<PolicyError>& errors) {
  std::vector<std::string> rows;
  for (const PolicyError& error : errors) {
    rows.push_back(json::ObjectWriter()
                       .Integer("line", error.line)
                       .Integer("column", error.column)
                       .String("message", error.message)
                       .Done());
  }
  return json::Array(rows);
}

absl::StatusOr<int> Check(const CommandLine& line, const Options& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text,
                            options.file.empty() ? ReadPolicyText(home) : ReadDraft(options.file));
  const std::string path = options.file.empty() ? home.PolicyPath() : options.file;
  const absl::StatusOr<Policy> policy = Policy::Parse(text, path);
  const std::vector<PolicyError> errors =
      policy.ok() ? std::vector<PolicyError>() : Policy::Errors(text);
  const std::vector<std::string> warnings =
      policy.ok() ? policy->Warnings() : std::vector<std::string>();
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("file", path)
                  .Bool("ok", policy.ok())
                  .Raw("errors", ErrorsJson(errors))
                  .Raw("warnings", StringsJson(warnings))
                  .Done());
  } else {
    for (const PolicyError& error : errors) {
      PrintLine(absl::StrFormat("error: %s:%d:%d: %s", Printable(path), error.line, error.column,
                                Printable(error.message)));
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
