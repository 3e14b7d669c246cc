#include "wallet/keys/key_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/os/file.h"
#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/temp_folder.h"
#include "wallet/keys/key_ring.h"
#include "wallet/keys/raw_key.h"
#include "wallet/keys/reseal.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

const KeyHeader kHotTest = {KeyKind::kSecp256k1, "eip155", NetworkClass::kTest, KeyStorage::kHot};
const KeyHeader kSealedMain = {KeyKind::kSecp256k1, "eip155", NetworkClass::kMain,
                               KeyStorage::kSealed};

LockedBytes HotText(std::string_view hex) { return *HotKeyText(kHotTest, SecretFromHex(hex)); }

/// The five keys that `init` makes, under kPassphrase.
void MakeKeys(const TempFolder& folder) {
  SystemRandom random;
  const LockedBytes passphrase = Locked(kPassphrase);
  const absl::Status made =
      CreateKeys(folder.path(), {passphrase, kCheapSealing}, /*hot=*/false, random);
  ASSERT_TRUE(made.ok()) << made;
}

std::vector<StoredKey> KeysIn(const TempFolder& folder) {
  const auto keys = ListStoredKeys(folder.path());
  EXPECT_TRUE(keys.ok()) << keys.status();
  return keys.ok() ? *keys : std::vector<StoredKey>();
}

bool Opens(const StoredKey& key, std::string_view passphrase) {
  return OpenSecret(key.path, key.header, Locked(passphrase)).ok();
}

TEST(KeyFolder, ListsEveryKeyWithItsAccountThoughItIsSealed) {
  const TempFolder folder;
  MakeKeys(folder);
  const std::vector<StoredKey> keys = KeysIn(folder);
  ASSERT_THAT(keys, SizeIs(5));
  EXPECT_EQ(keys[0].header.family, "approval");
  EXPECT_THAT(keys[0].account, SizeIs(64));
  EXPECT_EQ(keys[1].header, kHotTest);
  EXPECT_EQ(keys[2].header, kSealedMain);
  EXPECT_THAT(keys[2].account, SizeIs(42));
  EXPECT_EQ(keys[3].header.family, "quote");
  EXPECT_THAT(keys[4].account, SizeIs(64));
  for (const StoredKey& key : keys) {
    EXPECT_FALSE(key.retired);
    struct stat facts = {};
    ASSERT_EQ(stat(key.path.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777U, 0600U) << key.path;
  }
}

TEST(KeyFolder, KeepsAKeyThatIsReplaced) {
  const TempFolder folder;
  const std::string& path = folder.path();
  EXPECT_EQ(*PutKey(path, kHotTest, HotText(kSecret0), false), "");
  const auto refused = PutKey(path, kHotTest, HotText(kSecret1), false);
  EXPECT_TRUE(absl::IsAlreadyExists(refused.status())) << refused.status();
  EXPECT_EQ(KeysIn(folder)[0].account, kAccount0);

  EXPECT_EQ(*PutKey(path, kHotTest, HotText(kSecret1), true),
            path + "/retired/eip155.testnet.1.key");
  EXPECT_EQ(*PutKey(path, kHotTest, HotText(kSecret0), true),
            path + "/retired/eip155.testnet.2.key");
  const std::vector<StoredKey> keys = KeysIn(folder);
  ASSERT_THAT(keys, SizeIs(3));
  EXPECT_EQ(keys[0].account, kAccount0);
  EXPECT_FALSE(keys[0].retired);
  EXPECT_EQ(keys[1].account, kAccount0);
  EXPECT_TRUE(keys[1].retired);
  EXPECT_EQ(keys[2].account, kAccount1);
  EXPECT_TRUE(keys[2].retired);
}

TEST(KeyFolder, ChangesThePassphraseOfEverySealedKeyAndOfNoOther) {
  const TempFolder folder;
  MakeKeys(folder);
  const std::vector<StoredKey> before = KeysIn(folder);
  SystemRandom random;
  const LockedBytes next = Locked(kOtherPassphrase);
  ASSERT_TRUE(
      ChangePassphrase(folder.path(), Locked(kPassphrase), {next, kCheapSealing}, random).ok());
  const std::vector<StoredKey> after = KeysIn(folder);
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(after[i].header, before[i].header);
    EXPECT_EQ(after[i].account, before[i].account);
    EXPECT_TRUE(Opens(after[i], kOtherPassphrase));
    EXPECT_EQ(Opens(after[i], kPassphrase), after[i].header.storage == KeyStorage::kHot);
  }
}

TEST(KeyFolder, ChangesNothingWhereTheOldPassphraseIsWrong) {
  const TempFolder folder;
  MakeKeys(folder);
  SystemRandom random;
  const LockedBytes next = Locked("an entirely new passphrase");
  const absl::Status refused =
      ChangePassphrase(folder.path(), Locked(kOtherPassphrase), {next, kCheapSealing}, random);
  EXPECT_TRUE(absl::IsUnauthenticated(refused)) << refused;
  for (const StoredKey& key : KeysIn(folder)) {
    EXPECT_TRUE(Opens(key, kPassphrase)) << key.path;
  }
}

TEST(KeyFolder, FinishesAChangeOfPassphraseThatACrashInterrupted) {
  const TempFolder folder;
  MakeKeys(folder);
  SystemRandom random;
  const LockedBytes next = Locked(kOtherPassphrase);
  const Sealing sealing{next, kCheapSealing};
  const std::string approval = folder.path() + "/approval.key";
  std::filesystem::copy(approval, folder.path() + "/aside");
  ASSERT_TRUE(ChangePassphrase(folder.path(), Locked(kPassphrase), sealing, random).ok());
  // As if only the other keys had been written.
  std::filesystem::rename(folder.path() + "/aside", approval);
  ASSERT_TRUE(ChangePassphrase(folder.path(), Locked(kPassphrase), sealing, random).ok());
  for (const StoredKey& key : KeysIn(folder)) {
    EXPECT_TRUE(Opens(key, kOtherPassphrase)) << key.path;
  }
}

TEST(KeyFolder, MakesASealedKeyHotAndSealsItAgain) {
  const TempFolder folder;
  MakeKeys(folder);
  SystemRandom random;
  const LockedBytes passphrase = Locked(kPassphrase);
  const Sealing sealing{passphrase, kCheapSealing};
  const StoredKey sealed = KeysIn(folder)[2];
  const LockedBytes wrong = Locked(kOtherPassphrase);
  EXPECT_TRUE(absl::IsUnauthenticated(
      ChangeStorage(sealed, KeyStorage::kHot, {wrong, kCheapSealing}, random)));
  ASSERT_TRUE(ChangeStorage(sealed, KeyStorage::kHot, sealing, random).ok());
  const StoredKey hot = KeysIn(folder)[2];
  EXPECT_EQ(hot.header.storage, KeyStorage::kHot);
  EXPECT_EQ(hot.account, sealed.account);
  KeyRing ring(folder.path());
  EXPECT_EQ((*ring.ForNetwork("eip155:8453"))->account(), sealed.account);
  ASSERT_TRUE(ChangeStorage(hot, KeyStorage::kSealed, sealing, random).ok());
  EXPECT_EQ(KeysIn(folder)[2].account, sealed.account);
  EXPECT_TRUE(absl::IsUnavailable(ring.ForNetwork("eip155:8453").status()));
}

TEST(RawKey, IsReadFromSixtyFourHexDigits) {
  const TempFolder folder;
  const std::string secret(kSecret0);
  for (const std::string& text : {secret, secret + "\n", "0x" + secret, "0x" + secret + " \r\n"}) {
    absl::StatusOr<LockedBytes> read =
        ReadRawSecret(folder.Put("key.hex", text), KeyKind::kSecp256k1);
    ASSERT_TRUE(read.ok()) << read.status() << text;
    EXPECT_EQ(HexEncode(read->readable()), kSecret0);
  }
}

TEST(RawKey, IsRefusedWhereItIsNone) {
  const TempFolder folder;
  const std::string secret(kSecret0);
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("0x"), secret.substr(1), secret + "0",
        secret + secret, "zz" + secret.substr(2), secret + "\n" + secret + "\n", " " + secret,
        std::string(64, '0'), std::string(kCurveOrder), std::string(64, 'f'),
        std::string(1000, 'a')}) {
    const std::string path = folder.Put("key.hex", text);
    const absl::Status status = ReadRawSecret(path, KeyKind::kSecp256k1).status();
    EXPECT_FALSE(status.ok()) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr(secret.substr(4, 8))));
  }
  EXPECT_TRUE(
      ReadRawSecret(folder.Put("key.hex", std::string(kCurveOrder)), KeyKind::kEd25519).ok())
      << "a seed of ed25519 is any number";
}

TEST(RawKey, IsRefusedWhereOthersMayReadIt) {
  const TempFolder folder;
  const std::string path = folder.Put("key.hex", kSecret0);
  for (const unsigned mode : {0640U, 0604U, 0644U}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_FALSE(ReadRawSecret(path, KeyKind::kSecp256k1).ok()) << std::oct << mode;
  }
  std::filesystem::create_symlink("key.hex", folder.path() + "/link");
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  EXPECT_FALSE(ReadRawSecret(folder.path() + "/link", KeyKind::kSecp256k1).ok());
}

}  // namespace
}  // namespace tollpass
