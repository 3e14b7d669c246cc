#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

/// The user's yes to what `policy` asks about `terms` at kNow, as the kernel keeps it.
Approval Granted(const Policy& policy, const Terms& terms, const Facts& facts) {
  const Call call = ShopCall(policy);
  const Verdict verdict = policy.Decide(call, terms, facts, kNow);
  EXPECT_EQ(verdict.kind, VerdictKind::kAsk);
  Approval approval = ApprovalFor(call, terms);
  approval.id = "a1";
  approval.reason = ReasonCode(verdict.reason);
  if (verdict.also) approval.also = ReasonCode(*verdict.also);
  approval.section_digest = verdict.section_digest;
  approval.expires_at = kNow + 60;
  approval.state = ApprovalState::kGranted;
  return approval;
}

TEST(Approvals, TurnAQuestionIntoAPayment) {
  const struct {
    std::string_view policy;
    std::function<void(Facts&)> change;
  } questions[] = {
      {kShopPolicy, [](Facts&) {}},  // a new payee
      {kShopPolicy, [](Facts& f) { f.pinned_payees = {AssetKey(kTestNetwork, kOtherPayee)}; }},
      {"ask = \"always\"\n", [](Facts&) {}},
      {"ask_above = \"0.001 USD\"\n", [](Facts&) {}},
      {"", [](Facts& f) { f.mandates.clear(); }},
      {"", [](Facts& f) { f.outcome_unknown_before = true; }},
  };
  for (const auto& [more, change] : questions) {
    const Policy policy = Load(more == kShopPolicy ? std::string(more) : ShopText(more));
    Facts facts = FactsWith(Allowed(policy));
    change(facts);
    const Verdict asked = policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow);
    facts.approvals = {Granted(policy, ShopTerms(), facts)};
    const Verdict paid = policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow);
    EXPECT_EQ(Summary(paid), "pay approved server.shop") << ReasonCode(asked.reason);
    EXPECT_EQ(paid.approval, "a1");
    EXPECT_EQ(paid.mandate, "");
    EXPECT_EQ(paid.limits, asked.limits) << "the limits of the policy still hold";
    EXPECT_EQ(paid.pins_payee, asked.reason == Reason::kPayeeNew);
  }
}

TEST(Approvals, HoldOnlyForWhatTheUserSaw) {
  const Policy policy = Load(ShopText());
  Facts facts;
  const Approval granted = Granted(policy, ShopTerms(), facts);
  const std::vector<std::pair<std::string, std::function<void(Approval&)>>> changes = {
      {"another call", [](Approval& a) { a.call_key = "other"; }},
      {"another server", [](Approval& a) { a.server_id = "other"; }},
      {"another tool", [](Approval& a) { a.tool = "other"; }},
      {"another key", [](Approval& a) { a.payer = "other"; }},
      {"another scheme", [](Approval& a) { a.scheme = "other"; }},
      {"another network", [](Approval& a) { a.network = "eip155:421614"; }},
      {"other arguments", [](Approval& a) { a.arguments = "other"; }},
      {"another asset", [](Approval& a) { a.asset.id = "other"; }},
      {"another symbol", [](Approval& a) { a.asset.symbol = "other"; }},
      {"other decimals", [](Approval& a) { a.asset.decimals = 12; }},
      {"another signing name", [](Approval& a) { a.asset.eip712_name = "other"; }},
      {"another signing version", [](Approval& a) { a.asset.eip712_version = "other"; }},
      {"another payee", [](Approval& a) { a.payee = kOtherPayee; }},
      {"another section", [](Approval& a) { a.section_digest = "other"; }},
      {"a lower ceiling", [](Approval& a) { a.ceiling = Amount(9999); }},
      {"expired", [](Approval& a) { a.expires_at = kNow; }},
      {"not answered", [](Approval& a) { a.state = ApprovalState::kPending; }},
      {"used", [](Approval& a) { a.state = ApprovalState::kUsed; }},
  };
  for (const auto& [what, change] : changes) {
    facts.approvals = {granted};
    change(facts.approvals[0]);
    EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)),
              "ask no_mandate server.shop")
        << what;
  }
  facts.approvals = {granted};
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(10000), facts, kNow).kind, VerdictKind::kPay);
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(9999), facts, kNow).kind, VerdictKind::kPay);
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(10001), facts, kNow).kind, VerdictKind::kAsk);
}

TEST(Promise4OnePaymentPerCall, AYesToPayIsNoneToPayASecondTime) {
  const std::string networks = "version = 1\nnetworks = [\"testnet\", \"mainnet\"]\n";
  const std::string pinned = networks + std::string(kShopPolicy.substr(kShopPolicy.find("[unit]")));
  Terms other_payee = ShopTerms();
  other_payee.payee = kOtherPayee;
  const struct {
    std::string_view what;
    Terms repeat;
    std::vector<std::string> pins;
  } cases[] = {
      {"the same", ShopTerms(), {AssetKey(kTestNetwork, kPayee)}},
      {"a first payee", ShopTerms(), {}},
      {"another payee", other_payee, {AssetKey(kTestNetwork, kPayee)}},
      {"another network", On("eip155:421614", ShopTerms()), {AssetKey(kTestNetwork, kPayee)}},
      {"a main network", On(kMainNetwork, ShopTerms()), {AssetKey(kMainNetwork, kPayee)}},
  };
  for (const auto& [what, repeat, pins] : cases) {
    const Policy policy = Load(pinned);
    Facts facts = FactsWith(Allowed(policy));
    facts.mandates[0].answers_ask = true;
    facts.pinned_payees = pins;
    Facts before = facts;
    before.mandates.clear();
    facts.approvals = {Granted(policy, repeat, before)};
    facts.outcome_unknown_before = true;
    const Verdict asked = policy.Decide(ShopCall(policy), repeat, facts, kNow);
    EXPECT_EQ(Summary(asked), "ask outcome_unknown server.shop") << what;

    facts.approvals = {Granted(policy, repeat, facts)};
    const Verdict paid = policy.Decide(ShopCall(policy), repeat, facts, kNow);
    EXPECT_EQ(Summary(paid), "pay approved server.shop") << what;
    EXPECT_EQ(paid.pins_payee, asked.also == Reason::kPayeeNew) << what;

    const Policy never = Load("after_unknown = \"deny\"\n" + pinned);
    EXPECT_EQ(Summary(never.Decide(ShopCall(never), repeat, facts, kNow)),
              "deny outcome_unknown server.shop")
        << what;
  }
}

TEST(Promise4OnePaymentPerCall, ASecondPaymentNamesThePayeeToo) {
  const Policy policy = Load(kShopPolicy);
  Facts facts;
  facts.outcome_unknown_before = true;
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).also, Reason::kPayeeNew);
  const Approval first = Granted(policy, ShopTerms(), facts);
  facts.pinned_payees = {AssetKey(kTestNetwork, kOtherPayee)};
  facts.approvals = {first};
  const Verdict asked = policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow);
  EXPECT_EQ(asked.kind, VerdictKind::kAsk) << "the user was not shown that the payee changed";
  EXPECT_EQ(asked.also, Reason::kPayeeChanged);
  facts.pinned_payees = {AssetKey(kTestNetwork, kPayee)};
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).also, std::nullopt);
}

TEST(Approvals, OfAKnownPayeeAreNoneForAChangedOne) {
  const Policy policy = Load(kShopPolicy);
  Facts facts;
  facts.pinned_payees = {AssetKey(kTestNetwork, kPayee)};
  facts.approvals = {Granted(policy, ShopTerms(), facts)};
  facts.pinned_payees = {AssetKey(kTestNetwork, kOtherPayee)};
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)),
            "ask payee_changed server.shop");
}

TEST(Approvals, ADenialAnswersTheSameQuestionAndWinsOverAGrant) {
  const Policy policy = Load(ShopText());
  Facts facts;
  facts.approvals = {Granted(policy, ShopTerms(), facts), Granted(policy, ShopTerms(), facts)};
  facts.approvals[1].state = ApprovalState::kDenied;
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)),
            "deny approval_denied server.shop");
  facts.approvals[1].expires_at = kNow;
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).kind, VerdictKind::kPay);
  facts.approvals[1].expires_at = kNow + 1;
  facts.mandates = {Allowed(policy)};
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).kind, VerdictKind::kPay)
      << "a mandate asks nothing, so there is no question that was denied";
}

TEST(Approvals, NeverTurnADenialIntoAPayment) {
  const Policy policy = Load(ShopText());
  Facts facts;
  facts.approvals = {Granted(policy, ShopTerms(), facts)};
  facts.approvals[0].ceiling = Amount(1'000'000'000);
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(20001), facts, kNow)),
            "deny over_per_call server.shop");
  facts.paused = true;
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)), "deny paused ");
}

TEST(Approvals, OfAServerWithoutASectionPayNothing) {
  const Policy policy = Load("version = 1\n");
  Facts facts;
  facts.approvals = {Granted(policy, ShopTerms(), facts)};
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow)),
            "ask server_unknown ");
}

TEST(Approvals, AnsweredBeforeHoldWhenNobodyIsThere) {
  const std::string text = ShopText();
  Facts facts;
  facts.approvals = {Granted(Load(text), ShopTerms(), facts)};
  const Policy alone = Load("unattended = true\n" + text);
  EXPECT_TRUE(alone.unattended());
  EXPECT_EQ(Summary(alone.Decide(ShopCall(alone), ShopTerms(), facts, kNow)),
            "pay approved server.shop");
  EXPECT_EQ(Summary(alone.Decide(ShopCall(alone), ShopTerms(), {}, kNow)),
            "deny unattended server.shop");
}

TEST(Approvals, EveryEditOfASectionThatAppliesVoidsThem) {
  const std::string tool = "[server.shop.tool.search]\nper_call = \"0.02 USD\"\n";
  const std::string text = ShopText(tool);
  const auto digest = [](const std::string& policy_text) {
    const Policy policy = Load(policy_text);
    return policy.Decide(ShopCall(policy), ShopTerms(), {}, kNow).section_digest;
  };
  const std::string today = digest(text);
  EXPECT_EQ(digest("# a comment\n" + text), today);
  EXPECT_EQ(digest(text + "[server.other]\ncommand = [\"/b\"]\n"), today);
  EXPECT_EQ(digest(text + "[server.shop.tool.other]\npay = false\n"), today);
  for (const char* line : {"per_day = \"9 USD\"\n", "ask = \"always\"\n", "ask_above = \"1 USD\"\n",
                           "schemes = [\"exact\"]\n", "pay_to = \"pin\"\n", "pay = true\n",
                           "rate = \"1/s\"\n", "rolling = { \"1h\" = \"1 USD\" }\n",
                           "[budget.new]\nservers = [\"shop\"]\nper_day = \"1 USD\"\n"}) {
    EXPECT_NE(digest(text + line), today) << line;
  }
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"1 USD\"", "\"2 USD\""},
           {"\"0.50 USD\"", "\"0.51 USD\""},
           {"[\"USDC\"]", "[\"USDC\", \"MUSD\"]"},
           {"287C\"]\n", "287C\"]\nmax_validity = \"6m\"\n"},
           {"287C\"]\n", "287C\"]\nafter_unknown = \"deny\"\n"},
           {"287C\"]\n", "287C\", \"0x1111111111111111111111111111111111111111\"]\n"}}) {
    std::string edited = text;
    edited.replace(edited.find(from), from.size(), to);
    EXPECT_NE(digest(edited), today) << to;
  }
}

}  // namespace
}  // namespace tollpass
