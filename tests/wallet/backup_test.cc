#include "wallet/keys/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/temp_folder.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const KeyHeader kHotTest = {KeyKind::kSecp256k1, "eip155", NetworkClass::kTest, KeyStorage::kHot};

class Backup : public ::testing::Test {
 protected:
  /// The keys of a home that once replaced its key for test networks.
  void SetUp() override {
    ASSERT_TRUE(CreateKeys(folder_.path(), sealing_, /*hot=*/false, random_).ok());
    const auto replaced =
        PutKey(folder_.path(), kHotTest, *HotKeyText(kHotTest, SecretFromHex(kSecret0)), true);
    ASSERT_TRUE(replaced.ok()) << replaced.status();
  }

  std::string Text() {
    const auto keys = OpenAllKeys(folder_.path(), &passphrase_);
    EXPECT_TRUE(keys.ok()) << keys.status();
    return *SealBackup(*keys, sealing_, random_);
  }

  absl::StatusOr<std::vector<StoredKey>> RestoreInto(const TempFolder& folder,
                                                     const std::string& text) {
    auto keys = OpenBackup(text, passphrase_);
    EXPECT_TRUE(keys.ok()) << keys.status();
    return RestoreKeys(folder.path(), *keys, sealing_, random_);
  }

  const TempFolder folder_;
  SystemRandom random_;
  const LockedBytes passphrase_ = Locked(kPassphrase);
  const Sealing sealing_{passphrase_, kCheapSealing};
};

std::vector<std::string> Accounts(const std::string& folder) {
  std::vector<std::string> accounts;
  const auto keys = ListStoredKeys(folder);
  EXPECT_TRUE(keys.ok()) << keys.status();
  for (const StoredKey& key : *keys) {
    accounts.push_back(HeaderLine(key.header) + " " + key.account +
                       (key.retired ? " retired" : ""));
  }
  return accounts;
}

TEST_F(Backup, BringsEveryKeyBackAsItWas) {
  const TempFolder other;
  const auto restored = RestoreInto(other, Text());
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_THAT(*restored, SizeIs(6));
  EXPECT_EQ(Accounts(other.path()), Accounts(folder_.path()));
  EXPECT_TRUE(ApprovalKey::Open(other.path(), &passphrase_).ok());
}

TEST_F(Backup, IsReadableOnlyUnderItsPassphraseAndNamesItsAccounts) {
  const std::string text = Text();
  EXPECT_THAT(text, HasSubstr("key current tollpass-key 1 secp256k1 eip155 testnet hot " +
                              std::string(kAccount0) + "\n"));
  EXPECT_THAT(text, Not(HasSubstr(std::string(kSecret0.substr(0, 12)))));
  EXPECT_TRUE(absl::IsUnauthenticated(OpenBackup(text, Locked(kOtherPassphrase)).status()));
  for (size_t i = 0; i < text.size(); i += 7) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_TRUE(absl::IsDataLoss(OpenBackup(damaged, passphrase_).status())) << "byte " << i;
  }
}

TEST_F(Backup, OfAnotherFileIsNone) {
  const std::string key_file =
      SealedFile({KeyKind::kSecp256k1, "eip155", NetworkClass::kMain, KeyStorage::kSealed},
                 SecretFromHex(kSecret0));
  for (const std::string& text : {key_file, std::string(), std::string("tollpass-backup 1\n")}) {
    EXPECT_TRUE(absl::IsDataLoss(OpenBackup(text, passphrase_).status())) << text;
  }
}

TEST_F(Backup, LeavesKeysAloneThatAreThere) {
  const auto again = RestoreInto(folder_, Text());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_THAT(*again, IsEmpty());

  const std::vector<std::string> before = Accounts(folder_.path());
  const std::string text = Text();
  std::filesystem::remove(folder_.path() + "/eip155.mainnet.key");
  const auto one = RestoreInto(folder_, text);
  ASSERT_TRUE(one.ok()) << one.status();
  EXPECT_THAT(*one, SizeIs(1));
  EXPECT_EQ(Accounts(folder_.path()), before);
}

TEST_F(Backup, OverwritesNoOtherKeyAndThenWritesNothing) {
  const std::string text = Text();
  const TempFolder other;
  const std::string mine = "tollpass-key 1 secp256k1 eip155 testnet hot\n" + std::string(kSecret1);
  other.Put("eip155.testnet.key", mine + "\n");
  const auto refused = RestoreInto(other, text);
  EXPECT_TRUE(absl::IsAlreadyExists(refused.status())) << refused.status();
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("eip155.testnet.key"));
  EXPECT_THAT(Accounts(other.path()), SizeIs(1));
}

}  // namespace
}  // namespace tollpass
