#include "cli/key_flags.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_folder.h"

namespace tollpass {

void AddKeyFlags(CLI::App& command, KeyFlags& flags) {
  flags.family = kKeyFamilies.front().name;
  command
      .add_option("--family", flags.family,
                  "Networks that it pays on, by CAIP-2 namespace; quote: it signs proofs")
      ->type_name("NAMESPACE")
      ->capture_default_str();
  command.add_flag("--testnet", flags.testnet, "The key for test networks");
}

absl::StatusOr<bool> IsTestHome(const Home& home) {
  TOLLPASS_ASSIGN_OR_RETURN(const StoredKey approval, StoredApprovalKey(home.KeysPath()));
  return approval.header.network_class == NetworkClass::kTest;
}

absl::StatusOr<KeyHeader> KeyFor(const Home& home, const KeyFlags& flags) {
  const KeyFamily* family = FindFamily(kStoredFamilies, flags.family);
  if (family == nullptr) {
    std::string known;
    for (const KeyFamily& one : kStoredFamilies) {
      absl::StrAppendFormat(&known, " %s", one.name);
    }
    return absl::InvalidArgumentError(
        absl::StrFormat("--family: this version has keys for:%s", known));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const bool test_home, IsTestHome(home));
  return KeyHeader{family->kind, std::string(family->name),
                   flags.testnet || test_home ? NetworkClass::kTest : NetworkClass::kMain};
}

}  // namespace tollpass
