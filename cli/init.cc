#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/key_text.h"
#include "cli/new_home.h"
#include "cli/open_home.h"
#include "core/json/json.h"
#include "core/status.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

struct Options {
  bool test = false;
  bool json = false;
};

absl::StatusOr<int> Init(const CommandLine& line, const Options& options) {
  if (!options.test) {
    return absl::UnavailableError(
        "keys with a passphrase come with the next version; until then `tollpass init --test` "
        "makes a home for test networks. Nothing was made");
  }
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(MakeTestHome(home, line.clock, line.random));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<KeyDescription> keys,
                            KeyRing(home.KeysPath()).List());
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("home", home.path)
                  .String("policy", home.PolicyPath())
                  .String("ledger", home.LedgerPath())
                  .String("ledger_id", reader->ledger_id())
                  .Raw("keys", KeysJson(keys))
                  .Done());
    return kExitDone;
  }
  PrintLine(absl::StrFormat("home    %s", home.path));
  PrintLine(absl::StrFormat("policy  %s", home.PolicyPath()));
  PrintLine(absl::StrFormat("ledger  %s", home.LedgerPath()));
  for (const KeyDescription& key : keys) {
    PrintLine(absl::StrFormat("pays from  %s", KeyText(key)));
  }
  PrintMessage(
      "the keys lie without a passphrase and work on test networks only. Next: tollpass add NAME "
      "-- COMMAND ARG...");
  return kExitDone;
}

}  // namespace

void AddInit(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<Options>();
  CLI::App* command = AddCommand(
      parent, line, {"init", "Make a home with policy, keys and ledger", "tollpass init --test"},
      [&line, options] { return Init(line, *options); });
  command->add_flag("--test", options->test, "Test networks, keys without a passphrase");
  command->add_flag("--json", options->json, "Print what was made as JSON");
}

}  // namespace tollpass
