#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "tests/wallet/temp_folder.h"
#include "wallet/chain/chain_source.h"

namespace tollpass {
namespace {

constexpr char kNetwork[] = "eip155:84532";
constexpr char kAsset[] = "0x036cbd53842c5426634e7929541ec2318f3dcf7e";
constexpr char kPayer[] = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";

OneTimeUse UseOf(char digit) { return {kNetwork, kAsset, kPayer, std::string(64, digit)}; }

std::string Entry(const std::string& nonce, const std::string& used) {
  return R"({"asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e","payer":")" +
         std::string(kPayer) + R"(","nonce":")" + nonce + R"(","used":)" + used + "}";
}

std::string FactsText(const std::string& entries, const std::string& network = kNetwork) {
  return R"({"format":"tollpass-chain-facts/1","network":")" + network +
         R"(","block":{"number":7,"hash":"0xab","time":1796000000},"authorizations":[)" + entries +
         "]}";
}

class FileSource : public testing::Test {
 protected:
  absl::StatusOr<std::vector<absl::StatusOr<ChainAnswer>>> Ask(
      const std::vector<OneTimeUse>& uses) {
    ChainSection section;
    section.network = kNetwork;
    section.file = folder_.path() + "/facts.json";
    return OpenChainSource(section, nullptr).value()->Ask(kNetwork, uses, 1000);
  }
  TempFolder folder_;
};

TEST_F(FileSource, TellsWhatIsListed) {
  folder_.Put("facts.json", FactsText(Entry("0x" + std::string(64, 'A'), "false") + "," +
                                      Entry(std::string(64, 'b'), "true")));
  const auto answers = Ask({UseOf('a'), UseOf('b'), UseOf('c')});
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_FALSE((*answers)[0]->used);
  EXPECT_EQ((*answers)[0]->block_time, 1'796'000'000);
  EXPECT_EQ((*answers)[0]->block_number, 7);
  EXPECT_EQ((*answers)[0]->block_hash, "0xab");
  EXPECT_TRUE((*answers)[1]->used);
  EXPECT_TRUE(absl::IsUnavailable((*answers)[2].status())) << "what is not listed is not known";
}

TEST_F(FileSource, IsReadAnew) {
  folder_.Put("facts.json", FactsText(""));
  ASSERT_FALSE((*Ask({UseOf('a')}))[0].ok());
  folder_.Put("facts.json", FactsText(Entry(std::string(64, 'a'), "true")));
  EXPECT_TRUE((*Ask({UseOf('a')}))[0]->used);
}

TEST_F(FileSource, ThatContradictsItselfSaysNothing) {
  folder_.Put("facts.json", FactsText(Entry(std::string(64, 'a'), "false") + "," +
                                      Entry(std::string(64, 'a'), "true")));
  EXPECT_TRUE(absl::IsUnavailable((*Ask({UseOf('a')}))[0].status()));
}

TEST_F(FileSource, OfAnotherFormSaysNothing) {
  const std::string good = Entry(std::string(64, 'a'), "false");
  const std::string texts[] = {
      "",
      "[]",
      "{}",
      FactsText(good, "eip155:8453"),
      FactsText(Entry(std::string(64, 'a'), "\"false\"")),
      FactsText(good).substr(1),
      FactsText("1"),
      R"({"format":"tollpass-chain-facts/2",)" + FactsText(good).substr(35),
      R"({"network":"eip155:84532","format":"tollpass-chain-facts/1","authorizations":[]})"};
  for (const std::string& text : texts) {
    folder_.Put("facts.json", text);
    EXPECT_FALSE(Ask({UseOf('a')}).ok()) << text;
  }
}

TEST_F(FileSource, ThatOthersMayWriteSaysNothing) {
  folder_.Put("facts.json", FactsText(Entry(std::string(64, 'a'), "false")));
  ASSERT_TRUE(Ask({UseOf('a')}).ok());
  ASSERT_EQ(chmod((folder_.path() + "/facts.json").c_str(), 0666), 0);
  EXPECT_FALSE(Ask({UseOf('a')}).ok());
}

TEST_F(FileSource, ThatIsMissingSaysNothing) { EXPECT_FALSE(Ask({UseOf('a')}).ok()); }

}  // namespace
}  // namespace tollpass
