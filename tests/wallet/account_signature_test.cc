#include "wallet/keys/account_signature.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/wallet/known_keys.h"
#include "tests/wallet/temp_folder.h"
#include "wallet/keys/delegate_key.h"

namespace tollpass {
namespace {

// The example of web3.js for eth.accounts.sign.
constexpr char kDocumentedSecret[] =
    "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
constexpr char kDocumentedSignature[] =
    "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd"
    "6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";

TEST(AccountSignature, IsTheOneThatWalletsMake) {
  const auto key = KeyFromHex(kDocumentedSecret);
  EXPECT_EQ(SignAccountText("Some data", *key).value(), kDocumentedSignature);
  EXPECT_EQ(SignerOfAccountText("Some data", kDocumentedSignature),
            "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23");
}

TEST(AccountSignature, IsOfItsTextAndKeyAlone) {
  const std::string signature = SignAccountText("text", *KeyFromHex(kSecret0)).value();
  EXPECT_EQ(SignerOfAccountText("text", signature), kAccount0);
  EXPECT_NE(SignerOfAccountText("texts", signature), kAccount0);
  for (size_t i = 2; i < signature.size(); ++i) {
    std::string changed = signature;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_NE(SignerOfAccountText("text", changed), kAccount0) << i;
  }
  for (const std::string& text :
       {std::string(), std::string("0x"), signature.substr(2), signature + "00",
        signature.substr(0, signature.size() - 2) + "00"}) {
    EXPECT_EQ(SignerOfAccountText("text", text), std::nullopt) << text;
  }
}

TEST(DelegateKey, IsReadFromItsFileAndSigns) {
  TempFolder folder;
  SystemRandom random;
  const std::string path = folder.path() + "/delegate.key";
  ASSERT_TRUE(DelegateKey::Make(path, random).ok());
  EXPECT_TRUE(absl::IsAlreadyExists(DelegateKey::Make(path, random)));
  const auto key = DelegateKey::Open(path);
  ASSERT_TRUE(key.ok()) << key.status();
  const std::string public_key = HexDecode(key->public_key()).value();
  EXPECT_TRUE(VerifyEd25519("message", key->Sign("message").value(), public_key));
  EXPECT_EQ(DelegateKey::Open(path)->public_key(), key->public_key());
  // RFC 8032, section 7.1, test 1.
  folder.Put("known.key", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\n");
  EXPECT_EQ(DelegateKey::Open(folder.path() + "/known.key")->public_key(),
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
}

}  // namespace
}  // namespace tollpass
