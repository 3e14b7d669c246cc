#include "wallet/keys/key_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/os/file.h"
#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/temp_folder.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;

const KeyHeader kTestKey = {KeyKind::kSecp256k1, "eip155", NetworkClass::kTest, KeyStorage::kHot};
constexpr std::string_view kTestLine = "tollpass-key 1 secp256k1 eip155 testnet hot\n";

std::string Hex(LockedBytes& secret) { return HexEncode(secret.writable()); }

TEST(KeyFile, HasADocumentedNameAndText) {
  const TempFolder folder;
  const std::string path = KeyPath(folder.path(), kTestKey);
  EXPECT_EQ(path, folder.path() + "/eip155.testnet.key");
  EXPECT_EQ(KeyPath("/k", {KeyKind::kEd25519, "approval"}), "/k/approval.key");
  EXPECT_EQ(KeyPath("/k", {KeyKind::kSecp256k1, "eip155", NetworkClass::kMain}),
            "/k/eip155.mainnet.key");

  ASSERT_TRUE(WriteHotKey(path, kTestKey, SecretFromHex(kSecret0)).ok());
  EXPECT_EQ(*os::ReadFile(path, 4096), std::string(kTestLine) + std::string(kSecret0) + "\n");
}

TEST(KeyFile, IsMadeForItsOwnerOnlyAndNeverOverwritten) {
  const TempFolder folder;
  const std::string path = KeyPath(folder.path(), kTestKey);
  LockedBytes secret = SecretFromHex(kSecret0);
  ASSERT_TRUE(WriteHotKey(path, kTestKey, secret).ok());
  struct stat facts = {};
  ASSERT_EQ(stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0600U);

  LockedBytes other = SecretFromHex(kSecret1);
  EXPECT_TRUE(absl::IsAlreadyExists(WriteHotKey(path, kTestKey, other)));
  absl::StatusOr<LockedBytes> kept = ReadSecret(path, kTestKey);
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(Hex(*kept), kSecret0);
}

TEST(KeyFile, IsReadBackAsItWasWritten) {
  const TempFolder folder;
  const std::vector<KeyHeader> headers = {
      kTestKey,
      {KeyKind::kSecp256k1, "eip155", NetworkClass::kMain, KeyStorage::kHot},
      {KeyKind::kEd25519, "approval", NetworkClass::kTest, KeyStorage::kHot},
      {KeyKind::kEd25519, "casper", NetworkClass::kMain, KeyStorage::kHot},
  };
  for (const KeyHeader& header : headers) {
    const std::string path = KeyPath(folder.path(), header);
    LockedBytes secret = SecretFromHex(kSecret1);
    ASSERT_TRUE(WriteHotKey(path, header, secret).ok());
    EXPECT_EQ(ReadPublicPart(path)->header, header) << path;
    absl::StatusOr<LockedBytes> read = ReadSecret(path, header);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(Hex(*read), kSecret1);
  }
}

TEST(KeyFile, ThatDoesNotFollowTheFormatIsDataLossAndNamesTheFile) {
  const TempFolder folder;
  const std::string secret(kSecret0);
  const std::vector<std::string> texts = {
      "",
      "\n",
      secret + "\n",
      std::string(kTestLine),
      std::string(kTestLine) + secret,
      std::string(kTestLine) + secret + "\n\n",
      std::string(kTestLine) + "\n" + secret + "\n",
      std::string(kTestLine) + secret.substr(2) + "\n",
      std::string(kTestLine) + "00" + secret + "\n",
      std::string(kTestLine) + "0x" + secret.substr(2) + "\n",
      std::string(kTestLine) + "zz" + secret.substr(2) + "\n",
      std::string(kTestLine) + std::string(64, '\0') + "\n",
      "tollpass-key 2 secp256k1 eip155 testnet hot\n" + secret + "\n",
      "tollpass-key 1 secp256r1 eip155 testnet hot\n" + secret + "\n",
      "tollpass-key 1 secp256k1 eip155 devnet hot\n" + secret + "\n",
      "tollpass-key 1 secp256k1 eip155 testnet warm\n" + secret + "\n",
      "tollpass-key 1 secp256k1 EIP155 testnet hot\n" + secret + "\n",
      "tollpass-key 1 secp256k1 ../x testnet hot\n" + secret + "\n",
      "tollpass-key 1 secp256k1 eip155 testnet hot hot\n" + secret + "\n",
      "tollpass-key 1 secp256k1  eip155 testnet hot\n" + secret + "\n",
      "tollpass-key 1 secp256k1 eip155 testnet hot\r\n" + secret + "\n",
      std::string(1 << 20, 'a'),
  };
  for (const std::string& text : texts) {
    const std::string path = folder.Put("eip155.testnet.key", text);
    const absl::Status status = ReadSecret(path, kTestKey).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status << "\nfor: " << text.substr(0, 200);
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr(secret.substr(4, 8))));
  }
}

TEST(KeyFile, OfAnotherKindOrClassThanItsNameSaysIsDataLoss) {
  const TempFolder folder;
  for (const char* line : {"tollpass-key 1 secp256k1 eip155 mainnet hot\n",
                           "tollpass-key 1 ed25519 eip155 testnet hot\n",
                           "tollpass-key 1 secp256k1 kaspa testnet hot\n"}) {
    const std::string path =
        folder.Put("eip155.testnet.key", std::string(line) + std::string(kSecret0) + "\n");
    EXPECT_TRUE(absl::IsDataLoss(ReadSecret(path, kTestKey).status())) << line;
  }
}

const KeyHeader kSealedKey = {KeyKind::kSecp256k1, "eip155", NetworkClass::kMain,
                              KeyStorage::kSealed};

TEST(KeyFile, WithAPassphraseNamesItsAccountAndIsUnavailableNotBroken) {
  const TempFolder folder;
  const std::string path =
      folder.Put("eip155.mainnet.key", SealedFile(kSealedKey, SecretFromHex(kSecret0)));
  const auto facts = ReadPublicPart(path);
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(facts->header, kSealedKey);
  EXPECT_EQ(facts->account, kAccount0);
  EXPECT_TRUE(absl::IsUnavailable(ReadSecret(path, kSealedKey).status()));
}

TEST(KeyFile, WithAPassphraseOpensUnderItAlone) {
  const TempFolder folder;
  for (const KeyHeader& header :
       {kSealedKey,
        KeyHeader{KeyKind::kEd25519, "approval", NetworkClass::kMain, KeyStorage::kSealed}}) {
    const std::string path = folder.Put("some.key", SealedFile(header, SecretFromHex(kSecret0)));
    absl::StatusOr<LockedBytes> opened = OpenSecret(path, header, Locked(kPassphrase));
    ASSERT_TRUE(opened.ok()) << opened.status();
    EXPECT_EQ(Hex(*opened), kSecret0);
    const absl::Status wrong = OpenSecret(path, header, Locked(kOtherPassphrase)).status();
    EXPECT_TRUE(absl::IsUnauthenticated(wrong)) << wrong;
    EXPECT_THAT(std::string(wrong.message()), HasSubstr(path));
    EXPECT_THAT(std::string(wrong.message()), HasSubstr("passphrase is wrong"));
  }
}

TEST(KeyFile, WithAPassphraseHoldsNoByteOfItsSecretInTheClear) {
  const std::string text = SealedFile(kSealedKey, SecretFromHex(kSecret0));
  for (size_t i = 0; i + 8 <= kSecret0.size(); i += 2) {
    EXPECT_THAT(text, Not(HasSubstr(std::string(kSecret0.substr(i, 8)))));
  }
}

TEST(KeyFile, WithAPassphraseTellsDamageFromAWrongPassphraseAndNamesTheFile) {
  const TempFolder folder;
  const std::string text = SealedFile(kSealedKey, SecretFromHex(kSecret0));
  const size_t second_line = text.find('\n') + 1;
  for (size_t i = 0; i < text.size(); i += 3) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 2);
    const std::string path = folder.Put("eip155.mainnet.key", damaged);
    const absl::Status status = OpenSecret(path, kSealedKey, Locked(kPassphrase)).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << "byte " << i << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
    if (i >= second_line) {
      EXPECT_TRUE(absl::IsDataLoss(ReadPublicPart(path).status())) << "byte " << i;
    }
  }
}

TEST(KeyFile, WithAPassphraseCannotBeTurnedIntoOneForAnotherUse) {
  const TempFolder folder;
  std::string text = SealedFile(kSealedKey, SecretFromHex(kSecret0));
  text.replace(text.find("mainnet"), 7, "testnet");
  text.resize(text.rfind("check "));
  text += "check " + HexEncode(Blake2b(text)) + "\n";
  const std::string path = folder.Put("eip155.testnet.key", text);
  EXPECT_TRUE(absl::IsUnauthenticated(OpenSecret(path, kTestKey, Locked(kPassphrase)).status()));
}

TEST(KeyFile, OfAHotKeyOpensWithAnyPassphrase) {
  const TempFolder folder;
  const std::string path = KeyPath(folder.path(), kTestKey);
  ASSERT_TRUE(WriteHotKey(path, kTestKey, SecretFromHex(kSecret0)).ok());
  EXPECT_TRUE(OpenSecret(path, kTestKey, Locked("")).ok());
}

TEST(KeyFile, ThatOthersCouldReadOrTurnAroundIsRefused) {
  const TempFolder folder;
  const std::string text = std::string(kTestLine) + std::string(kSecret0) + "\n";
  const std::string path = folder.Put("eip155.testnet.key", text);
  for (const unsigned mode : {0640U, 0604U, 0620U, 0644U, 0666U}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_TRUE(absl::IsPermissionDenied(ReadSecret(path, kTestKey).status())) << std::oct << mode;
  }
  ASSERT_EQ(chmod(path.c_str(), 0400), 0);
  EXPECT_TRUE(ReadSecret(path, kTestKey).ok());

  const std::string link = folder.path() + "/link.key";
  std::filesystem::create_symlink(path, link);
  EXPECT_TRUE(absl::IsPermissionDenied(ReadSecret(link, kTestKey).status()));
  EXPECT_TRUE(absl::IsNotFound(ReadSecret(folder.path() + "/none.key", kTestKey).status()));
}

}  // namespace
}  // namespace tollpass
