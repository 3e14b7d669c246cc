#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/fake_node/fake_node.h"
#include "wallet/chain/chain_source.h"
#include "wallet/chain/http_post.h"

/// What a node may say, and when nothing follows from it.
namespace tollpass {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int64_t kTime = 1'796'000'000;
constexpr int64_t kDeadlineMs = 20'000;
constexpr char kNetwork[] = "eip155:84532";

OneTimeUse UseOf(char digit) {
  return {kNetwork, "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
          "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf", std::string(64, digit)};
}

ChainSection SectionOf(const FakeNode& node, std::string finality = "finalized") {
  ChainSection section;
  section.network = kNetwork;
  section.rpc = node.url();
  section.finality = std::move(finality);
  return section;
}

absl::StatusOr<std::vector<absl::StatusOr<ChainAnswer>>> Ask(const ChainSection& section,
                                                             const std::vector<OneTimeUse>& uses,
                                                             int64_t deadline_ms = kDeadlineMs) {
  return OpenChainSource(section, nullptr).value()->Ask(kNetwork, uses, deadline_ms);
}

TEST(RpcSource, TellsOfEachValueWhetherTheFinalBlockHasItUsed) {
  FakeNode node;
  node.SetFinal(kTime);
  const OneTimeUse used = UseOf('b');
  node.Use(used.asset, used.payer, used.value);
  const auto answers = Ask(SectionOf(node), {UseOf('a'), UseOf('b')});
  ASSERT_TRUE(answers.ok()) << answers.status();
  ASSERT_EQ(answers->size(), 2U);
  EXPECT_FALSE((*answers)[0]->used);
  EXPECT_TRUE((*answers)[1]->used);
  EXPECT_EQ((*answers)[0]->block_time, kTime);
  EXPECT_EQ((*answers)[0]->block_number, 1001);
  EXPECT_EQ((*answers)[0]->block_hash.size(), 66U);
  EXPECT_THAT(node.asked(), ElementsAre("eth_chainId", "eth_getBlockByNumber", "eth_call",
                                        "eth_call", "eth_getBlockByNumber"));
}

TEST(RpcSource, AsksForTheAuthorizationOfThePayer) {
  FakeNode node;
  node.SetFinal(kTime);
  const OneTimeUse use = UseOf('a');
  const std::string somebody = "0x" + std::string(40, '1');
  node.Use(somebody, use.payer, use.value);
  node.Use(use.asset, somebody, use.value);
  const auto answers = Ask(SectionOf(node), {use});
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_FALSE(answers->front()->used) << "another token's and another payer's";
  // The selector of authorizationState(address,bytes32), as in the ABI of USDC.
  EXPECT_EQ(node.call_data(), "0xe94a0102" + std::string(24, '0') +
                                  "7e5f4552091a69125d5dfcb7b8c2659029395bdf" +
                                  std::string(64, 'a'));
}

TEST(RpcSource, CountsBlocksBackFromTheNewest) {
  FakeNode node;
  node.SetFinal(kTime);
  const auto answers = Ask(SectionOf(node, "32"), {UseOf('a')});
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_EQ((*answers)[0]->block_number, 1001 - 32);
  const auto too_deep = Ask(SectionOf(node, "2000"), {UseOf('a')});
  EXPECT_TRUE(absl::IsUnavailable(too_deep.status())) << too_deep.status();
}

TEST(RpcSource, OfAnotherChainSaysNothing) {
  FakeNode node;
  node.SetFinal(kTime);
  node.SetChainId(8453);
  const auto answers = Ask(SectionOf(node), {UseOf('a')});
  EXPECT_TRUE(absl::IsUnavailable(answers.status()));
  EXPECT_THAT(std::string(answers.status().message()), HasSubstr("not one of eip155:84532"));
  EXPECT_THAT(node.asked(), ElementsAre("eth_chainId")) << "nothing more is told to it";
}

struct LyingNode {
  const char* what;
  const char* method;  // whose answer is replaced
  int from;            // the answer of this number on
  FakeNode::Reply reply;
  bool result = true;  // the body is only the result
};

std::vector<LyingNode> Lies() {
  const std::string hash = "\"0x" + std::string(64, 'c') + "\"";
  const std::string block = R"({"number":"0x3e9","timestamp":"0x6b0cea00","hash":)" + hash + "}";
  return {
      {"a reorg while it is asked", "eth_getBlockByNumber", 1, {.body = block}},
      {"no final block", "eth_getBlockByNumber", 0, {.body = "null"}},
      {"a block without a time",
       "eth_getBlockByNumber",
       0,
       {.body = R"({"number":"0x1","hash":)" + hash + "}"}},
      {"a block with two hashes",
       "eth_getBlockByNumber",
       0,
       {.body =
            R"({"number":"0x1","timestamp":"0x1","hash":)" + hash + R"(,"hash":)" + hash + "}"}},
      {"a number with a leading zero",
       "eth_getBlockByNumber",
       0,
       {.body = R"({"number":"0x01","timestamp":"0x1","hash":)" + hash + "}"}},
      {"a negative time",
       "eth_getBlockByNumber",
       0,
       {.body = R"({"number":"0x1","timestamp":"0x-1","hash":)" + hash + "}"}},
      {"a time beyond 63 bits",
       "eth_getBlockByNumber",
       0,
       {.body = R"({"number":"0x1","timestamp":"0x8000000000000000","hash":)" + hash + "}"}},
      {"a chain id that is a number", "eth_chainId", 0, {.body = "84532"}},
      {"an error",
       "eth_chainId",
       0,
       {.body = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}})"},
       false},
      {"the answer to another question",
       "eth_chainId",
       0,
       {.body = R"({"jsonrpc":"2.0","id":9,"result":"0x14a34"})"},
       false},
      {"an answer without a version",
       "eth_chainId",
       0,
       {.body = R"({"id":1,"result":"0x14a34"})"},
       false},
      {"two results",
       "eth_chainId",
       0,
       {.body = R"({"jsonrpc":"2.0","id":1,"result":"0x1","result":"0x14a34"})"},
       false},
      {"garbage", "eth_chainId", 0, {.body = "<html>\xff"}, false},
      {"nothing", "eth_chainId", 0, {.body = ""}, false},
      {"a huge body", "eth_chainId", 0, {.body = std::string(kMaxAnswerBytes + 1, ' ')}, false},
      {"deep nesting", "eth_chainId", 0, {.body = std::string(100'000, '[')}, false},
      {"a failure", "eth_chainId", 0, {.status = 500, .body = "\"0x14a34\""}},
      {"a failure of the last question",
       "eth_getBlockByNumber",
       1,
       {.status = 429, .body = "{}"},
       false},
  };
}

TEST(RpcSource, SaysNothingWhereItDoesNotSpeakClearly) {
  for (const LyingNode& lying : Lies()) {
    FakeNode node;
    node.SetFinal(kTime);
    node.SetLie([&](const std::string& method, int before) -> std::optional<FakeNode::Reply> {
      if (method != lying.method || before < lying.from) return std::nullopt;
      FakeNode::Reply reply = lying.reply;
      if (lying.result) reply.body = node.WithResult(reply.body);
      return reply;
    });
    const auto answers = Ask(SectionOf(node), {UseOf('a')});
    EXPECT_TRUE(absl::IsUnavailable(answers.status()))
        << lying.what << ": " << answers.status() << (answers.ok() ? " answered" : "");
  }
}

TEST(RpcSource, AnErrorThatIsNullIsNone) {
  FakeNode node;
  node.SetFinal(kTime);
  node.SetLie([&](const std::string& method, int) -> std::optional<FakeNode::Reply> {
    if (method != "eth_chainId") return std::nullopt;
    return FakeNode::Reply{.body = node.WithResult(R"("0x14a34","error":null)")};
  });
  EXPECT_TRUE(Ask(SectionOf(node), {UseOf('a')}).ok());
}

TEST(RpcSource, SaysNothingOfOneValueWhereTheTokenDoesNot) {
  const std::string words[] = {"\"0x\"",
                               "\"0x0\"",
                               "\"0x" + std::string(63, '0') + "2\"",
                               "\"0x1" + std::string(62, '0') + "1\"",
                               "\"" + std::string(64, '0') + "\"",
                               "false",
                               "null"};
  for (const std::string& word : words) {
    FakeNode node;
    node.SetFinal(kTime);
    node.SetLie([&](const std::string& method, int before) -> std::optional<FakeNode::Reply> {
      if (method != "eth_call" || before != 0) return std::nullopt;
      return FakeNode::Reply{.body = node.WithResult(word)};
    });
    const auto answers = Ask(SectionOf(node), {UseOf('a'), UseOf('b')});
    ASSERT_TRUE(answers.ok()) << word << answers.status();
    EXPECT_FALSE((*answers)[0].ok()) << word;
    EXPECT_TRUE((*answers)[1].ok()) << word;
  }
}

TEST(RpcSource, FollowsNoRedirect) {
  FakeNode elsewhere;
  elsewhere.SetFinal(kTime);
  for (const int status : {301, 302, 307, 308}) {
    FakeNode node;
    node.SetLie([&](const std::string&, int) {
      return FakeNode::Reply{.status = status, .body = "{}", .location = elsewhere.url()};
    });
    EXPECT_TRUE(absl::IsUnavailable(Ask(SectionOf(node), {UseOf('a')}).status())) << status;
  }
  EXPECT_TRUE(elsewhere.asked().empty());
}

TEST(RpcSource, IsNotWaitedForBeyondTheDeadline) {
  FakeNode node;
  node.SetFinal(kTime);
  node.SetLie([&](const std::string&, int) -> std::optional<FakeNode::Reply> {
    return FakeNode::Reply{.body = node.WithResult("\"0x14a34\""), .delay_ms = 1500};
  });
  EXPECT_TRUE(absl::IsUnavailable(Ask(SectionOf(node), {UseOf('a')}, 100).status()));
  EXPECT_EQ(node.asked().size(), 1U);
}

TEST(RpcSource, ThatIsNotThereSaysNothingAndItsUrlIsNotTold) {
  ChainSection section;
  {
    const FakeNode gone;
    section = SectionOf(gone);
  }
  const auto answers = Ask(section, {UseOf('a')});
  EXPECT_TRUE(absl::IsUnavailable(answers.status()));
  EXPECT_THAT(std::string(answers.status().message()), Not(HasSubstr("secret")));
}

TEST(RpcSource, IsAskedNothingForWhatIsNoAccountOrValue) {
  FakeNode node;
  node.SetFinal(kTime);
  OneTimeUse payer = UseOf('a');
  payer.payer = "0x7e5f\",\"x";
  OneTimeUse asset = UseOf('a');
  asset.asset = "0x12";
  OneTimeUse value = UseOf('a');
  value.value = "nonce_1";
  for (const OneTimeUse& use : {payer, asset, value}) {
    const auto answers = Ask(SectionOf(node), {use});
    ASSERT_TRUE(answers.ok()) << answers.status();
    EXPECT_FALSE((*answers)[0].ok());
  }
  EXPECT_EQ(node.call_data(), "");
}

TEST(ChainSourceName, TellsEachSourceFromEachOtherAndNoKey) {
  ChainSection section;
  section.network = kNetwork;
  section.rpc = "https://node.example/v2/secret?key=secret";
  section.finality = "finalized";
  const std::string name = ChainSourceName(section);
  EXPECT_THAT(name, ::testing::StartsWith("eip155:84532 rpc https://node.example finalized "));
  EXPECT_THAT(name, Not(HasSubstr("secret")));
  ChainSection path = section;
  path.rpc = "https://node.example/v2/other";
  ChainSection finality = section;
  finality.finality = "1";
  ChainSection network = section;
  network.network = "eip155:8453";
  for (const ChainSection& other : {path, finality, network}) {
    EXPECT_NE(ChainSourceName(other), name);
  }
  ChainSection file;
  file.network = kNetwork;
  file.file = "/home/anna/facts.json";
  EXPECT_EQ(ChainSourceName(file), "eip155:84532 file /home/anna/facts.json");
  ChainSection host;
  host.network = kNetwork;
  host.host = true;
  EXPECT_EQ(ChainSourceName(host), "eip155:84532 host");
}

}  // namespace
}  // namespace tollpass
