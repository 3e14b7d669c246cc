#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

TEST(VerdictLimits, AreThoseOfEverySectionThatApplies) {
  const Policy policy = Load(ShopText(R"(per_hour = "0.2 USD"
rate = "30/min"
[budget.team]
servers = ["shop"]
per_week = "3 USDC"
[budget.others]
servers = []
total = "1 USD"
[server.shop.tool."s*"]
per_call = "0.03 USDC"
per_month = "5 USD"
rolling = { "6h" = "0.20 USD" }
)"));
  const std::string id = policy.ServerByName("shop")->identity.substr(0, 12);
  const Verdict verdict = policy.Decide(ShopCall(policy), ShopTerms(), {}, kNow);
  EXPECT_EQ(verdict.kind, VerdictKind::kAsk) << "an asked payment is tested too";
  EXPECT_EQ(LimitLines(verdict.limits),
            "budget.all USD/testnet call 0.01/0.05\n"
            "budget.all USD/testnet day 0.01/1\n"
            "budget.team USDC/testnet week 0.01/3\n"
            "tool.shop.s*:" +
                id +
                " USDC/testnet call 0.01/0.03\n"
                "server.shop:" +
                id +
                " USD/testnet hour 0.01/0.2\n"
                "server.shop:" +
                id +
                " USD/testnet day 0.01/0.5\n"
                "server.shop:" +
                id +
                " calls/testnet rate 1/30\n"
                "tool.shop.s*:" +
                id +
                " USD/testnet month 0.01/5\n"
                "tool.shop.s*:" +
                id + " USD/testnet rolling 0.01/0.2\n");
  EXPECT_EQ(verdict.limits[3].section, "server.shop.tool.s*");
  EXPECT_EQ(verdict.limits[6].seconds, 60);
  EXPECT_EQ(verdict.limits[8].seconds, 6 * 3600);
}

TEST(VerdictLimits, OfTheMandateFollowThoseOfThePolicyAndNameIt) {
  const Policy policy =
      Load(ShopText("[server.shop.tool.search]\nper_call = \"0.03 USD\"\ntotal = \"7 USD\"\n"));
  MandateTerms mandate = Allowed(policy);
  mandate.uses = 5;
  const Verdict verdict = policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow);
  const auto first = std::find_if(verdict.limits.begin(), verdict.limits.end(),
                                  [](const Limit& limit) { return limit.mandate == "m1"; });
  EXPECT_EQ(first - verdict.limits.begin(), 5);
  EXPECT_EQ(LimitLines({first, verdict.limits.end()}),
            "mandate.m1 USD/testnet day 0.01/0.5\n"
            "mandate.m1 calls uses 1/5\n"
            "mandate.m1.tool.search USD/testnet call 0.01/0.03\n"
            "mandate.m1.tool.search USD/testnet total 0.01/7\n");
}

TEST(VerdictLimits, ADenialHasNone) {
  const Policy policy = Load(ShopText());
  EXPECT_TRUE(policy.Decide(ShopCall(policy), ShopTerms(20001), {}, kNow).limits.empty());
}

TEST(VerdictLimits, TestNetworksAndMainNetworksNeverShareACounter) {
  std::string text = ShopText();
  text.replace(text.find("[\"testnet\"]"), 11, "[\"testnet\", \"mainnet\"]");
  const Policy policy = Load(text);
  const auto test = policy.Decide(ShopCall(policy), ShopTerms(), {}, kNow).limits;
  const auto main = policy.Decide(ShopCall(policy), On(kMainNetwork, ShopTerms()), {}, kNow).limits;
  ASSERT_EQ(test.size(), main.size());
  for (size_t i = 0; i < test.size(); ++i) {
    EXPECT_EQ(test[i].counter, main[i].counter);
    EXPECT_TRUE(test[i].unit.ends_with("/testnet")) << test[i].unit;
    EXPECT_TRUE(main[i].unit.ends_with("/mainnet")) << main[i].unit;
  }
}

TEST(VerdictLimits, AServerThatIsReplacedCountsAnew) {
  std::string other = ShopText();
  other.replace(other.find("/usr/bin/shop"), 13, "/usr/bin/food");
  const Policy before = Load(ShopText());
  const Policy after = Load(other);
  const auto counters = [](const Policy& policy) {
    std::vector<std::string> names;
    for (const Limit& limit : policy.Decide(ShopCall(policy), ShopTerms(), {}, kNow).limits) {
      names.push_back(limit.counter);
    }
    return names;
  };
  const auto old_names = counters(before);
  const auto new_names = counters(after);
  EXPECT_EQ(old_names[0], new_names[0]) << "budget.all goes on";
  EXPECT_NE(old_names.back(), new_names.back());
}

}  // namespace
}  // namespace tollpass
