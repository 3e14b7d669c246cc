#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/policy/shop.h"

/// [chain."NETWORK"] and `trust`: whose word gives budget back.
namespace tollpass {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string Chain(std::string_view lines, std::string_view network = kTestNetwork) {
  return "version = 1\n[chain.\"" + std::string(network) + "\"]\n" + std::string(lines);
}

TEST(Chains, OnesThatAreGood) {
  const struct {
    const char* lines;
    ChainSection section;
  } cases[] = {
      {"rpc = \"https://node.example/v2/key?x=1\"",
       {"eip155:84532", "https://node.example/v2/key?x=1", "", false, "finalized"}},
      {"rpc = \"http://127.0.0.1:8545\"\nfinality = \"safe\"",
       {"eip155:84532", "http://127.0.0.1:8545", "", false, "safe"}},
      {"rpc = \"http://localhost:8545\"\nfinality = 64",
       {"eip155:84532", "http://localhost:8545", "", false, "64"}},
      {"file = \"/home/anna/facts.json\"",
       {"eip155:84532", "", "/home/anna/facts.json", false, ""}},
      {"host = true", {"eip155:84532", "", "", true, ""}},
  };
  for (const auto& item : cases) {
    const Policy policy = Load(Chain(item.lines));
    ASSERT_NE(policy.ChainFor(kTestNetwork), nullptr) << item.lines;
    EXPECT_EQ(*policy.ChainFor(kTestNetwork), item.section) << item.lines;
    EXPECT_EQ(policy.ChainFor(kMainNetwork), nullptr);
    EXPECT_THAT(policy.chains(), ElementsAre(item.section));
  }
}

TEST(Chains, OnesThatAreNot) {
  const struct {
    std::string text;
    const char* words;
  } cases[] = {
      {Chain(""), "say where the facts about the network come from"},
      {Chain("host = true\nfile = \"/x\""), "one of 'rpc', 'file' and 'host'"},
      {Chain("host = false"), "'host' must be true"},
      {Chain("rpc = \"http://node.example\""), "plain http to another machine"},
      {Chain("rpc = \"http://10.0.0.1:8545\""), "plain http to another machine"},
      {Chain("rpc = \"ftp://node.example\""), "is not the address of a node"},
      {Chain("rpc = \"file:///etc/passwd\""), "is not the address of a node"},
      {Chain("rpc = \"https://anna:secret@node.example\""), "is not the address of a node"},
      {Chain("rpc = \"https://node.example/#secret\""), "is not the address of a node"},
      {Chain("rpc = \"https://node.example\"\nfinality = 0"), "'finality' must be"},
      {Chain("rpc = \"https://node.example\"\nfinality = \"latest\""), "'finality' must be"},
      {Chain("rpc = \"https://node.example\"\nfinality = \"32\""), "'finality' must be"},
      {Chain("host = true\nfinality = 3"), "'finality' belongs to 'rpc'"},
      {Chain("file = \"facts.json\""), "'file' must be an absolute path"},
      {Chain("rpc = \"https://node.example\"\nurl = \"x\""), "'url' does not belong into [chain."},
      {Chain("rcp = \"https://node.example\""), "did you mean 'rpc'?"},
      {Chain("rpc = \"https://node.example\"", "kaspa:mainnet"), "on networks of eip155 only"},
      {Chain("host = true", "base"), "must be a section of a network"},
      {"version = 1\nchain = \"https://node.example\"", "[chain."},
  };
  for (const auto& item : cases) {
    const std::string errors = ErrorsOf(item.text);
    EXPECT_THAT(errors, HasSubstr(item.words)) << item.text;
    EXPECT_THAT(errors, Not(HasSubstr("secret"))) << "what may be a key is not repeated";
  }
}

TEST(Chains, ThoseOfTheNetworksThatMayBePaidAreSigned) {
  const std::string shop = ShopText();
  EXPECT_THAT(Allowed(Load(shop)).chain_sources, IsEmpty());
  const std::string chains =
      "[chain.\"eip155:8453\"]\nhost = true\n[chain.\"eip155:84532\"]\nfile = \"/f\"\n";
  EXPECT_THAT(Allowed(Load(shop + chains)).chain_sources, ElementsAre("eip155:84532 file /f"));
}

TEST(Trust, IsSignedAndOffByDefault) {
  EXPECT_THAT(Allowed(Load(ShopText())).trust, IsEmpty());
  const Policy policy = Load(ShopText("trust = [\"refusals\", \"receipts\", \"refusals\"]\n"));
  EXPECT_THAT(Allowed(policy).trust, ElementsAre("receipts", "refusals"));
  const std::string identity = policy.ServerByName("shop")->identity;
  EXPECT_THAT(policy.TrustedWith(kTrustRefusals), ElementsAre(identity));
  EXPECT_THAT(policy.TrustedWith(kTrustReceipts), ElementsAre(identity));
  EXPECT_THAT(Load(ShopText("trust = [\"receipts\"]\n")).TrustedWith(kTrustRefusals), IsEmpty());
  EXPECT_THAT(Load(ShopText()).TrustedWith(kTrustRefusals), IsEmpty());
}

TEST(Trust, IsNoPartOfWhoAServerIsButAnEditEndsAnswers) {
  const Policy plain = Load(ShopText());
  const Policy trusting = Load(ShopText("trust = [\"refusals\"]\n"));
  EXPECT_EQ(plain.ServerByName("shop")->identity, trusting.ServerByName("shop")->identity);
  const auto digest = [](const Policy& policy) {
    return policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(Allowed(policy)), kNow)
        .section_digest;
  };
  EXPECT_NE(digest(plain), digest(trusting));
}

}  // namespace
}  // namespace tollpass
