#include "cli/place_key.h"

#include <CLI/CLI.hpp>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/exit_code.h"
#include "cli/passphrases.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/key_text.h"
#include "home/open_home.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

absl::StatusOr<LockedBytes> TextOf(const CommandLine& line, const Home& home,
                                   const KeyHeader& header, const LockedBytes& secret) {
  if (header.storage == KeyStorage::kHot) {
    return HotKeyText(header, secret);
  }
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes passphrase, AskHomePassphrase(passphrases, home));
  return SealedKeyText(header, secret, {passphrase}, line.random);
}

void Tell(const StoredKey& key, const std::string& replaced) {
  PrintText(StoredKeyText(key));
  if (!replaced.empty()) {
    PrintMessage(absl::StrFormat(
        "the key that it replaces is kept as %s; %s", replaced,
        key.header.family == kDocumentFamily.name
            ? "no mandate names either: the next quote is paid with the new one"
            : "what lies at its account is still yours, and mandates that you signed name it: run "
              "tollpass allow again"));
  }
  if (key.header.storage == KeyStorage::kSealed) {
    PrintMessage(
        "it is sealed: nothing is paid with it until an agent can unlock it; tollpass wallet "
        "passphrase --hot makes it pay today");
  }
  PrintMessage("keep a copy of it: tollpass wallet backup FILE");
}

}  // namespace

void AddPlaceKeyFlags(CLI::App& command, CommandLine& line, PlaceKeyOptions& options) {
  AddKeyFlags(command, options.key);
  command.add_flag("--hot", options.hot, "Without a passphrase: it pays today; pocket money only");
  command.add_flag("--replace", options.replace,
                   "Pay with it instead of the key that is there, which is kept");
  AddPassphraseFlags(command, line);
  command.add_flag("--json", options.json, "Print the key as JSON");
}

absl::StatusOr<int> PlaceKey(const CommandLine& line, const PlaceKeyOptions& options,
                             const std::function<absl::StatusOr<LockedBytes>(KeyKind kind)>& make) {
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(KeyHeader header, KeyFor(home, options.key));
  const bool hot = options.hot || header.network_class == NetworkClass::kTest;
  header.storage = hot ? KeyStorage::kHot : KeyStorage::kSealed;
  StoredKey key{header, "", KeyPath(home.KeysPath(), header)};
  TOLLPASS_RETURN_IF_ERROR(RequirePlace(key.path, options.replace));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes secret, make(header.kind));
  TOLLPASS_ASSIGN_OR_RETURN(key.account, AccountOf(header, secret));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes text, TextOf(line, home, header, secret));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string replaced,
                            PutKey(home.KeysPath(), header, text, options.replace));
  if (options.json) {
    PrintLine(StoredKeyJson(key).Raw("replaced", TextOrNull(replaced)).Done());
  } else {
    Tell(key, replaced);
  }
  return kExitDone;
}

}  // namespace tollpass
