#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(MandateFor, IsWhatTheSectionSaysToday) {
  const Policy policy = Load(ShopText(
      "ask_above = \"0.005 USD\"\nmax_validity = \"1m\"\nrate = \"3/min\"\n"
      "[server.shop.tool.deep]\nper_call = \"0.04 USD\"\nper_month = \"3 USD\"\nask = \"always\"\n"
      "[server.shop.tool.\"admin_*\"]\npay = false\n"));
  const MandateTerms terms = *policy.MandateFor("shop");
  EXPECT_EQ(terms.server_id, policy.ServerByName("shop")->identity);
  EXPECT_EQ(terms.server_name, "shop");
  EXPECT_THAT(terms.payees, ElementsAre(kPayee));
  EXPECT_FALSE(terms.pinned_payee);
  EXPECT_THAT(terms.schemes, ElementsAre("exact"));
  EXPECT_EQ(terms.max_validity, 60);
  ASSERT_EQ(terms.limits.size(), 3U);
  EXPECT_EQ(terms.limits[0].window, WindowKind::kCall);
  EXPECT_EQ(terms.limits[1].window, WindowKind::kDay);
  EXPECT_EQ(terms.limits[2].window, WindowKind::kRate);
  EXPECT_EQ(terms.ask_above.size(), 1U);
  EXPECT_FALSE(terms.ask_always);
  ASSERT_EQ(terms.tools.size(), 3U);
  EXPECT_EQ(terms.tools[0].tool, "deep");
  EXPECT_EQ(terms.tools[0].limits.size(), 2U);
  EXPECT_TRUE(terms.tools[0].ask_always);
  EXPECT_EQ(terms.tools[1].tool, "admin_*");
  EXPECT_FALSE(terms.tools[1].pay);
  EXPECT_EQ(terms.tools[2].tool, "*");
  EXPECT_TRUE(terms.tools[2].pay);
  EXPECT_THAT(terms.tools[2].limits, IsEmpty());
  EXPECT_THAT(terms.only_tools, ElementsAre("*"));
}

/// Two sums of one window and unit would each add a payment to the same counter.
TEST(MandateFor, NamesAWindowThatTwoSectionsWriteInTwoWaysOnceWithTheLowerAmount) {
  std::string text = ShopText("rolling = { \"1h\" = \"2 USD\" }\n");
  const std::string budget = "[budget.all]\n";
  text.insert(text.find(budget) + budget.size(), "rolling = { \"60m\" = \"1 USD\" }\n");
  const MandateTerms terms = *Load(text).MandateFor("shop");
  std::vector<std::string> maxima;
  for (const LimitSpec& limit : terms.limits) {
    if (limit.window == WindowKind::kRolling) {
      maxima.push_back(FormatDecimal(limit.maximum, kSumDecimals));
    }
  }
  EXPECT_THAT(maxima, ElementsAre("1"));
}

TEST(MandateFor, AllowsQuotesOnlyWhereAKeySignsThem) {
  const std::string keys =
      "quote_keys = [\"a "
      "ed25519:8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\"]\n";
  const Policy policy = Load(ShopText(keys));
  EXPECT_THAT(policy.MandateFor("shop")->schemes, ElementsAre("exact", "quote"));
  EXPECT_THAT(*policy.Describe("shop"), HasSubstr("\nquote_keys    a ed25519:8a88e3dd"));
  EXPECT_NE(policy.ServerByName("shop")->identity, Load(ShopText()).ServerByName("shop")->identity);
  EXPECT_THAT(Load(ShopText(keys + "schemes = [\"exact\"]\n")).MandateFor("shop")->schemes,
              ElementsAre("exact"));
}

TEST(MandateFor, NamesNoIdKeyOrTime) {
  const MandateTerms terms = *Load(ShopText()).MandateFor("shop");
  EXPECT_EQ(terms.id + terms.ledger_id + terms.parent + terms.delegate_key, "");
  EXPECT_THAT(terms.wallet_keys, IsEmpty());
  EXPECT_EQ(terms.not_before, 0);
  EXPECT_EQ(terms.not_after, 0);
  EXPECT_EQ(terms.uses, 0);
  EXPECT_FALSE(terms.answers_ask);
}

/// "USDC@eip155:84532" for each asset.
std::vector<std::string> AssetsOf(const MandateTerms& terms) {
  std::vector<std::string> names;
  for (const Asset& asset : terms.assets) names.push_back(asset.symbol + "@" + asset.network);
  return names;
}

TEST(MandateFor, HoldsTheAssetsThatAllLevelsLimitOnAllowedNetworks) {
  const auto assets = [](std::string_view networks, std::string_view unit) {
    return AssetsOf(*Load("version = 1\nnetworks = [" + std::string(networks) +
                          "]\n[budget.all]\nper_call = \"1 USDC\"\nper_day = \"1 USDC\"\n"
                          "[server.shop]\ncommand = [\"/b\"]\nper_call = \"1 " +
                          std::string(unit) + "\"\nper_day = \"1 " + std::string(unit) + "\"\n")
                         .MandateFor("shop"));
  };
  EXPECT_THAT(assets("\"testnet\"", "USDC"),
              ElementsAre("USDC@eip155:84532", "USDC@eip155:421614"));
  EXPECT_THAT(assets("\"eip155:8453\"", "USDC"), ElementsAre("USDC@eip155:8453"));
  EXPECT_THAT(assets("\"testnet\"", "USDC@eip155:84532"), ElementsAre("USDC@eip155:84532"));
}

TEST(MandateFor, ATwinOfEachRuleDecidesAlike) {
  const Policy policy = Load(ShopText(
      "ask = \"always\"\n[server.shop.tool.quick]\nask = \"auto\"\n"
      "[server.shop.tool.other]\npay_to = [\"0x1111111111111111111111111111111111111111\"]\n"
      "[server.shop.tool.pinned]\npay_to = \"pin\"\nschemes = [\"exact\", \"upto\"]\n"));
  const MandateTerms terms = *policy.MandateFor("shop");
  EXPECT_FALSE(terms.ask_always);
  EXPECT_EQ(FindToolRule(terms.tools, "quick")->ask_always, false);
  EXPECT_EQ(FindToolRule(terms.tools, "any")->ask_always, true);
  EXPECT_THAT(terms.payees, ElementsAre(kPayee));
  EXPECT_FALSE(terms.pinned_payee);
  EXPECT_THAT(terms.schemes, ElementsAre("exact"));
  EXPECT_THAT(FindToolRule(terms.tools, "other")->payees, ElementsAre(kOtherPayee));
  EXPECT_TRUE(FindToolRule(terms.tools, "pinned")->pinned_payee);
  EXPECT_THAT(FindToolRule(terms.tools, "pinned")->schemes, ElementsAre("exact", "upto"));
  EXPECT_EQ(Decided(policy, ShopTerms(), "quick"), "pay in_bounds server.shop.tool.quick");
  EXPECT_TRUE(Load(ShopText("ask = \"always\"\n")).MandateFor("shop")->ask_always);
}

TEST(MandateFor, AServerThatPaysNothingButOneTool) {
  const Policy policy = Load(ShopText("pay = false\n[server.shop.tool.search]\npay = true\n"));
  EXPECT_EQ(Decided(policy, ShopTerms()), "pay in_bounds server.shop.tool.search");
  EXPECT_FALSE(FindToolRule(policy.MandateFor("shop")->tools, "other")->pay);
}

TEST(MandateFor, AnUnknownSectionIsNotFound) {
  const auto terms = Load(ShopText()).MandateFor("food");
  EXPECT_EQ(terms.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(terms.status().message()), HasSubstr("[server.food]"));
}

}  // namespace
}  // namespace tollpass
