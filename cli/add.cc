#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/section_text.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/money_text.h"
#include "home/open_home.h"
#include "home/server_endpoint.h"

namespace tollpass {
namespace {

struct AddOptions {
  NewSection section;
  bool json = false;
};

absl::Status CheckFlags(const CommandLine& line, const NewSection& section) {
  if (!IsPlainName(section.name)) {
    return absl::InvalidArgumentError(
        "NAME is made of letters, digits, - and _, 64 at most: it becomes [server.NAME]");
  }
  if (line.has_tail == !section.url.empty()) {
    return absl::InvalidArgumentError("give either `-- COMMAND ARG...` or `--url URL`");
  }
  TOLLPASS_RETURN_IF_ERROR(ParseMoneyFlag("--per-call", section.per_call).status());
  return ParseMoneyFlag("--per-day", section.per_day).status();
}

/// An argument like `server.py` would be looked for in whatever folder the host starts in.
void WarnOfRelativeFiles(const std::vector<std::string>& command) {
  for (size_t i = 1; i < command.size(); ++i) {
    std::error_code ignored;
    if (std::filesystem::path(command[i]).is_relative() &&
        std::filesystem::is_regular_file(command[i], ignored)) {
      PrintMessage(absl::StrFormat(
          "%s depends on the folder that a host starts the server in; an absolute path is safer",
          command[i]));
    }
  }
}

/// Appends `text` to the policy file if the whole still means something.
absl::StatusOr<Policy> Append(const Home& home, const std::string& name, const std::string& text) {
  // Two `add` at once: the second must see the section of the first.
  TOLLPASS_ASSIGN_OR_RETURN(const os::Fd lock, os::LockFile(home.path + "/policy.lock"));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy before, LoadPolicy(home));
  if (before.ServerByName(name) != nullptr) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "%s has a section [server.%s] already; edit it there", home.PolicyPath(), name));
  }
  TOLLPASS_ASSIGN_OR_RETURN(std::string content, ReadPolicyText(home));
  if (!content.empty() && content.back() != '\n') {
    content += '\n';
  }
  content += "\n" + text;
  absl::StatusOr<Policy> after = Policy::Parse(content, home.PolicyPath());
  if (!after.ok()) {
    // Their lines are those of a file that is never written.
    std::string faults = "[server." + name + "] would be wrong; nothing was changed";
    for (const PolicyError& error : Policy::Errors(content)) {
      faults += "\n" + error.message;
    }
    return absl::InvalidArgumentError(faults);
  }
  const auto mode = std::filesystem::status(home.PolicyPath()).permissions();
  TOLLPASS_RETURN_IF_ERROR(os::WriteFile(home.PolicyPath(), content, static_cast<unsigned>(mode)));
  return after;
}

/// What `policy check` says about the section and its tools.
std::vector<std::string> WarningsAbout(const Policy& policy, const std::string& name) {
  std::vector<std::string> warnings = policy.Warnings();
  std::erase_if(warnings, [&](const std::string& warning) {
    return !warning.starts_with("[server." + name + "]") &&
           !warning.starts_with("[server." + name + ".");
  });
  return warnings;
}

absl::StatusOr<int> Add(const CommandLine& line, const AddOptions& options) {
  NewSection section = options.section;
  TOLLPASS_RETURN_IF_ERROR(CheckFlags(line, section));
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  if (line.has_tail) {
    TOLLPASS_ASSIGN_OR_RETURN(section.command, ResolveCommand(line.tail));
    WarnOfRelativeFiles(section.command);
  }
  const std::string text = SectionText(section);
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, Append(home, section.name, text));
  if (options.json) {
    const ServerSection* added = policy.ServerByName(section.name);
    PrintLine(json::ObjectWriter()
                  .String("name", section.name)
                  .String("identity", added == nullptr ? "" : added->identity)
                  .String("file", home.PolicyPath())
                  .String("section", text)
                  .Raw("warnings", StringsJson(WarningsAbout(policy, section.name)))
                  .Done());
  } else {
    PrintLine(text.substr(0, text.size() - 1));
  }
  for (const std::string& warning : WarningsAbout(policy, section.name)) {
    PrintMessage("warning: " + warning);
  }
  if (section.url.empty()) {
    PrintMessage(
        absl::StrFormat("added to %s. Next: tollpass allow %s", home.PolicyPath(), section.name));
  } else {
    PrintMessage(absl::StrFormat(
        "added to %s. 'tollpass proxy' does not reach servers by HTTP yet; hosts that embed "
        "Tollpass do, in Python and C++. Next: tollpass allow %s",
        home.PolicyPath(), section.name));
  }
  return kExitDone;
}

}  // namespace

void AddAdd(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<AddOptions>();
  NewSection& section = options->section;
  section.per_call = "0.01 USD";
  section.per_day = "0.50 USD";
  CLI::App* command = AddCommand(
      parent, line,
      {"add", "Write a server's section into the policy file, with careful limits",
       "tollpass add search --per-call \"0.01 USD\" -- npx -y @acme/search-mcp@1.4.2", true},
      [&line, options] { return Add(line, *options); });
  command->add_option("NAME", section.name, "Of the new section")->required();
  command
      ->add_option("--pay-to", section.pay_to,
                   "Account that may be paid; may be repeated (default: pin the first that you "
                   "approve)")
      ->type_name("ACCOUNT")
      ->allow_extra_args(false);
  command->add_option("--per-call", section.per_call, "At most for one call")
      ->type_name("AMOUNT")
      ->capture_default_str();
  command->add_option("--per-day", section.per_day, "At most in a day (UTC)")
      ->type_name("AMOUNT")
      ->capture_default_str();
  command->add_option("--url", section.url, "Of a server that is reached by HTTP");
  command->add_flag("--json", options->json, "Print what was added as JSON");
}

}  // namespace tollpass
