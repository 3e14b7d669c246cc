#include "wallet/keys/sealed_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/encoding.h"
#include "core/hash.h"
#include "tests/wallet/cheap_sealing.h"

namespace tollpass {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr std::string_view kHead = "head of a file\nits second line\n";

/// Gives 1, 2, 3, ...: known bytes for a known answer.
class CountingRandom final : public Random {
 public:
  void Fill(std::span<uint8_t> bytes) override {
    for (uint8_t& byte : bytes) byte = ++last_;
  }

 private:
  uint8_t last_ = 0;
};

std::string Sealed(std::string_view secret, std::string_view passphrase = kPassphrase) {
  SystemRandom random;
  const LockedBytes words = Locked(passphrase);
  const auto text = SealText(kHead, Locked(secret), {words, kCheapSealing}, random);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : "";
}

/// `text` with its check line made right again, as a forger would.
std::string WithCheck(std::string text) {
  text.resize(text.rfind("check "));
  return text + "check " + HexEncode(Blake2b(text)) + "\n";
}

std::string With(std::string text, std::string_view old_words, std::string_view new_words) {
  const size_t place = text.find(old_words);
  EXPECT_NE(place, std::string::npos) << old_words;
  return text.replace(place, old_words.size(), new_words);
}

TEST(SealedText, HasTheFormThatIsDocumented) {
  EXPECT_THAT(Sealed("secret"), ContainsRegex("^head of a file\nits second line\n"
                                              "argon2id 1 8 [0-9a-f]{32}\n"
                                              "xchacha20poly1305 [0-9a-f]{48}\n"
                                              "[0-9a-f]{44}\n"
                                              "check [0-9a-f]{64}\n$"));
}

/// Computed by Python: argon2-cffi (Argon2id v1.3, hash_secret_raw) and pycryptodome
/// (ChaCha20_Poly1305 with a nonce of 24 bytes); salt 01..10, nonce 11..28.
TEST(SealedText, IsWhatOtherProgramsCompute) {
  CountingRandom random;
  const LockedBytes words = Locked(kPassphrase);
  const auto text = SealText(kHead, Locked("secret"), {words, kCheapSealing}, random);
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_THAT(*text, HasSubstr("\n002b866e4e3a78caf349e86af2b0c639eb1ff5b4ae81\n"));
}

TEST(SealedText, OpensUnderItsPassphraseAlone) {
  const std::string text = Sealed("secret");
  EXPECT_EQ(*HeadOf(text), kHead);
  const auto opened = OpenText(text, Locked(kPassphrase));
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_EQ(TextOf(*opened), "secret");
  for (const std::string_view other :
       {kOtherPassphrase, kPassphrase.substr(1), std::string_view()}) {
    EXPECT_TRUE(absl::IsUnauthenticated(OpenText(text, Locked(other)).status())) << other;
  }
}

TEST(SealedText, NeverUsesASaltOrNonceTwice) { EXPECT_NE(Sealed("secret"), Sealed("secret")); }

TEST(SealedText, TellsEveryDamageFromAWrongPassphrase) {
  const std::string text = Sealed("secret");
  for (size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_TRUE(absl::IsDataLoss(HeadOf(damaged).status())) << "byte " << i;
    EXPECT_TRUE(absl::IsDataLoss(OpenText(damaged, Locked(kPassphrase)).status())) << "byte " << i;
    EXPECT_TRUE(absl::IsDataLoss(OpenText(text.substr(0, i), Locked(kPassphrase)).status())) << i;
  }
  EXPECT_TRUE(absl::IsDataLoss(OpenText(text + "\n", Locked(kPassphrase)).status()));
}

TEST(SealedText, AuthenticatesHeadAndParametersAgainstAForger) {
  const std::string text = Sealed("secret");
  for (const std::string& forged :
       {With(text, "second", "secona"), With(text, "argon2id 1 8", "argon2id 2 8"),
        With(text, "argon2id 1 8", "argon2id 1 9"), "more\n" + text}) {
    const std::string mended = WithCheck(forged);
    ASSERT_TRUE(HeadOf(mended).ok()) << mended;
    EXPECT_TRUE(absl::IsUnauthenticated(OpenText(mended, Locked(kPassphrase)).status())) << mended;
  }
}

TEST(SealedText, NeverUsesUpThisMachineForAHostileFile) {
  const std::string text = Sealed("secret");
  for (const char* parameters :
       {"argon2id 1 67108864", "argon2id 1 1048577", "argon2id 17 8", "argon2id 4294967295 8",
        "argon2id 99999999999 8", "argon2id 1 99999999999", "argon2id 0 8", "argon2id 1 7",
        "argon2id 01 8", "argon2id -1 8", "argon2id 1  8", "argon2i 1 8", "scrypt 1 8"}) {
    const std::string hostile = WithCheck(With(text, "argon2id 1 8", parameters));
    EXPECT_TRUE(absl::IsDataLoss(OpenText(hostile, Locked(kPassphrase)).status())) << parameters;
  }
  const auto asked = HeadOf(WithCheck(With(text, "argon2id 1 8", "argon2id 1 67108864")));
  EXPECT_THAT(std::string(asked.status().message()), HasSubstr("67108864 KiB"));
}

TEST(SealedText, OfTheProgramCostsWhatLibsodiumCallsModerate) {
  EXPECT_EQ(kSealingCost.passes, 3U);
  EXPECT_EQ(kSealingCost.kibibytes, 256U * 1024U);
}

}  // namespace
}  // namespace tollpass
