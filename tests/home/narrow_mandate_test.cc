#include "home/narrow_mandate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/amount.h"
#include "core/asset.h"
#include "home/money_text.h"

/// What a flag of `allow` asks for bounds all that its unit names, however the policy wrote its own
/// limits of that window.
namespace tollpass {
namespace {

using Texts = std::vector<std::string>;

constexpr char kBase[] = "eip155:84532";
constexpr char kArbitrum[] = "eip155:421614";

Asset Coin(std::string_view symbol, std::string_view network) {
  return {.symbol = std::string(symbol),
          .network = std::string(network),
          .id = "0x" + std::string(symbol),
          .decimals = 6,
          .eip712_name = "",
          .eip712_version = ""};
}

/// Two assets, one of them on two networks; USD is all three.
const std::vector<Asset>& Coins() {
  static const std::vector<Asset> coins = {Coin("USDC", kBase), Coin("USDC", kArbitrum),
                                           Coin("EURC", kBase)};
  return coins;
}

/// "day 0.05 USDC@eip155:84532".
LimitSpec Spec(const std::string& text) {
  const size_t space = text.find(' ');
  const MoneyFlag money = *ParseMoneyFlag("a limit", text.substr(space + 1));
  LimitSpec spec;
  spec.window = *WindowFromName(text.substr(0, space));
  spec.unit = money.unit;
  spec.maximum = money.sum;
  for (const Asset& coin : Coins()) {
    if (money.unit == "USD" || money.unit == coin.symbol ||
        money.unit == coin.symbol + "@" + coin.network) {
      spec.assets.push_back(AssetKey(coin.network, coin.id));
    }
  }
  return spec;
}

std::vector<LimitSpec> Specs(const Texts& texts) {
  std::vector<LimitSpec> specs;
  for (const std::string& text : texts) specs.push_back(Spec(text));
  return specs;
}

Texts Written(const std::vector<LimitSpec>& limits) {
  Texts texts;
  for (const LimitSpec& limit : limits) {
    texts.push_back(std::string(WindowName(limit.window)) + " " +
                    SumText(limit.maximum, limit.unit));
  }
  return texts;
}

MandateTerms TermsOf(const Texts& limits, const Texts& of_tool = {}) {
  MandateTerms terms;
  terms.assets = Coins();
  terms.limits = Specs(limits);
  terms.only_tools = {"*"};
  terms.tools.emplace_back().tool = "*";
  if (!of_tool.empty()) {
    ToolRule& rule = terms.tools.emplace_back();
    rule.tool = "weather";
    rule.limits = Specs(of_tool);
  }
  return terms;
}

absl::Status NarrowBy(const std::string& text, MandateTerms& terms) {
  const LimitSpec asked = Spec(text);
  const MoneyFlag money = *ParseMoneyFlag("--flag", text.substr(text.find(' ') + 1));
  return Narrow(terms, {.flag = "--flag", .window = asked.window, .money = money});
}

struct Case {
  const char* name;
  Texts limits;
  std::string flag;
  Texts narrowed;
  Texts of_tool = {};
  Texts narrowed_of_tool = {};
};

class NarrowMandate : public testing::TestWithParam<Case> {};

TEST_P(NarrowMandate, BoundsEveryAssetOfTheUnit) {
  const Case& item = GetParam();
  MandateTerms terms = TermsOf(item.limits, item.of_tool);
  const absl::Status narrowed = NarrowBy(item.flag, terms);
  ASSERT_TRUE(narrowed.ok()) << narrowed;
  EXPECT_EQ(Written(terms.limits), item.narrowed);
  EXPECT_EQ(Written(terms.tools.back().limits), item.narrowed_of_tool);
  const LimitSpec asked = Spec(item.flag);
  if (asked.window == WindowKind::kCall) return;
  EXPECT_TRUE(std::any_of(
      terms.limits.begin(), terms.limits.end(),
      [&](const LimitSpec& limit) {
        return limit.window == asked.window && limit.maximum <= asked.maximum &&
               std::all_of(asked.assets.begin(), asked.assets.end(), [&](const std::string& key) {
                 return std::count(limit.assets.begin(), limit.assets.end(), key) == 1;
               });
      }))
      << "no single limit bounds all of " << item.flag;
}

INSTANTIATE_TEST_SUITE_P(
    Limits, NarrowMandate,
    testing::Values(Case{"TheSame", {"total 0.06 USD"}, "total 0.02 USD", {"total 0.02 USD"}},
                    Case{"NoneOfTheWindow",
                         {"day 0.06 USD"},
                         "total 0.02 USDC",
                         {"day 0.06 USD", "total 0.02 USDC"}},
                    Case{"OneThatCountsOnlySome",
                         {"total 0.06 USDC@eip155:84532"},
                         "total 0.02 USDC",
                         {"total 0.02 USDC@eip155:84532", "total 0.02 USDC"}},
                    Case{"OneForEach",
                         {"day 1 USDC@eip155:84532", "day 1 USDC@eip155:421614"},
                         "day 0.02 USDC",
                         {"day 0.02 USDC@eip155:84532", "day 0.02 USDC@eip155:421614",
                          "day 0.02 USDC"}},
                    Case{"OneThatCountsMore",
                         {"total 0.06 USD"},
                         "total 0.02 USDC",
                         {"total 0.06 USD", "total 0.02 USDC"}},
                    Case{"OneThatIsLowAlready",
                         {"total 0.06 USD", "total 0.01 USDC@eip155:84532"},
                         "total 0.02 USD",
                         {"total 0.02 USD", "total 0.01 USDC@eip155:84532"}},
                    Case{"OneOfAToolOnly",
                         {"day 0.06 USD"},
                         "total 0.01 USDC",
                         {"day 0.06 USD", "total 0.01 USDC"},
                         {"total 0.04 USDC@eip155:84532"},
                         {"total 0.01 USDC@eip155:84532"}},
                    Case{"ACallInEachAsset",
                         {"call 0.05 USDC@eip155:84532", "call 0.01 USDC@eip155:421614"},
                         "call 0.02 USDC",
                         {"call 0.02 USDC@eip155:84532", "call 0.01 USDC@eip155:421614"}},
                    Case{"ACallOfWhatCountsMore",
                         {"call 0.05 USD"},
                         "call 0.02 USDC",
                         {"call 0.05 USD", "call 0.02 USDC"},
                         {"call 0.09 USD"},
                         {"call 0.09 USD", "call 0.02 USDC"}},
                    Case{"NoCallInWhatHasNoLimitForOne",
                         {"call 0.05 USDC@eip155:84532"},
                         "call 0.02 USDC",
                         {"call 0.02 USDC@eip155:84532"}}),
    [](const auto& info) { return info.param.name; });

// What its limits count in a unit is one sum, so that a unit stands there once.
TEST(NarrowMandate, GivesAUnitThatCountsLessHereTheRest) {
  MandateTerms terms = TermsOf({"total 0.06 USD", "day 0.09 USD"});
  terms.limits[0].assets.resize(1);
  ASSERT_TRUE(NarrowBy("total 0.02 USD", terms).ok());
  EXPECT_EQ(Written(terms.limits), (Texts{"total 0.02 USD", "day 0.09 USD"}));
  EXPECT_EQ(terms.limits[0].assets, Spec("total 0.02 USD").assets);
}

struct Wide {
  Texts limits;
  std::string flag;
  std::string ceiling;  // empty: none
  Texts of_tool = {};
};

TEST(NarrowMandate, RefusesWhatIsMoreThanAllThatIsLetThrough) {
  for (const Wide& item : std::vector<Wide>{
           {{"day 0.06 USD"}, "day 0.07 USDC", "0.06 USDC"},
           {{"day 1 USDC@eip155:84532", "day 1 USDC@eip155:421614"}, "day 3 USDC", "2 USDC"},
           {{"day 1 USDC@eip155:84532", "day 1 USDC@eip155:421614"}, "day 2 USDC", ""},
           {{"day 1 USDC@eip155:84532"}, "day 3 USDC", ""},
           {{"call 0.01 USDC@eip155:84532", "call 0.03 USDC@eip155:421614"},
            "call 0.04 USDC",
            "0.03 USDC"},
           {{"call 0.01 USD"}, "call 0.04 USDC", "0.03 USDC", {"call 0.03 USDC@eip155:84532"}}}) {
    MandateTerms terms = TermsOf(item.limits, item.of_tool);
    const absl::Status narrowed = NarrowBy(item.flag, terms);
    EXPECT_EQ(narrowed.ok(), item.ceiling.empty()) << item.flag << narrowed;
    EXPECT_NE(narrowed.message().find(item.ceiling), std::string_view::npos) << narrowed;
  }
}

TEST(NarrowMandate, RefusesMoreDigitsThanTheAssetHasInTheWordsOfThePolicyFile) {
  MandateTerms terms = TermsOf({"day 0.06 USD"});
  const absl::Status narrowed = NarrowBy("total 0.0000001 USDC", terms);
  EXPECT_EQ(narrowed.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(narrowed.message(),
            "--flag: " + std::string(ParseDecimal("0.0000001", 6).status().message()));
  EXPECT_EQ(Written(terms.limits), Texts{"day 0.06 USD"});
}

}  // namespace
}  // namespace tollpass
