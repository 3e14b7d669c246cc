#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Promise1NothingSignedThatWasNotDecided, TheAssetIsTheUsersRowInEveryField) {
  const Policy policy = Load(ShopText());
  const Terms good = ShopTerms();
  EXPECT_EQ(Decided(policy, good), "pay in_bounds server.shop");
  std::vector<Terms> others(6, good);
  others[0].asset.symbol = "USDT";
  others[1].asset.id = "0x1111111111111111111111111111111111111111";
  others[2].asset.decimals = 7;
  others[3].asset.eip712_name = "USD Coin";
  others[4].asset.eip712_version = "1";
  others[5].network = "eip155:421614";
  for (const Terms& other : others) {
    EXPECT_EQ(Decided(policy, other), "deny asset_unknown ");
  }
}

/// Edits of the file that widen, made after the user signed.
TEST(Promise6WideningNeedsASignature, AnEditOfThePolicyNeverGetsBeyondTheMandate) {
  const std::string text = ShopText("[server.shop.tool.admin]\npay = false\n");
  const Policy signed_policy = Load(text);
  const MandateTerms mandate = Allowed(signed_policy);
  const struct {
    std::string_view what;
    std::string edited;
    std::string_view tool;
    Terms terms;
  } edits[] = {
      {"per_call raised", Replaced(text, "per_call = \"0.02 USD\"", "per_call = \"0.05 USD\""),
       "search", ShopTerms(50000)},
      {"a tool let loose", Replaced(text, "pay = false", "pay = true"), "admin", ShopTerms()},
      {"a tool with a higher per_call",
       text + "[server.shop.tool.search]\nper_call = \"0.05 USD\"\n", "search", ShopTerms(50000)},
      {"a network more", Replaced(text, "[\"testnet\"]", "[\"testnet\", \"mainnet\"]"), "search",
       On(kMainNetwork, ShopTerms())},
      {"a scheme more", Replaced(text, "pay_to", "schemes = [\"exact\", \"upto\"]\npay_to"),
       "search",
       [] {
         Terms terms = ShopTerms();
         terms.scheme = "upto";
         return terms;
       }()},
      {"a payee more",
       Replaced(text, "287C\"", "287C\", \"0x1111111111111111111111111111111111111111\""), "search",
       [] {
         Terms terms = ShopTerms();
         terms.payee = kOtherPayee;
         return terms;
       }()},
      {"a payee more for the tool",
       text + "[server.shop.tool.search]\npay_to = "
              "[\"0x1111111111111111111111111111111111111111\"]\n",
       "search",
       [] {
         Terms terms = ShopTerms();
         terms.payee = kOtherPayee;
         return terms;
       }()},
      {"another program", Replaced(text, "/usr/bin/shop", "/tmp/shop"), "search", ShopTerms()},
  };
  for (const auto& [what, edited, tool, terms] : edits) {
    const Policy policy = Load(edited);
    const Verdict verdict = policy.Decide(ShopCall(policy, tool), terms, FactsWith(mandate), kNow);
    EXPECT_EQ(VerdictName(verdict.kind), "ask") << what << ": " << Summary(verdict);
    EXPECT_EQ(verdict.reason, Reason::kNoMandate) << what;
  }
}

TEST(Promise6WideningNeedsASignature, ARaisedSumStaysUnderTheOneThatWasSigned) {
  const MandateTerms mandate = Allowed(Load(ShopText()));
  const Policy edited = Load(Replaced(ShopText(), "\"0.50 USD\"", "\"100 USD\""));
  const Verdict verdict = edited.Decide(ShopCall(edited), ShopTerms(), FactsWith(mandate), kNow);
  EXPECT_EQ(verdict.kind, VerdictKind::kPay);
  bool bounded = false;
  for (const Limit& limit : verdict.limits) {
    bounded = bounded || (limit.mandate == "m1" && limit.window == WindowKind::kDay &&
                          limit.maximum == *ParseDecimal("0.5", kSumDecimals));
  }
  EXPECT_TRUE(bounded);
}

TEST(Promise6WideningNeedsASignature, ATighterPolicyHoldsAtOnce) {
  const MandateTerms mandate = Allowed(Load(ShopText()));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"per_call = \"0.02 USD\"", "per_call = \"0.009 USD\""},
           {"287C\"]\n", "287C\"]\npay = false\n"},
           {"287C\"]\n", "287C\"]\nask = \"always\"\n"},
           {"0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
            "0x1111111111111111111111111111111111111111"},
           {"[\"testnet\"]", "[\"mainnet\"]"}}) {
    const Policy policy = Load(Replaced(ShopText(), from, to));
    EXPECT_NE(policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow).kind,
              VerdictKind::kPay)
        << to;
  }
}

TEST(Promise7FailClosed, NothingIsPaidByDefault) {
  for (const std::string_view text :
       {"version = 1\n", "version = 1\n[server.shop]\ncommand = [\"/usr/bin/shop\"]\n",
        "version = 1\n[server.shop]\ncommand = [\"/usr/bin/shop\"]\nper_call = \"1 USDC\"\n"
        "per_day = \"1 USDC\"\n",
        "version = 1\n[budget.all]\nper_call = \"1 USDC\"\nper_day = \"1 USDC\"\n"
        "[server.shop]\ncommand = [\"/usr/bin/shop\"]\n"}) {
    const Policy policy = Load(text);
    Facts facts;
    facts.pinned_payees = {AssetKey(kTestNetwork, kPayee)};
    if (policy.ServerByName("shop") != nullptr) facts.mandates = {Allowed(policy)};
    EXPECT_NE(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).kind, VerdictKind::kPay)
        << text;
  }
}

TEST(Promise7FailClosed, AMandateThatAllowsNothingPaysNothing) {
  const Policy policy = Load(ShopText());
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), FactsWith({}), kNow)),
            "ask no_mandate server.shop");
}

}  // namespace
}  // namespace tollpass
