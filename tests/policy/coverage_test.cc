#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using M = MandateTerms;

/// A change of a mandate that covers, and what is decided then.
struct Change {
  std::string what;
  std::function<void(M&)> make;
  std::string summary;
};

constexpr const char* kPaid = "pay in_bounds server.shop";
constexpr const char* kNone = "ask no_mandate server.shop";
constexpr const char* kExpired = "ask mandate_expired server.shop";

ToolRule RuleFor(std::string_view tool, bool pay = true) {
  ToolRule rule;
  rule.tool = tool;
  rule.pay = pay;
  return rule;
}

LimitSpec CallLimit(const Policy& policy, uint64_t micros) {
  LimitSpec spec;
  spec.unit = "USDC";
  const Asset& usdc = *policy.assets().FindSymbol("USDC", kTestNetwork);
  spec.assets = {AssetKey(usdc.network, usdc.id)};
  spec.maximum = *Amount(micros).Rescale(6, kSumDecimals);
  return spec;
}

TEST(Coverage, AMandateCoversOnlyWhatItNames) {
  const Policy policy = Load(ShopText());
  const std::vector<Change> changes = {
      {"as it is", [](M&) {}, kPaid},
      {"another server", [](M& m) { m.server_id = "other"; }, kNone},
      {"no tool", [](M& m) { m.tools.clear(); }, kNone},
      {"another tool", [](M& m) { m.tools = {RuleFor("other")}; }, kNone},
      {"this tool", [](M& m) { m.tools = {RuleFor("search")}; }, kPaid},
      {"only no tool", [](M& m) { m.only_tools.clear(); }, kNone},
      {"only another tool", [](M& m) { m.only_tools = {"other"}; }, kNone},
      {"only tools like another",
       [](M& m) {
         m.only_tools = {"other_*", "s"};
       },
       kNone},
      {"only this tool",
       [](M& m) {
         m.only_tools = {"other", "search"};
       },
       kPaid},
      {"only tools like this", [](M& m) { m.only_tools = {"s*h"}; }, kPaid},
      {"only tools like this, and one that it excludes",
       [](M& m) {
         m.only_tools = {"search*"};
         m.tools.push_back(RuleFor("*ch", false));
       },
       kNone},
      {"the rule's own payee",
       [](M& m) {
         m.payees.clear();
         m.tools[0].payees = {std::string(kPayee)};
       },
       kPaid},
      {"another payee for the rule", [](M& m) { m.tools[0].payees = {std::string(kOtherPayee)}; },
       kNone},
      {"a pinned payee for the rule, but none is", [](M& m) { m.tools[0].pinned_payee = true; },
       kNone},
      {"another scheme for the rule", [](M& m) { m.tools[0].schemes = {"upto"}; }, kNone},
      {"the rule's own scheme",
       [](M& m) {
         m.schemes.clear();
         m.tools[0].schemes = {"exact"};
       },
       kPaid},
      {"a tool that it excludes", [](M& m) { m.tools.push_back(RuleFor("search", false)); }, kNone},
      {"no asset", [](M& m) { m.assets.clear(); }, kNone},
      {"other decimals", [](M& m) { m.assets[0].decimals = 18; }, kNone},
      {"another signing domain", [](M& m) { m.assets[0].eip712_version = "1"; }, kNone},
      {"no scheme", [](M& m) { m.schemes.clear(); }, kNone},
      {"another scheme", [](M& m) { m.schemes = {"upto"}; }, kNone},
      {"no payee", [](M& m) { m.payees.clear(); }, kNone},
      {"another payee", [](M& m) { m.payees = {std::string(kOtherPayee)}; }, kNone},
      {"pinned, but none is",
       [](M& m) {
         m.payees.clear();
         m.pinned_payee = true;
       },
       kNone},
      {"no key", [](M& m) { m.wallet_keys.clear(); }, kNone},
      {"another key", [](M& m) { m.wallet_keys = {std::string(kOtherPayee)}; }, kNone},
      {"not yet", [](M& m) { m.not_before = kNow + 1; }, kNone},
      {"from now", [](M& m) { m.not_before = kNow; }, kPaid},
      {"until now", [](M& m) { m.not_after = kNow; }, kExpired},
      {"a second more", [](M& m) { m.not_after = kNow + 1; }, kPaid},
      {"expired and another payee",
       [](M& m) {
         m.not_after = kNow;
         m.payees = {std::string(kOtherPayee)};
       },
       kNone},
      {"no limit", [](M& m) { m.limits.clear(); }, kNone},
      {"no limit over time",
       [](M& m) { std::erase_if(m.limits, [](auto& l) { return l.window == WindowKind::kDay; }); },
       kNone},
      {"uses instead of a limit over time",
       [](M& m) {
         std::erase_if(m.limits, [](auto& l) { return l.window == WindowKind::kDay; });
         m.uses = 9;
       },
       kPaid},
      {"no limit per call",
       [](M& m) { std::erase_if(m.limits, [](auto& l) { return l.window == WindowKind::kCall; }); },
       kNone},
      {"less per call", [&](M& m) { m.limits.push_back(CallLimit(policy, 9999)); }, kNone},
      {"less per call for the tool", [&](M& m) { m.tools[0].limits = {CallLimit(policy, 9999)}; },
       kNone},
      {"more per call for the tool than for others",
       [&](M& m) {
         m.limits.push_back(CallLimit(policy, 9999));
         m.tools[0].limits = {CallLimit(policy, 10000)};
       },
       kPaid},
  };
  for (const Change& change : changes) {
    M mandate = Allowed(policy);
    change.make(mandate);
    EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow)),
              change.summary)
        << change.what;
  }
}

TEST(Coverage, TheStricterOfPolicyAndMandateWinsOverAsking) {
  const std::string always = "ask = \"always\"\n";
  const struct {
    std::string what;
    std::string policy;
    std::function<void(M&)> make;
    std::string summary;
  } cases[] = {
      {"mandate asks", "", [](M& m) { m.ask_always = true; }, "ask ask_always server.shop"},
      {"its rule asks", "", [](M& m) { m.tools[0].ask_always = true; },
       "ask ask_always server.shop"},
      {"above the mandate's", "", [](M& m) { m.ask_above = {CallLimit(Load(ShopText()), 9999)}; },
       "ask above_ask_above server.shop"},
      {"the rule's replaces it", "",
       [](M& m) {
         m.ask_above = {CallLimit(Load(ShopText()), 9999)};
         m.tools[0].ask_above = {CallLimit(Load(ShopText()), 10000)};
       },
       kPaid},
      {"policy asks, mandate was signed before", always,
       [](M& m) { m.tools[0].ask_always = m.ask_always = false; }, "ask ask_always server.shop"},
      {"policy asks, mandate answers", always, [](M& m) { m.answers_ask = true; }, kPaid},
      {"policy asks, mandate is for one use", always, [](M& m) { m.uses = 1; }, kPaid},
      {"policy asks, mandate is for two", always, [](M& m) { m.uses = 2; },
       "ask ask_always server.shop"},
      {"mandate asks and answers", "",
       [](M& m) {
         m.ask_always = true;
         m.answers_ask = true;
       },
       kPaid},
  };
  for (const auto& [what, more, make, summary] : cases) {
    const Policy policy = Load(ShopText(more));
    M mandate = Allowed(policy);
    make(mandate);
    EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow)),
              summary)
        << what;
  }
}

TEST(Coverage, NoMandateAnswersForANewPayeeOrAnUnknownOutcome) {
  const Policy policy = Load(kShopPolicy);
  MandateTerms mandate = Allowed(policy);
  mandate.payees = {std::string(kPayee)};
  mandate.uses = 1;
  mandate.answers_ask = true;
  Facts facts = FactsWith(mandate);
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)),
            "ask payee_new server.shop");
  facts.pinned_payees = {AssetKey(kTestNetwork, kPayee)};
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)), kPaid);
  facts.outcome_unknown_before = true;
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)),
            "ask outcome_unknown server.shop");
}

TEST(Coverage, ARevokedMandateTellsWhyAndPermitsNothing) {
  const Policy policy = Load(ShopText());
  Facts facts;
  facts.revoked = {Allowed(policy)};
  const auto decide = [&] {
    return Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow));
  };
  EXPECT_EQ(decide(), "ask mandate_revoked server.shop");
  facts.revoked[0].not_after = kNow;
  EXPECT_EQ(decide(), "ask mandate_revoked server.shop");
  facts.mandates = {Allowed(policy)};
  EXPECT_EQ(decide(), kPaid);
  facts.mandates[0].not_after = kNow;
  EXPECT_EQ(decide(), kExpired) << "the expired one was not taken back";
  facts.mandates.clear();
  facts.revoked[0].payees = {std::string(kOtherPayee)};
  EXPECT_EQ(decide(), kNone) << "the revoked one never covered this";
}

TEST(Coverage, TheFirstThatCoversPays) {
  const Policy policy = Load(ShopText());
  Facts facts;
  for (const char* id : {"expired", "other", "first", "second"}) {
    facts.mandates.push_back(Allowed(policy));
    facts.mandates.back().id = id;
  }
  facts.mandates[0].not_after = kNow;
  facts.mandates[1].payees = {std::string(kOtherPayee)};
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).mandate, "first");
}

TEST(Coverage, TheShorterLifeOfAProofWins) {
  const Policy policy = Load(ShopText("max_validity = \"2m\"\n"));
  MandateTerms mandate = Allowed(policy);
  const auto validity = [&] {
    return policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow).max_validity;
  };
  EXPECT_EQ(validity(), 120);
  mandate.max_validity = 60;
  EXPECT_EQ(validity(), 60);
  mandate.max_validity = 600;
  EXPECT_EQ(validity(), 120);
}

/// `links` mandates, each the parent of the one before it.
Facts Chain(const Policy& policy, size_t links) {
  Facts facts;
  for (size_t i = 0; i < links; ++i) {
    facts.mandates.push_back(Allowed(policy));
    facts.mandates[i].id = "m" + std::to_string(i);
    if (i + 1 < links) facts.mandates[i].parent = "m" + std::to_string(i + 1);
  }
  return facts;
}

TEST(Coverage, AChildChargesEveryAncestor) {
  const Policy policy = Load(ShopText());
  const Verdict verdict = policy.Decide(ShopCall(policy), ShopTerms(), Chain(policy, 3), kNow);
  EXPECT_EQ(verdict.mandate, "m0");
  for (const char* counter : {"mandate.m0 ", "mandate.m1 ", "mandate.m2 "}) {
    EXPECT_THAT(LimitLines(verdict.limits), ::testing::HasSubstr(counter));
  }
}

TEST(Coverage, WhereItIsBoundToAMandateItAndThoseBelowAlonePay) {
  const Policy policy = Load(ShopText());
  Facts facts = Chain(policy, 3);
  facts.mandates.insert(facts.mandates.begin(), Allowed(policy));
  facts.mandates.front().id = "first";
  for (const auto& [bound, mandate] : std::vector<std::pair<std::string, std::string>>{
           {"", "first"}, {"m2", "m0"}, {"m0", "m0"}, {"first", "first"}, {"gone", ""}}) {
    facts.bound_to = bound;
    EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).mandate, mandate) << bound;
  }
  facts.bound_to = "m0";
  facts.mandates[1].not_after = kNow;
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)), kExpired);
}

TEST(Coverage, AChainCoversOnlyIfEveryLinkDoes) {
  const Policy policy = Load(ShopText());
  const std::vector<std::pair<std::string, std::function<void(Facts&)>>> breaks = {
      {"no longer there", [](Facts& f) { f.mandates.pop_back(); }},
      {"another payee", [](Facts& f) { f.mandates[1].payees = {std::string(kOtherPayee)}; }},
      {"a circle", [](Facts& f) { f.mandates[1].parent = "m0"; }},
      {"its own parent", [](Facts& f) { f.mandates[0].parent = "m0"; }},
  };
  for (const auto& [what, make] : breaks) {
    Facts facts = Chain(policy, 2);
    make(facts);
    EXPECT_NE(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).mandate, "m0") << what;
  }
  const auto decide = [&](const Facts& facts) {
    return Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow));
  };
  Facts facts = Chain(policy, 9);
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).mandate, "m1")
      << "nine links are one too many, eight are not";
  facts = Chain(policy, 2);
  facts.mandates[1].not_after = kNow;
  EXPECT_EQ(decide(facts), kExpired);
}

}  // namespace
}  // namespace tollpass
