#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/key_flags.h"
#include "cli/passphrases.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"
#include "home/open_home.h"
#include "wallet/keys/backup.h"

namespace tollpass {
namespace {

struct WalletBackupOptions {
  std::string file;
  bool json = false;
};

absl::StatusOr<int> Backup(const CommandLine& line, const WalletBackupOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  if (os::Exists(options.file)) {
    return absl::AlreadyExistsError(
        absl::StrFormat("%s exists, and a backup overwrites nothing", options.file));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const bool test_home, IsTestHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  TOLLPASS_ASSIGN_OR_RETURN(
      const LockedBytes passphrase,
      test_home ? passphrases.AskNew("the backup") : passphrases.Ask("this home's keys"));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<OpenedKey> keys,
                            OpenAllKeys(home.KeysPath(), &passphrase));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, SealBackup(keys, {passphrase}, line.random));
  // What cannot be opened again is no backup.
  TOLLPASS_RETURN_IF_ERROR(OpenBackup(text, passphrase).status());
  TOLLPASS_RETURN_IF_ERROR(os::CreateFile(
      options.file, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, 0600));
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("file", options.file)
                  .Integer("keys", static_cast<int64_t>(keys.size()))
                  .Done());
    return kExitDone;
  }
  PrintMessage(absl::StrFormat(
      "%d keys are in %s, under %s. Neither policy, mandates nor the record of payments are in it: "
      "copy policy.toml too. Bring them back with: tollpass wallet restore FILE",
      keys.size(), options.file,
      test_home ? "the passphrase that you just gave" : "this home's passphrase"));
  return kExitDone;
}

}  // namespace

void AddWalletBackup(CLI::App& wallet, CommandLine& line) {
  auto options = std::make_shared<WalletBackupOptions>();
  CLI::App* command =
      AddCommand(wallet, line,
                 {"backup", "Write every key of this home into one file, under its passphrase",
                  "tollpass wallet backup /media/stick/tollpass.backup"},
                 [&line, options] { return Backup(line, *options); });
  command->add_option("FILE", options->file, "A new file")->required();
  AddPassphraseFlags(*command, line);
  command->add_flag("--json", options->json, "Print what was written as JSON");
}

}  // namespace tollpass
