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
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"
#include "home/key_text.h"
#include "home/new_home.h"
#include "home/open_home.h"
#include "wallet/keys/backup.h"

namespace tollpass {
namespace {

struct WalletRestoreOptions {
  std::string file;
  bool json = false;
};

struct Restored {
  std::vector<StoredKey> keys;
  bool new_home = false;
};

absl::StatusOr<std::vector<OpenedKey>> ReadBackup(const std::string& file,
                                                  const LockedBytes& passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, os::ReadFile(file, kMaxBackupSize));
  absl::StatusOr<std::vector<OpenedKey>> keys = OpenBackup(text, passphrase);
  if (!keys.ok()) {
    return At(file, keys.status());
  }
  return keys;
}

const OpenedKey* ApprovalKeyOf(const std::vector<OpenedKey>& keys) {
  const auto found = std::find_if(keys.begin(), keys.end(), [](const OpenedKey& opened) {
    return opened.key.header.family == kApprovalFamily && !opened.key.retired;
  });
  return found == keys.end() ? nullptr : &*found;
}

/// A home obeys one approval key for good: another one's backup does not belong there.
absl::Status RequireSameHome(const Home& home, const std::vector<OpenedKey>& keys) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  const OpenedKey* approval = ApprovalKeyOf(keys);
  if (approval != nullptr && approval->key.account != HexEncode(reader->approval_key())) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "the backup is of another home: %s obeys another approval key. Restore it into a folder of "
        "its own with --home DIR; nothing was restored",
        home.path));
  }
  return absl::OkStatus();
}

/// The passphrase of the keys that are in `home`; the backup's if it is the same or there is none.
absl::StatusOr<LockedBytes> HomePassphrase(const Home& home, Passphrases& passphrases,
                                           const LockedBytes& of_backup) {
  const absl::StatusOr<StoredKey> approval = StoredApprovalKey(home.KeysPath());
  const bool sealed = approval.ok() && approval->header.storage == KeyStorage::kSealed;
  if (!sealed || ApprovalKey::Open(home.KeysPath(), &of_backup).ok()) {
    return of_backup.Copy(0, of_backup.size());
  }
  return AskHomePassphrase(passphrases, home);
}

absl::StatusOr<Restored> Restore(const CommandLine& line, const Home& home,
                                 const std::string& file) {
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  if (!os::Exists(file)) {
    return absl::NotFoundError(absl::StrFormat("there is no file %s", file));
  }
  const bool new_home = !RequireHome(home).ok();
  if (new_home) {
    TOLLPASS_RETURN_IF_ERROR(RequireRoom(home));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes of_backup, passphrases.Ask("the backup"));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<OpenedKey> keys, ReadBackup(file, of_backup));
  if (!new_home) {
    TOLLPASS_RETURN_IF_ERROR(RequireSameHome(home, keys));
    TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes passphrase,
                              HomePassphrase(home, passphrases, of_backup));
    TOLLPASS_ASSIGN_OR_RETURN(std::vector<StoredKey> written,
                              RestoreKeys(home.KeysPath(), keys, {passphrase}, line.random));
    return Restored{std::move(written), false};
  }
  if (ApprovalKeyOf(keys) == nullptr) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s holds no approval key, so it makes no new home; nothing was restored", file));
  }
  Restored restored{{}, true};
  TOLLPASS_RETURN_IF_ERROR(MakeHome(
      home,
      [&](const std::string& folder) {
        const auto written = RestoreKeys(folder, keys, {of_backup}, line.random);
        return written.status();
      },
      line.clock, line.random));
  TOLLPASS_ASSIGN_OR_RETURN(restored.keys, ListStoredKeys(home.KeysPath()));
  return restored;
}

absl::StatusOr<int> RestoreAndTell(const CommandLine& line, const WalletRestoreOptions& options) {
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const Restored restored, Restore(line, home, options.file));
  std::vector<std::string> rows;
  for (const StoredKey& key : restored.keys) {
    rows.push_back(options.json ? StoredKeyJson(key).Done() : StoredKeyText(key));
  }
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("home", home.path)
                  .Bool("new_home", restored.new_home)
                  .Raw("restored", json::Array(rows))
                  .Done());
    return kExitDone;
  }
  for (const std::string& row : rows) {
    PrintText(row);
  }
  if (rows.empty()) {
    PrintMessage("every key of the backup is here already; nothing was changed");
  } else if (restored.new_home) {
    PrintMessage(absl::StrFormat(
        "%s is a new home with these keys, a first policy and an empty ledger: it knows nothing of "
        "what was paid before, so stop using the old one. Bring your policy.toml back, then sign "
        "again what it may pay (tollpass allow NAME)",
        home.path));
  }
  return kExitDone;
}

}  // namespace

void AddWalletRestore(CLI::App& wallet, CommandLine& line) {
  auto options = std::make_shared<WalletRestoreOptions>();
  CLI::App* command = AddCommand(
      wallet, line,
      {"restore", "Bring the keys of a backup back, into this home or a new one; overwrites none",
       "tollpass wallet restore /media/stick/tollpass.backup"},
      [&line, options] { return RestoreAndTell(line, *options); });
  command->add_option("FILE", options->file, "Of tollpass wallet backup")->required();
  AddPassphraseFlags(*command, line);
  command->add_flag("--json", options->json, "Print what was restored as JSON");
}

}  // namespace tollpass
