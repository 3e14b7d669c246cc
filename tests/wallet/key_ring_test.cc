#include "wallet/keys/key_ring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "core/os/file.h"
#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/temp_folder.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::string_view kBaseSepolia = "eip155:84532";
constexpr std::string_view kBase = "eip155:8453";

std::string KeyText(std::string_view header, std::string_view secret) {
  return std::string(header) + "\n" + std::string(secret) + "\n";
}

std::string TestnetKey(std::string_view secret) {
  return KeyText("tollpass-key 1 secp256k1 eip155 testnet hot", secret);
}

std::string SealedKey(NetworkClass network_class) {
  return SealedFile({KeyKind::kSecp256k1, "eip155", network_class, KeyStorage::kSealed},
                    SecretFromHex(kSecret0));
}

TEST(CreateTestKeys, MakesAPaymentKeyAndAnApprovalKeyForTestNetworksOnly) {
  const TempFolder folder;
  const std::string keys = folder.path() + "/home/keys";
  SystemRandom random;
  ASSERT_TRUE(CreateTestKeys(keys, random).ok());

  KeyRing ring(keys);
  const auto payment = ring.ForNetwork(kBaseSepolia);
  ASSERT_TRUE(payment.ok()) << payment.status();
  EXPECT_EQ((*payment)->network_class(), NetworkClass::kTest);
  EXPECT_TRUE(absl::IsFailedPrecondition(ring.ForNetwork(kBase).status()));

  const auto documents = ring.ForDocuments(kBaseSepolia);
  ASSERT_TRUE(documents.ok()) << documents.status();
  EXPECT_TRUE((*documents)->account().starts_with("ed25519:")) << (*documents)->account();
  EXPECT_TRUE(absl::IsFailedPrecondition(ring.ForDocuments(kBase).status()));

  const auto approval = ApprovalKey::Open(keys);
  ASSERT_TRUE(approval.ok()) << approval.status();
  EXPECT_EQ(approval->network_class(), NetworkClass::kTest);

  struct stat facts = {};
  ASSERT_EQ(stat(keys.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

TEST(CreateTestKeys, MakesOtherKeysEachTime) {
  const TempFolder one;
  const TempFolder other;
  SystemRandom random;
  ASSERT_TRUE(CreateTestKeys(one.path(), random).ok());
  ASSERT_TRUE(CreateTestKeys(other.path(), random).ok());
  KeyRing ring_one(one.path());
  KeyRing ring_other(other.path());
  EXPECT_NE((*ring_one.ForNetwork(kBaseSepolia))->account(),
            (*ring_other.ForNetwork(kBaseSepolia))->account());
  EXPECT_NE(ApprovalKey::Open(one.path())->public_key(),
            ApprovalKey::Open(other.path())->public_key());
}

TEST(CreateTestKeys, WritesNothingWhereAKeyIs) {
  for (const char* name : {"approval.key", "eip155.testnet.key"}) {
    const TempFolder folder;
    folder.Put(name, "mine");
    SystemRandom random;
    const absl::Status status = CreateTestKeys(folder.path(), random);
    EXPECT_TRUE(absl::IsAlreadyExists(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(name));
    const std::filesystem::directory_iterator files(folder.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
    EXPECT_EQ(*os::ReadFile(folder.path() + "/" + name, 100), "mine");
  }
}

TEST(KeyRing, TellsWhatIsMissing) {
  const TempFolder folder;
  KeyRing ring(folder.path());
  EXPECT_TRUE(absl::IsNotFound(ring.ForNetwork(kBaseSepolia).status()));
  EXPECT_TRUE(absl::IsNotFound(ring.ForNetwork("solana:101").status()));
  EXPECT_TRUE(absl::IsNotFound(ring.ForNetwork("nonsense").status()));

  folder.Put("eip155.testnet.key", SealedKey(NetworkClass::kTest));
  EXPECT_TRUE(absl::IsUnavailable(ring.ForNetwork(kBaseSepolia).status()));

  folder.Put("eip155.testnet.key",
             KeyText("tollpass-key 1 secp256k1 eip155 testnet sealed", "box"));
  EXPECT_TRUE(absl::IsDataLoss(ring.ForNetwork(kBaseSepolia).status()));

  folder.Put("eip155.testnet.key", TestnetKey(std::string(64, '0')));
  const absl::Status zero = ring.ForNetwork(kBaseSepolia).status();
  EXPECT_TRUE(absl::IsDataLoss(zero)) << zero;
  EXPECT_THAT(std::string(zero.message()), HasSubstr("eip155.testnet.key"));

  ASSERT_EQ(chmod(folder.Put("eip155.testnet.key", TestnetKey(kSecret0)).c_str(), 0644), 0);
  EXPECT_TRUE(absl::IsPermissionDenied(ring.ForNetwork(kBaseSepolia).status()));
}

TEST(KeyRing, NeverPaysOnAMainNetworkWithATestKeyRenamed) {
  const TempFolder folder;
  folder.Put("eip155.mainnet.key", TestnetKey(kSecret0));
  KeyRing ring(folder.path());
  EXPECT_TRUE(absl::IsDataLoss(ring.ForNetwork(kBase).status()));
}

TEST(KeyRing, PaysWithWhatTheFileHoldsNow) {
  const TempFolder folder;
  const std::string file = folder.Put("eip155.testnet.key", TestnetKey(kSecret0));
  KeyRing ring(folder.path());
  const std::shared_ptr<const SigningKey> key = *ring.ForNetwork(kBaseSepolia);
  EXPECT_EQ(*ring.ForNetwork("eip155:11155111"), key) << "an unchanged file gives the same key";

  std::filesystem::remove(file);
  EXPECT_TRUE(absl::IsNotFound(ring.ForNetwork(kBaseSepolia).status()));
  folder.Put("eip155.testnet.key", "garbage");
  EXPECT_TRUE(absl::IsDataLoss(ring.ForNetwork(kBaseSepolia).status()));
  folder.Put("eip155.testnet.key", SealedKey(NetworkClass::kTest));
  EXPECT_TRUE(absl::IsUnavailable(ring.ForNetwork(kBaseSepolia).status()));
  ASSERT_EQ(chmod(folder.Put("eip155.testnet.key", TestnetKey(kSecret0)).c_str(), 0644), 0);
  EXPECT_TRUE(absl::IsPermissionDenied(ring.ForNetwork(kBaseSepolia).status()));

  folder.Put("eip155.testnet.key", TestnetKey(kSecret1));
  EXPECT_EQ((*ring.ForNetwork(kBaseSepolia))->account(), kAccount1) << "same size, same instant";
  EXPECT_EQ(key->account(), kAccount0) << "who holds the old one may finish";
}

TEST(KeyRing, ListsWhatIsThere) {
  const TempFolder folder;
  KeyRing ring(folder.path());
  EXPECT_THAT(*ring.List(), SizeIs(0));

  folder.Put("eip155.testnet.key", TestnetKey(kSecret1));
  folder.Put("eip155.mainnet.key", SealedKey(NetworkClass::kMain));
  const auto keys = ring.List();
  ASSERT_TRUE(keys.ok()) << keys.status();
  ASSERT_THAT(*keys, SizeIs(2));
  EXPECT_EQ((*keys)[0].account, kAccount1);
  EXPECT_TRUE((*keys)[0].hot);
  EXPECT_EQ((*keys)[0].file, folder.path() + "/eip155.testnet.key");
  EXPECT_EQ((*keys)[1].network_class, NetworkClass::kMain);
  EXPECT_FALSE((*keys)[1].hot);
  EXPECT_EQ((*keys)[1].account, kAccount0) << "known without the passphrase";

  folder.Put("eip155.mainnet.key", SealedKey(NetworkClass::kTest));
  EXPECT_TRUE(absl::IsDataLoss(ring.List().status())) << "another key's file renamed";
}

TEST(ApprovalKey, SignsWhatItsPublicKeyVerifies) {
  // RFC 8032, section 7.1, test 2.
  const TempFolder folder;
  folder.Put("approval.key",
             KeyText("tollpass-key 1 ed25519 approval testnet hot",
                     "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
  const auto key = ApprovalKey::Open(folder.path());
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(HexEncode(key->public_key()),
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  EXPECT_EQ(HexEncode(key->Sign("\x72")),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(VerifyEd25519("order", key->Sign("order"), key->public_key()));
  EXPECT_FALSE(VerifyEd25519("other", key->Sign("order"), key->public_key()));
}

TEST(ApprovalKey, WithAPassphraseSignsOnlyAfterIt) {
  const TempFolder folder;
  folder.Put("approval.key",
             SealedFile({KeyKind::kEd25519, "approval", NetworkClass::kMain, KeyStorage::kSealed},
                        SecretFromHex(kSecret1)));
  EXPECT_TRUE(absl::IsUnavailable(ApprovalKey::Open(folder.path()).status()));
  const LockedBytes wrong = Locked(kOtherPassphrase);
  EXPECT_TRUE(absl::IsUnauthenticated(ApprovalKey::Open(folder.path(), &wrong).status()));
  const LockedBytes right = Locked(kPassphrase);
  const auto key = ApprovalKey::Open(folder.path(), &right);
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(key->network_class(), NetworkClass::kMain);
  EXPECT_EQ(HexEncode(key->public_key()), ReadPublicPart(folder.path() + "/approval.key")->account);
  EXPECT_TRUE(VerifyEd25519("order", key->Sign("order"), key->public_key()));
}

TEST(CreateKeys, SealsTheApprovalKeyAlwaysAndKeepsTestNetworksHot) {
  for (const bool hot : {false, true}) {
    const TempFolder folder;
    SystemRandom random;
    const LockedBytes passphrase = Locked(kPassphrase);
    ASSERT_TRUE(CreateKeys(folder.path(), {passphrase, kCheapSealing}, hot, random).ok());
    EXPECT_TRUE(absl::IsUnavailable(ApprovalKey::Open(folder.path()).status()));
    const auto approval = ApprovalKey::Open(folder.path(), &passphrase);
    ASSERT_TRUE(approval.ok()) << approval.status();
    EXPECT_EQ(approval->network_class(), NetworkClass::kMain);
    KeyRing ring(folder.path());
    const auto test_key = ring.ForNetwork(kBaseSepolia);
    ASSERT_TRUE(test_key.ok()) << test_key.status();
    const auto main_key = ring.ForNetwork(kBase);
    EXPECT_EQ(main_key.ok(), hot);
    EXPECT_EQ(absl::IsUnavailable(main_key.status()), !hot);
    const auto keys = *ring.List();
    ASSERT_THAT(keys, SizeIs(2));
    EXPECT_NE(keys[0].account, keys[1].account) << "test and main networks never share a key";
  }
}

TEST(ApprovalKey, TellsWhatIsWrong) {
  const TempFolder folder;
  EXPECT_TRUE(absl::IsNotFound(ApprovalKey::Open(folder.path()).status()));
  folder.Put("approval.key", KeyText("tollpass-key 1 ed25519 approval mainnet sealed", "box"));
  EXPECT_TRUE(absl::IsDataLoss(ApprovalKey::Open(folder.path()).status()));
  // A payment key is no approval key.
  folder.Put("approval.key", TestnetKey(kSecret0));
  EXPECT_TRUE(absl::IsDataLoss(ApprovalKey::Open(folder.path()).status()));
}

}  // namespace
}  // namespace tollpass
