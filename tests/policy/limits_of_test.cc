#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;

std::vector<std::string> Named(const std::vector<Limit>& limits) {
  std::vector<std::string> names;
  for (const Limit& limit : limits) {
    names.push_back(limit.section + " " + std::string(WindowName(limit.window)));
  }
  return names;
}

Policy WithTools() {
  return Load(
      std::string(kShopPolicy) +
      std::string("rate = \"30/min\"\n"
                  "[server.shop.tool.deep]\nper_day = \"0.3 USD\"\nper_call = \"0.04 USD\"\n"
                  "[server.shop.tool.\"admin_*\"]\npay = false\nper_week = \"9 USD\"\n"));
}

TEST(LimitsOf, NamesEveryCounterOfEveryToolThatMayBePaid) {
  const std::vector<std::string> named = Named(WithTools().LimitsOf("shop", {}, kNow));
  EXPECT_THAT(named, IsSupersetOf({"budget.all day", "server.shop day", "server.shop rate",
                                   "server.shop.tool.deep day", "server.shop.tool.deep call"}));
  EXPECT_THAT(named, Not(Contains("server.shop.tool.admin_* week")));
  EXPECT_EQ(std::set<std::string>(named.begin(), named.end()).size(), named.size()) << "once each";
}

TEST(LimitsOf, NamesThoseOfAMandateItsUsesAndItsTools) {
  MandateTerms mandate = Allowed(WithTools());
  mandate.uses = 3;
  const std::vector<std::string> named = Named(WithTools().LimitsOf("shop", {mandate}, kNow));
  EXPECT_THAT(named, IsSupersetOf({"mandate.m1 day", "mandate.m1 uses", "mandate.m1 rate",
                                   "mandate.m1.tool.deep day"}));
}

TEST(LimitsOf, AreTheOnesThatAPaymentIsChargedUnder) {
  const Policy policy = Load(ShopText("[server.shop.tool.search]\nper_day = \"0.3 USD\"\n"));
  const Facts facts = FactsWith(Allowed(policy));
  const Verdict verdict = policy.Decide(ShopCall(policy), ShopTerms(1), facts, kNow);
  ASSERT_EQ(verdict.kind, VerdictKind::kPay);
  EXPECT_THAT(Named(policy.LimitsOf("shop", facts.mandates, kNow)),
              IsSupersetOf(Named(verdict.limits)));
}

// Money that was paid before the section was narrowed counts in them all the same.
TEST(Totals, AreAllOfTheFileAlsoWhereNothingIsPaidToday) {
  std::string text = ShopText(
      "total = \"7 USD\"\nper_week = \"6 USD\"\n"
      "[server.shop.tool.deep]\ntotal = [\"1 USD\", \"2 USDC\"]\n");
  const std::string budget = "[budget.all]\n";
  text.insert(text.find(budget) + budget.size(), "total = \"20 USD\"\n");
  const auto lines = [](const Policy& policy) {
    std::vector<std::string> lines;
    for (const Limit& total : policy.Totals()) {
      EXPECT_EQ(total.window, WindowKind::kTotal);
      lines.push_back(total.section + " " + FormatDecimal(total.maximum, kSumDecimals) + " " +
                      total.unit);
    }
    return lines;
  };
  const std::vector<std::string> expected = {"budget.all 20 USD/testnet",
                                             "budget.all 20 USD/mainnet",
                                             "server.shop 7 USD/testnet",
                                             "server.shop 7 USD/mainnet",
                                             "server.shop.tool.deep 1 USD/testnet",
                                             "server.shop.tool.deep 1 USD/mainnet",
                                             "server.shop.tool.deep 2 USDC/testnet",
                                             "server.shop.tool.deep 2 USDC/mainnet"};
  EXPECT_EQ(lines(Load(text)), expected);
  std::string narrowed = text;
  narrowed.insert(narrowed.find(budget) + budget.size(), "pay = false\n");
  EXPECT_EQ(lines(Load(narrowed)), expected);
  EXPECT_EQ(lines(Load(text + "pay = false\n")), expected);
}

TEST(Totals, AreCountedAsAPaymentIs) {
  const Policy policy = Load(ShopText("total = \"7 USD\"\n"));
  const Verdict verdict =
      policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(Allowed(policy)), kNow);
  const Limit total = policy.Totals().at(0);
  EXPECT_TRUE(std::any_of(verdict.limits.begin(), verdict.limits.end(), [&](const Limit& limit) {
    return limit.counter == total.counter && limit.unit == total.unit &&
           limit.window == total.window && limit.maximum == total.maximum;
  })) << LimitLines(verdict.limits);
}

TEST(LimitsOf, AServerWithoutASectionHasNone) {
  EXPECT_TRUE(WithTools().LimitsOf("nobody", {}, kNow).empty());
}

}  // namespace
}  // namespace tollpass
