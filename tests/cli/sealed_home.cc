#include "tests/cli/sealed_home.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/os/file.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

/// The approval key that the ledger knows, as one of a home that pays on main networks.
void SealApprovalKey(const std::string& folder) {
  SystemRandom random;
  const StoredKey key = *StoredApprovalKey(folder);
  const LockedBytes seed = *ReadSecret(key.path, key.header);
  KeyHeader header = key.header;
  header.network_class = NetworkClass::kMain;
  header.storage = KeyStorage::kSealed;
  const LockedBytes passphrase = Locked(kPassphrase);
  const absl::Status written =
      ReplaceKeyFile(key.path, *SealedKeyText(header, seed, {passphrase, kCheapSealing}, random));
  ASSERT_TRUE(written.ok()) << written;
}

}  // namespace

void MakeSealedHome(Sandbox& sandbox, bool hot) {
  sandbox.MakeHome();
  const std::string folder = sandbox.home() + "/keys";
  SealApprovalKey(folder);
  SystemRandom random;
  const KeyHeader header = {KeyKind::kSecp256k1, "eip155", NetworkClass::kMain,
                            hot ? KeyStorage::kHot : KeyStorage::kSealed};
  const LockedBytes secret = *NewSecret(header.kind, random);
  const LockedBytes passphrase = Locked(kPassphrase);
  const LockedBytes text =
      hot ? *HotKeyText(header, secret)
          : *SealedKeyText(header, secret, {passphrase, kCheapSealing}, random);
  const absl::Status written = CreateKeyFile(KeyPath(folder, header), text);
  ASSERT_TRUE(written.ok()) << written;
}

Outcome RunWith(Sandbox& sandbox, std::string_view passphrases, const Words& arguments) {
  const std::string file = sandbox.Path("passphrases");
  sandbox.Write(file, passphrases);
  std::filesystem::permissions(
      file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  Words words = arguments;
  words.insert(words.end(), {"--passphrase-file", file});
  Outcome outcome = sandbox.Run(words);
  std::filesystem::remove(file);
  return outcome;
}

}  // namespace tollpass
