#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/nearest_word.h"
#include "core/os/process.h"

namespace tollpass {
namespace {

void AddCommands(CLI::App& app, CommandLine& line) {
  AddInit(app, line);
  AddAdd(app, line);
  AddAllow(app, line);
  AddProxy(app, line);
  AddPending(app, line);
  AddApprove(app, line);
  AddDeny(app, line);
  AddLog(app, line);
  AddShow(app, line);
  AddExplain(app, line);
  AddStatus(app, line);
  AddPause(app, line);
  AddResume(app, line);
  AddReconcile(app, line);
  AddEvidence(app, line);
  CLI::App* policy =
      AddGroup(app, line, "policy", "Check, show or try the policy file", "tollpass policy check");
  AddPolicyCheck(*policy, line);
  AddPolicyShow(*policy, line);
  AddPolicyReplay(*policy, line);
  CLI::App* mandate = AddGroup(app, line, "mandate", "Look at, revoke or hand on what you allowed",
                               "tollpass mandate list");
  AddMandateList(*mandate, line);
  AddMandateShow(*mandate, line);
  AddMandateRevoke(*mandate, line);
  AddMandateExport(*mandate, line);
  AddMandateImport(*mandate, line);
  AddMandateKey(*mandate, line);
  AddMandateChild(*mandate, line);
  CLI::App* pin = AddGroup(app, line, "pin", "Look at or change what servers are known by",
                           "tollpass pin list");
  AddPinList(*pin, line);
  AddPinAccept(*pin, line);
  CLI::App* breaker = AddGroup(app, line, "breaker", "Look at or pay again tools that were stopped",
                               "tollpass breaker list");
  AddBreakerList(*breaker, line);
  AddBreakerClose(*breaker, line);
  CLI::App* ledger = AddGroup(app, line, "ledger", "Check, accept or export the record of payments",
                              "tollpass ledger verify");
  AddLedgerVerify(*ledger, line);
  AddLedgerAccept(*ledger, line);
  AddLedgerExport(*ledger, line);
  CLI::App* wallet =
      AddGroup(app, line, "wallet", "Make, move and keep the keys", "tollpass wallet list");
  AddWalletList(*wallet, line);
  AddWalletNew(*wallet, line);
  AddWalletImport(*wallet, line);
  AddWalletAddress(*wallet, line);
  AddWalletBackup(*wallet, line);
  AddWalletRestore(*wallet, line);
  AddWalletPassphrase(*wallet, line);
}

/// The words before the first `--`, last one first, as the parser takes them. What stands behind
/// it is another program's command line: no parser of ours looks at it.
std::vector<std::string> SplitTail(int argc, char** argv, CommandLine& line) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes != words.end()) {
    line.has_tail = true;
    line.tail.assign(dashes + 1, words.end());
  }
  std::vector<std::string> ours(words.begin(), dashes);
  std::reverse(ours.begin(), ours.end());
  return ours;
}

std::vector<std::string> CommandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

/// Says what is wrong with `words`, which the parser refused because of `fault`. Of a missing
/// command it says no more than that, so the word that is none is looked for here.
void TellMisuse(const CLI::App& app, const std::vector<std::string>& words,
                const std::string& fault) {
  const CLI::App* at = &app;
  std::string chosen;
  std::string told = fault;
  for (auto word = words.begin(); word != words.end() && at->get_require_subcommand_min() > 0;
       ++word) {
    if (*word == "--home" && word + 1 != words.end()) {
      ++word;
    } else if (!word->starts_with('-')) {
      const std::vector<std::string> names = CommandsOf(*at);
      if (std::find(names.begin(), names.end(), *word) == names.end()) {
        const std::optional<std::string> meant = NearestWord(*word, names);
        told = absl::StrFormat("there is no command '%s%s'%s", chosen, *word,
                               meant ? absl::StrFormat("; did you mean '%s'?", *meant) : "");
        break;
      }
      at = at->get_subcommand(*word);
      chosen += *word + " ";
    }
  }
  PrintMessage(told);
  PrintMessage(absl::StrFormat("see: tollpass %s--help", chosen));
}

int RunChosen(const CommandLine& line) {
  if (line.has_tail && !line.takes_tail) {
    PrintMessage(absl::StrFormat("%s takes no words behind `--`", line.chosen));
    return kExitUsage;
  }
  // Any command may come to hold a secret.
  os::ForbidDumps();
  const absl::StatusOr<int> done = line.run();
  if (!done.ok()) {
    PrintMessage(std::string(done.status().message()));
    if (done.status().code() == absl::StatusCode::kInvalidArgument) {
      PrintMessage(absl::StrFormat("see: tollpass %s --help", line.chosen));
    }
    return ExitCodeFor(done.status());
  }
  // An earlier write may have failed already, and a flush of nothing succeeds.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    PrintMessage("the output could not be written");
    return kExitUnavailable;
  }
  return *done;
}

int Main(int argc, char** argv) {
  const SystemClock clock;
  SystemRandom random;
  CommandLine line{.clock = clock, .random = random};
  CLI::App app("Tollpass pays for the tools that an AI agent calls, within limits that you set.",
               "tollpass");
  app.set_version_flag("--version", "tollpass " TOLLPASS_VERSION);
  app.add_option("--home", line.home_flag, "Folder with policy, keys and ledger")->type_name("DIR");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 refused or not found, 2 usage, 3 locked or unavailable\n\n"
      "Example:\n  tollpass init");
  AddCommands(app, line);
  std::vector<std::string> words = SplitTail(argc, argv, line);
  try {
    app.parse(std::vector<std::string>(words));
  } catch (const CLI::Success& help) {
    return app.exit(help, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    std::reverse(words.begin(), words.end());
    TellMisuse(app, words, error.what());
    return kExitUsage;
  }
  return RunChosen(line);
}

}  // namespace
}  // namespace tollpass

int main(int argc, char** argv) { return tollpass::Main(argc, argv); }
