#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;

std::string WithTotal(std::string_view value) {
  return ShopText("total = " + std::string(value) + "\n");
}

TEST(Amounts, OnlyPlainDecimalsWithAUnit) {
  for (const std::string_view value : {"\"1\"",
                                       "\"USD\"",
                                       "\" USD\"",
                                       "\"-1 USD\"",
                                       "\"-0 USD\"",
                                       "\"+1 USD\"",
                                       "\"1e3 USD\"",
                                       "\"0x1 USD\"",
                                       "\".5 USD\"",
                                       "\"1. USD\"",
                                       "\"01 USD\"",
                                       "\"1,5 USD\"",
                                       "\"1_000 USD\"",
                                       "\"nan USD\"",
                                       "\".nan USD\"",
                                       "\"inf USD\"",
                                       "\"off\"",
                                       "\"off USD\"",
                                       "\"none\"",
                                       "\"unlimited USD\"",
                                       "\"\"",
                                       "\"1  USD\"",
                                       "\"1 USD \"",
                                       "\"1 usd\"",
                                       "\"1 DOGE\"",
                                       "1",
                                       "0.5",
                                       "true",
                                       "nan",
                                       "[]",
                                       "[1]",
                                       "[\"1 USD\", \"2 USD\"]",
                                       "{ a = \"1 USD\" }",
                                       "\"1 USDC@eip155:1x\"",
                                       "\"400000000000000000000000000000000000000 USD\"",
                                       "\"400000000000000000000 USD\""}) {
    EXPECT_THAT(ErrorsOf(WithTotal(value)), HasSubstr("policy.toml:13:")) << value;
  }
}

TEST(Amounts, NoMoreDigitsThanTheCoarsestAssetOfTheUnitHas) {
  EXPECT_EQ(ErrorsOf(WithTotal("\"0.000001 USD\"")), "");
  EXPECT_THAT(ErrorsOf(WithTotal("\"0.0000001 USD\"")), HasSubstr("at most 6 digits"));
  EXPECT_EQ(ErrorsOf(WithTotal("\"0.000000000000000001 MUSD\"")), "");
  EXPECT_THAT(ErrorsOf(WithTotal("\"0.0000000000000000001 MUSD\"")), HasSubstr("at most 18"));
  const std::string mixed =
      "version = 1\n[unit]\nD = [\"USDC\", \"MUSD\"]\n[budget.all]\ntotal = \"0.0000001 D\"\n";
  EXPECT_THAT(ErrorsOf(mixed), HasSubstr("at most 6 digits"));
}

/// The limits of one payment of 0.01 USDC with `value` as the server's total.
std::string TotalOf(std::string_view value, const Terms& terms) {
  const Policy policy = Load(
      "version = 1\nnetworks = [\"testnet\", \"mainnet\"]\n[unit]\nUSD = [\"USDC\", \"MUSD\"]\n"
      "[budget.all]\nper_call = \"1 USD\"\nper_day = \"1 USD\"\n"
      "[server.shop]\ncommand = [\"/usr/bin/shop\"]\nper_call = \"1 USD\"\nper_day = \"1 USD\"\n" +
      std::string(kListed) + "total = " + std::string(value) + "\n");
  std::string totals;
  for (const Limit& limit : policy.Decide(ShopCall(policy), terms, {}, kNow).limits) {
    if (limit.window != WindowKind::kTotal) continue;
    const std::string line = LimitLines({limit});
    totals += line.substr(line.find(' ') + 1);
  }
  return totals;
}

TEST(Amounts, AUnitCountsItsAssetsAtParAndNetworksOfOneClassTogether) {
  const std::string test = "/testnet total 0.01/2\n";
  const std::string main = "/mainnet total 0.01/2\n";
  const struct {
    std::string_view value;
    std::string_view network;
    std::string counted;  // lines without the counter
  } cases[] = {
      {"\"2 USD\"", kTestNetwork, "USD" + test},
      {"\"2 USDC\"", kTestNetwork, "USDC" + test},
      {"\"2 USDC\"", kMainNetwork, "USDC" + main},
      {"\"2 USDC@eip155:84532\"", kTestNetwork, "USDC@eip155:84532" + test},
      {"\"2 USDC@eip155:84532\"", kMainNetwork, ""},
      {"\"2 MUSD\"", kTestNetwork, ""},
      {"[\"2 USD\", \"2 MUSD\", \"2 USDC\"]", kTestNetwork, "USD" + test + "USDC" + test},
  };
  for (const auto& [value, network, counted] : cases) {
    EXPECT_EQ(TotalOf(value, On(network, ShopTerms())), counted) << value << " on " << network;
  }
}

TEST(Amounts, ZeroIsALimitThatNothingPasses) {
  const Policy policy = Load(WithTotal("\"0 USD\""));
  const Verdict verdict =
      policy.Decide(ShopCall(policy), ShopTerms(1), FactsWith(Allowed(policy)), kNow);
  const auto total = std::find_if(verdict.limits.begin(), verdict.limits.end(),
                                  [](const Limit& l) { return l.window == WindowKind::kTotal; });
  ASSERT_NE(total, verdict.limits.end());
  EXPECT_GT(total->amount, total->maximum);
}

}  // namespace
}  // namespace tollpass
