#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/asset.h"
#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string UsdcKey() { return AssetKey(kTestNetwork, ShopTerms().asset.id); }

Verdict DecidedWith(const Policy& policy, const Terms& terms, Facts facts, Call call) {
  return policy.Decide(call, terms, facts, kNow);
}

std::string SummaryWith(const Policy& policy, uint64_t charge, const Facts& extra) {
  Facts facts = FactsWith(Allowed(policy));
  facts.last_prices = extra.last_prices;
  facts.undelivered = extra.undelivered;
  facts.refused_prices = extra.refused_prices;
  return Summary(DecidedWith(policy, ShopTerms(charge), facts, ShopCall(policy)));
}

Facts Last(uint64_t price, std::string asset = UsdcKey()) {
  Facts facts;
  facts.last_prices = {{std::move(asset), Amount(price)}};
  return facts;
}

TEST(PriceDrift, APriceFarAboveTheLastOneAsks) {
  const struct {
    std::string lines;
    uint64_t last;
    uint64_t charge;
    std::string summary;
  } cases[] = {{"", 10'000, 15'000, "pay in_bounds server.shop"},
               {"", 10'000, 15'001, "ask price_drift server.shop"},
               {"", 10'000, 1, "pay in_bounds server.shop"},
               {"price_drift = 1.5\n", 10'000, 15'001, "ask price_drift server.shop"},
               {"price_drift = 1\n", 10'000, 10'000, "pay in_bounds server.shop"},
               {"price_drift = 1\n", 10'000, 10'001, "ask price_drift server.shop"},
               {"price_drift = 1.001\n", 10'000, 10'010, "pay in_bounds server.shop"},
               {"price_drift = 1.001\n", 10'000, 10'011, "ask price_drift server.shop"},
               {"price_drift = \"off\"\n", 1, 20'000, "pay in_bounds server.shop"},
               {"[server.shop.tool.search]\nprice_drift = 2\n", 10'000, 20'000,
                "pay in_bounds server.shop.tool.search"},
               {"price_drift = 2\n[server.shop.tool.search]\nprice_drift = 1\n", 10'000, 10'001,
                "ask price_drift server.shop.tool.search"}};
  for (const auto& item : cases) {
    const Policy policy = Load(ShopText(item.lines));
    EXPECT_EQ(SummaryWith(policy, item.charge, Last(item.last)), item.summary)
        << item.lines << item.last << " -> " << item.charge;
  }
}

TEST(PriceDrift, ComparesWithinOneAssetOnly) {
  const Policy policy = Load(ShopText());
  EXPECT_EQ(SummaryWith(policy, 20'000, Last(1, "eip155:84532/0xother")),
            "pay in_bounds server.shop");
  EXPECT_EQ(SummaryWith(policy, 20'000, {}), "pay in_bounds server.shop") << "never paid before";
}

TEST(PriceDrift, IsAnsweredByAMandateThatAnswersQuestions) {
  const Policy policy = Load(ShopText());
  Facts facts = Last(1);
  facts.mandates = {Allowed(policy)};
  facts.mandates.front().answers_ask = true;
  EXPECT_EQ(Summary(DecidedWith(policy, ShopTerms(), facts, ShopCall(policy))),
            "pay in_bounds server.shop");
}

TEST(Breaker, StopsAToolThatWasPaidAndDeliveredNothing) {
  const struct {
    std::string lines;
    int64_t undelivered;
    std::string summary;
  } cases[] = {
      {"", 2, "pay in_bounds server.shop"},
      {"", 3, "deny breaker_open server.shop"},
      {"breaker = 1\n", 0, "pay in_bounds server.shop"},
      {"breaker = 1\n", 1, "deny breaker_open server.shop"},
      {"breaker = 1000\n", 1000, "deny breaker_open server.shop"},
      {"breaker = \"off\"\n", 1000, "pay in_bounds server.shop"},
      {"breaker = 1\n[server.shop.tool.search]\nbreaker = 5\n", 4,
       "pay in_bounds server.shop.tool.search"},
      {"[server.shop.tool.search]\nbreaker = 5\n", 5, "deny breaker_open server.shop.tool.search"}};
  for (const auto& item : cases) {
    Facts facts;
    facts.undelivered = item.undelivered;
    EXPECT_EQ(SummaryWith(Load(ShopText(item.lines)), 10'000, facts), item.summary)
        << item.lines << item.undelivered;
  }
}

// However cheap or dear the next price is, the answer is the same.
TEST(RefusedPrices, ManyOfThemStopTheToolWhateverThePriceIs) {
  const Policy policy = Load(ShopText());
  for (const uint64_t charge : {1U, 10'000U, 20'000U, 20'001U, 1'000'000U}) {
    Facts facts;
    facts.refused_prices = 5;
    EXPECT_EQ(SummaryWith(policy, charge, facts), "deny price_probing server.shop") << charge;
  }
  Facts facts;
  facts.refused_prices = 4;
  EXPECT_EQ(SummaryWith(policy, 20'001, facts), "deny over_per_call server.shop");
  EXPECT_EQ(SummaryWith(policy, 20'000, facts), "pay in_bounds server.shop");
}

TEST(Safeguards, OfAnotherFormAreAnErrorWithItsPlace) {
  for (const std::string_view value : {"0", "0.9", "-1.5", "1.0001", "1001", "nan", "inf", "-inf",
                                       "1e300", "\"1.5\"", "\"none\"", "true", "[1.5]"}) {
    EXPECT_THAT(ErrorsOf(ShopText("price_drift = " + std::string(value) + "\n")),
                StartsWith("policy.toml:13:15: 'price_drift' must be a number from 1 to 1000"))
        << value;
  }
  for (const std::string_view value :
       {"0", "-1", "1001", "1.5", "\"3\"", "false", "\"none\"", "9223372036854775807"}) {
    EXPECT_THAT(ErrorsOf(ShopText("breaker = " + std::string(value) + "\n")),
                StartsWith("policy.toml:13:11: 'breaker' must be a whole number from 1 to 1000"))
        << value;
  }
}

TEST(Safeguards, AreToldWithTheirDefaults) {
  const std::string text = *Load(ShopText()).Describe("shop");
  EXPECT_THAT(text, HasSubstr("price_drift   1.5\n"));
  EXPECT_THAT(text, HasSubstr("breaker       3\n"));
  EXPECT_THAT(*Load(ShopText("breaker = \"off\"\nprice_drift = 2.25\n")).Describe("shop"),
              HasSubstr("price_drift   2.25\nbreaker       off\n"));
}

struct Said {
  std::string pinned;
  std::string now;
  std::string summary;
};

TEST(ToolPin, AChangeOfWhatIsSaidAboutTheToolAsks) {
  const Policy policy = Load(ShopText());
  for (const Said& said : std::vector<Said>{{"", "", "pay in_bounds server.shop"},
                                            {"", "aa", "pay in_bounds server.shop"},
                                            {"aa", "aa", "pay in_bounds server.shop"},
                                            {"aa", "", "pay in_bounds server.shop"},
                                            {"aa", "bb", "ask tool_changed server.shop"}}) {
    Facts facts = FactsWith(Allowed(policy));
    facts.mandates.front().answers_ask = true;
    facts.pinned_tool = said.pinned;
    Call call = ShopCall(policy);
    call.tool_definition = said.now;
    EXPECT_EQ(Summary(DecidedWith(policy, ShopTerms(), facts, call)), said.summary)
        << said.pinned << " -> " << said.now;
  }
}

TEST(ToolPin, TheAnswerAboutAChangeIsGoodForNoOtherQuestion) {
  const Policy policy = Load(ShopText("ask = \"always\"\n"));
  Facts facts = FactsWith(Allowed(policy));
  facts.pinned_tool = "bb";
  Call call = ShopCall(policy);
  call.tool_definition = "bb";
  const Verdict asked = DecidedWith(policy, ShopTerms(), facts, call);
  EXPECT_EQ(Summary(asked), "ask ask_always server.shop");
  Approval granted = ApprovalFor(call, ShopTerms());
  granted.state = ApprovalState::kGranted;
  granted.reason = "tool_changed";
  granted.tool_definition = "bb";
  granted.section_digest = asked.section_digest;
  granted.expires_at = kNow + 60;
  facts.approvals = {granted};
  EXPECT_EQ(Summary(DecidedWith(policy, ShopTerms(), facts, call)), "ask ask_always server.shop");
  granted.reason = "ask_always";
  granted.tool_definition = "";
  facts.approvals = {granted};
  EXPECT_EQ(Summary(DecidedWith(policy, ShopTerms(), facts, call)), "pay approved server.shop");
}

// A yes to it pins the new words, and only then the rest of the rules is looked at.
TEST(ToolPin, NoAnswerToAnotherQuestionAndNoAnswerByItselfPaysForAChangedTool) {
  const Policy policy = Load(ShopText());
  Facts facts = FactsWith(Allowed(policy));
  facts.pinned_tool = "aa";
  Call call = ShopCall(policy);
  call.tool_definition = "bb";
  const Verdict asked = DecidedWith(policy, ShopTerms(), facts, call);
  for (const std::string_view reason : {"ask_always", "payee_new", "tool_changed"}) {
    Approval granted = ApprovalFor(call, ShopTerms());
    granted.state = ApprovalState::kGranted;
    granted.reason = reason;
    granted.section_digest = asked.section_digest;
    granted.tool_definition = reason == "tool_changed" ? "bb" : "";
    granted.expires_at = kNow + 60;
    facts.approvals = {granted};
    EXPECT_EQ(Summary(DecidedWith(policy, ShopTerms(), facts, call)),
              "ask tool_changed server.shop")
        << reason;
  }
}

}  // namespace
}  // namespace tollpass
