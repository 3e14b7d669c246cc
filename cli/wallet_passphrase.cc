#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/key_flags.h"
#include "cli/passphrases.h"
#include "core/os/file.h"
#include "core/os/terminal.h"
#include "core/status.h"
#include "home/open_home.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/reseal.h"

namespace tollpass {
namespace {

struct WalletPassphraseOptions {
  KeyFlags key;
  bool hot = false;
  bool sealed = false;
};

/// The key that --hot or --sealed is about.
absl::StatusOr<StoredKey> Chosen(const Home& home, const KeyFlags& flags) {
  TOLLPASS_ASSIGN_OR_RETURN(const KeyHeader header, KeyFor(home, flags));
  const std::string path = KeyPath(home.KeysPath(), header);
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<StoredKey> keys, ListStoredKeys(home.KeysPath()));
  for (const StoredKey& key : keys) {
    if (key.path == path) {
      return key;
    }
  }
  return absl::NotFoundError(absl::StrFormat("there is no key %s", path));
}

absl::StatusOr<int> Convert(const CommandLine& line, const Home& home,
                            const WalletPassphraseOptions& options) {
  const KeyStorage storage = options.hot ? KeyStorage::kHot : KeyStorage::kSealed;
  TOLLPASS_ASSIGN_OR_RETURN(const StoredKey key, Chosen(home, options.key));
  const char* word = options.hot ? "hot" : "sealed";
  if (key.header.storage == storage) {
    PrintMessage(absl::StrFormat("%s is %s already", key.path, word));
    return kExitDone;
  }
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes passphrase, AskHomePassphrase(passphrases, home));
  TOLLPASS_RETURN_IF_ERROR(ChangeStorage(key, storage, {passphrase}, line.random));
  PrintMessage(absl::StrFormat(
      "%s is %s now: %s", key.path, word,
      options.hot ? "the proxy pays with it, and any program that runs as you can take it; keep "
                    "pocket money in it"
                  : "nothing is paid with it until an agent can unlock it. Copies of the file from "
                    "before, in backups of the disk, are still open to read"));
  return kExitDone;
}

absl::StatusOr<int> Change(const CommandLine& line, const Home& home) {
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes old_one, passphrases.Ask("this home's keys"));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes new_one, passphrases.AskNew("this home's keys"));
  TOLLPASS_ASSIGN_OR_RETURN(const os::HeldSignals held, os::HeldSignals::Hold());
  TOLLPASS_RETURN_IF_ERROR(ChangePassphrase(home.KeysPath(), old_one, {new_one}, line.random));
  PrintMessage(
      "every sealed key of this home has the new passphrase. Backups that were made before open "
      "with the old one: make a new one, and remove them if somebody knows it");
  return kExitDone;
}

absl::StatusOr<int> Passphrase(const CommandLine& line, const WalletPassphraseOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(const bool test_home, IsTestHome(home));
  if (test_home) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s was made with `init --test`: its keys work on test networks only and have no "
        "passphrase. Make another home with: tollpass init --home DIR",
        home.path));
  }
  return options.hot || options.sealed ? Convert(line, home, options) : Change(line, home);
}

}  // namespace

void AddWalletPassphrase(CLI::App& wallet, CommandLine& line) {
  auto options = std::make_shared<WalletPassphraseOptions>();
  CLI::App* command = AddCommand(
      wallet, line,
      {"passphrase", "Change the passphrase of this home's keys, or make a key hot or sealed",
       "tollpass wallet passphrase\n  tollpass wallet passphrase --hot"},
      [&line, options] { return Passphrase(line, *options); });
  CLI::Option* hot = command->add_flag("--hot", options->hot,
                                       "Take the passphrase from a payment key: it pays today");
  command->add_flag("--sealed", options->sealed, "Give a payment key this home's passphrase")
      ->excludes(hot);
  AddKeyFlags(*command, options->key);
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
