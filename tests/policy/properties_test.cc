#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

/// Inputs of which about half come near a payment; the same numbers give the same inputs.
class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}

  bool Once(int in) { return Below(in) == 0; }
  int Below(int bound) { return static_cast<int>(engine_() % static_cast<uint32_t>(bound)); }
  template <typename List>
  auto Pick(const List& list) {
    return list[static_cast<size_t>(Below(static_cast<int>(list.size())))];
  }

  std::string Bytes() {
    std::string bytes(static_cast<size_t>(Below(40)), '\0');
    for (char& byte : bytes) byte = static_cast<char>(engine_());
    return bytes;
  }

 private:
  std::mt19937 engine_;
};

constexpr std::array<int64_t, 6> kTimes = {
    kNow,       0, -1, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(),
    kNow + 3600};

Terms RandomTerms(Dice& dice) {
  constexpr std::array<std::string_view, 4> networks = {kTestNetwork, kTestNetwork, "eip155:421614",
                                                        kMainNetwork};
  Terms terms = On(dice.Pick(networks), ShopTerms(static_cast<uint64_t>(dice.Below(25000))));
  if (dice.Once(8)) terms.charge = *Amount::FromAtomic("340282366920938463463374607431768211455");
  if (dice.Once(8)) terms.payee = dice.Once(2) ? std::string(kOtherPayee) : dice.Bytes();
  if (dice.Once(12)) terms.network = dice.Bytes();
  if (dice.Once(12)) terms.asset.decimals = dice.Below(1000) - 500;
  if (dice.Once(12)) terms.asset.id = dice.Bytes();
  if (dice.Once(12)) terms.scheme = dice.Bytes();
  if (dice.Once(12)) terms.payer = terms.payee;
  return terms;
}

Facts RandomFacts(Dice& dice, const Policy& policy, const Call& call, const Terms& terms) {
  Facts facts;
  facts.paused = dice.Once(20);
  facts.outcome_unknown_before = dice.Once(6);
  for (int count = dice.Below(4); count > 0; --count) {
    MandateTerms mandate = Allowed(policy);
    mandate.id = "m" + std::to_string(count);
    mandate.uses = dice.Below(3);
    mandate.answers_ask = dice.Once(3);
    if (dice.Once(4)) mandate.parent = "m" + std::to_string(dice.Below(4));
    if (dice.Once(4)) mandate.not_after = dice.Pick(kTimes);
    if (dice.Once(4)) mandate.tools.pop_back();
    if (dice.Once(4)) mandate.payees.clear();
    facts.mandates.push_back(std::move(mandate));
  }
  if (dice.Once(2)) facts.pinned_payees.push_back(AssetKey(terms.network, kPayee));
  if (dice.Once(4)) {
    Approval approval = ApprovalFor(call, terms);
    approval.id = "a1";
    approval.section_digest = policy.Decide(call, terms, {}, kNow).section_digest;
    approval.reason = ReasonCode(dice.Once(2) ? Reason::kOutcomeUnknown : Reason::kNoMandate);
    approval.state = dice.Once(4) ? ApprovalState::kDenied : ApprovalState::kGranted;
    approval.expires_at = dice.Pick(kTimes);
    facts.approvals.push_back(std::move(approval));
  }
  return facts;
}

bool Same(const Verdict& a, const Verdict& b) {
  return a.kind == b.kind && a.reason == b.reason && a.section == b.section &&
         a.section_digest == b.section_digest && a.mandate == b.mandate &&
         a.approval == b.approval && a.limits == b.limits && a.pins_payee == b.pins_payee &&
         a.max_validity == b.max_validity && a.also == b.also;
}

/// A policy and the same with one thing narrower.
struct Narrowing {
  std::string wide;
  std::string narrow;
};

std::vector<Narrowing> Narrowings() {
  const std::string listed = ShopText();
  const std::string pinned(kShopPolicy);
  const std::string both =
      "version = 1\nnetworks = [\"testnet\", \"mainnet\"]\n" + listed.substr(listed.find("[unit]"));
  std::vector<Narrowing> narrowings = {{both, listed}, {pinned, "unattended = true\n" + pinned}};
  for (const char* line :
       {"ask = \"always\"\n", "ask_above = \"0.004 USD\"\n", "pay = false\n", "total = \"1 USD\"\n",
        "after_unknown = \"deny\"\n", "max_validity = \"1s\"\n",
        "[server.shop.tool.search]\nper_call = \"0.001 USD\"\n",
        "[budget.b]\nservers = [\"shop\"]\nper_call = \"0.003 USD\"\n"}) {
    narrowings.push_back({listed, listed + line});
    narrowings.push_back({pinned, pinned + line});
  }
  return narrowings;
}

constexpr int kRounds = 2000;

TEST(DecideProperties, EveryInputGivesOneVerdict) {
  const Policy policy = Load(ShopText("ask_above = \"0.02 USD\"\n[server.shop.tool.\"ad*\"]\n"));
  const Policy twin = Load(ShopText("ask_above = \"0.02 USD\"\n[server.shop.tool.\"ad*\"]\n"));
  Dice dice(7);
  std::array<int, 3> kinds = {};
  for (int round = 0; round < kRounds; ++round) {
    Call call = ShopCall(policy, dice.Once(3) ? "admin" : "search");
    if (dice.Once(10)) call.server_id = dice.Bytes();
    if (dice.Once(4)) call.tool = dice.Bytes();
    call.resource_url = dice.Bytes();
    const Terms terms = RandomTerms(dice);
    const Facts facts = RandomFacts(dice, policy, call, terms);
    const int64_t now = dice.Pick(kTimes);
    const Verdict verdict = policy.Decide(call, terms, facts, now);
    EXPECT_TRUE(Same(verdict, policy.Decide(call, terms, facts, now)));
    EXPECT_TRUE(Same(verdict, twin.Decide(call, terms, facts, now)));
    ++kinds[static_cast<size_t>(verdict.kind)];
  }
  for (const int count : kinds) EXPECT_GT(count, kRounds / 50) << "the dice are not loaded";
}

TEST(DecideProperties, APaymentHasOneAuthorityAndFitsEveryPerCallLimit) {
  const Policy policy = Load(ShopText());
  Dice dice(11);
  int paid = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Call call = ShopCall(policy);
    const Terms terms = RandomTerms(dice);
    const Facts facts = RandomFacts(dice, policy, call, terms);
    const Verdict verdict = policy.Decide(call, terms, facts, dice.Pick(kTimes));
    if (verdict.kind != VerdictKind::kPay) continue;
    ++paid;
    EXPECT_NE(verdict.mandate.empty(), verdict.approval.empty());
    EXPECT_FALSE(verdict.limits.empty());
    for (const Limit& limit : verdict.limits) {
      EXPECT_TRUE(limit.window != WindowKind::kCall || limit.amount <= limit.maximum);
      EXPECT_FALSE(limit.counter.empty());
      EXPECT_FALSE(limit.section.empty());
    }
  }
  EXPECT_GT(paid, kRounds / 50);
}

TEST(DecideProperties, NarrowingThePolicyNeverTurnsANoIntoAPayment) {
  for (const Narrowing& narrowing : Narrowings()) {
    const Policy wide = Load(narrowing.wide);
    const Policy narrow = Load(narrowing.narrow);
    Dice dice(13);
    for (int round = 0; round < kRounds / 10; ++round) {
      const Call call = ShopCall(wide);
      const Terms terms = RandomTerms(dice);
      const Facts facts = RandomFacts(dice, wide, call, terms);
      const int64_t now = dice.Pick(kTimes);
      const Verdict before = wide.Decide(call, terms, facts, now);
      const Verdict after = narrow.Decide(call, terms, facts, now);
      // An edit voids answers, a no as well as a yes; then it is asked again.
      const VerdictKind least = facts.approvals.empty() ? before.kind : VerdictKind::kAsk;
      if (before.kind == VerdictKind::kPay) continue;
      EXPECT_GE(after.kind, least) << narrowing.narrow << Summary(before) << Summary(after);
    }
  }
}

TEST(DecideProperties, LessMandateNeverPaysMore) {
  const Policy policy = Load(ShopText());
  Dice dice(17);
  for (int round = 0; round < kRounds; ++round) {
    const Call call = ShopCall(policy);
    const Terms terms = RandomTerms(dice);
    Facts facts = RandomFacts(dice, policy, call, terms);
    const VerdictKind before = policy.Decide(call, terms, facts, kNow).kind;
    if (facts.mandates.empty()) continue;
    facts.mandates.pop_back();
    EXPECT_GE(policy.Decide(call, terms, facts, kNow).kind, before);
  }
}

TEST(LoadProperties, NoTextCrashesAndEveryErrorHasAPlace) {
  const std::string good = ShopText("rolling = { \"6h\" = \"0.20 USD\" }\n[server.shop.tool.x]\n");
  Dice dice(19);
  for (int round = 0; round < kRounds; ++round) {
    std::string text = good;
    for (int edits = 1 + dice.Below(3); edits > 0; --edits) {
      const auto at = static_cast<size_t>(dice.Below(static_cast<int>(text.size())));
      if (dice.Once(2)) {
        text.erase(at, static_cast<size_t>(dice.Below(12)));
      } else {
        text.insert(at, dice.Pick(std::array<std::string, 8>{"\"", "[", "=", "\n", ".", "x", "1",
                                                             dice.Bytes()}));
      }
    }
    const std::string errors = ErrorsOf(text);
    EXPECT_TRUE(errors.empty() || errors.starts_with("policy.toml:")) << errors;
  }
}

}  // namespace
}  // namespace tollpass
