#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/policy/shop.h"

/// What stood in the file when the user signed holds, whatever is taken out of it later.
namespace tollpass {
namespace {

constexpr std::string_view kOther = "[\"0x1111111111111111111111111111111111111111\"]";

/// One limit, question or exclusion, where it may stand, and a payment that it does not let through
/// unasked.
struct Stricter {
  std::string what;
  std::string budget;  // lines of [budget.all]
  std::string server;  // lines of [server.shop] and its tools
  Terms terms = ShopTerms();
  std::string tool = "search";
};

Terms With(std::string_view payee, std::string_view scheme = "exact") {
  Terms terms = ShopTerms();
  terms.payee = payee;
  terms.scheme = scheme;
  return terms;
}

std::string Text(const std::string& budget, const std::string& server) {
  std::string text = ShopText(server);
  return text.insert(text.find("[server.shop]"), budget);
}

std::vector<Stricter> Cases() {
  const std::string loose_payee =
      "[server.shop.tool.other]\npay_to = " + std::string(kOther) + "\n";
  const std::string own = "[server.shop.tool.search]\n";
  return {
      {"ask of a budget", "ask = \"always\"\n", ""},
      {"ask_above of a budget", "ask_above = \"0.009 USD\"\n", ""},
      {"ask_above of a budget that names another asset", "ask_above = \"1 MUSD\"\n", ""},
      {"ask_above of a budget, over a tool's", "ask_above = \"0.009 USD\"\n",
       own + "ask_above = \"0.02 USD\"\n"},
      {"another budget's ask", "[budget.b]\nservers = [\"shop\"]\nask = \"always\"\n", ""},
      {"ask of the server", "", "ask = \"always\"\n"},
      {"ask_above of the server", "", "ask_above = \"0.009 USD\"\n"},
      {"ask of the tool", "", own + "ask = \"always\"\n"},
      {"ask_above of the tool", "", own + "ask_above = \"0.009 USD\"\n"},
      {"pay of the tool", "", own + "pay = false\n"},
      {"per_call of a budget", "[budget.b]\nservers = [\"shop\"]\nper_call = \"0.009 USD\"\n", ""},
      {"per_call of a budget in another unit",
       "[budget.b]\nservers = [\"shop\"]\nper_call = \"0.009 USDC\"\n", ""},
      {"per_call of a budget, over a tool's",
       "[budget.b]\nservers = [\"shop\"]\nper_call = \"0.009 USD\"\n",
       own + "per_call = \"0.02 USD\"\n"},
      {"per_call of the tool", "", own + "per_call = \"0.009 USD\"\n"},
      {"pay_to of the server", "", "", With(kOtherPayee)},
      {"pay_to of the tool", "", own + "pay_to = " + std::string(kOther) + "\n", With(kPayee)},
      {"pay_to of another tool", "", loose_payee, With(kOtherPayee)},
      {"schemes of the server", "", "", With(kPayee, "upto")},
      {"schemes of the tool", "",
       "schemes = [\"exact\", \"upto\"]\n" + own + "schemes = [\"exact\"]\n", With(kPayee, "upto")},
      {"schemes of another tool", "", "[server.shop.tool.other]\nschemes = [\"upto\"]\n",
       With(kPayee, "upto")},
      {"networks", "", "", On(kMainNetwork, ShopTerms())},
  };
}

/// The same server where nothing asks and all may be paid.
Policy Loosened() {
  std::string text = ShopText(
      "schemes = [\"exact\", \"upto\"]\n"
      "[server.shop.tool.search]\nper_call = \"0.05 USD\"\npay_to = "
      "[\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\", "
      "\"0x1111111111111111111111111111111111111111\"]\n");
  return Load(text.replace(text.find("[\"testnet\"]"), 11, "[\"testnet\", \"mainnet\"]"));
}

TEST(Promise6WideningNeedsASignature, WhatTheStricterTextSaidHoldsAfterItWasLoosened) {
  for (const Stricter& stricter : Cases()) {
    const Policy then = Load(Text(stricter.budget, stricter.server));
    const Policy today = Loosened();
    const Facts facts = FactsWith(Allowed(then));
    EXPECT_EQ(today.Decide(ShopCall(today), stricter.terms, FactsWith(Allowed(today)), kNow).kind,
              VerdictKind::kPay)
        << stricter.what << ": the loose text alone lets it through";
    EXPECT_EQ(today.Decide(ShopCall(today), stricter.terms, facts, kNow).kind, VerdictKind::kAsk)
        << stricter.what;
  }
}

/// "mandate.m1 USD/testnet day 0.01/0.3" for each limit of the mandate.
std::string MandateLimits(const Policy& policy, MandateTerms mandate) {
  Verdict verdict = policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow);
  std::erase_if(verdict.limits, [](const Limit& limit) { return limit.mandate.empty(); });
  return LimitLines(verdict.limits);
}

TEST(Promise6WideningNeedsASignature, SumsOfBudgetsHoldAfterTheyWereRaised) {
  const Policy then =
      Load(Text("[budget.b]\nservers = [\"shop\"]\nper_day = \"0.30 USD\"\n"
                "per_month = \"3 USDC\"\ntotal = \"9 USD\"\nrate = \"5/min\"\n"
                "rolling = { \"6h\" = \"0.20 USD\" }\n",
                ""));
  EXPECT_EQ(MandateLimits(Loosened(), Allowed(then)),
            "mandate.m1 USD/testnet call 0.01/0.02\n"
            "mandate.m1 USD/testnet day 0.01/0.3\n"
            "mandate.m1 USDC/testnet month 0.01/3\n"
            "mandate.m1 USD/testnet total 0.01/9\n"
            "mandate.m1 USD/testnet rolling 0.01/0.2\n"
            "mandate.m1 calls/testnet rate 1/5\n");
}

TEST(Promise6WideningNeedsASignature, AShortLifeOfProofsHoldsAfterItWasRaised) {
  const Policy then = Load(ShopText("max_validity = \"1m\"\n"));
  const Policy today = Loosened();
  EXPECT_EQ(today.Decide(ShopCall(today), ShopTerms(), FactsWith(Allowed(then)), kNow).max_validity,
            60);
}

TEST(MandateFor, ABudgetGivesNoLimitToWhatTheServerDoesNotLimit) {
  std::string text = ShopText();
  text.replace(text.find("[\"USDC\"]"), 8, "[\"USDC\", \"MUSD\"]");
  text.replace(text.find("[\"testnet\"]"), 11, "[\"testnet\", \"mainnet\"]");
  text.replace(text.find("per_call = \"0.02 USD\""), 21, "per_call = \"0.02 USDC\"");
  const MandateTerms terms = *Load(text).MandateFor("shop");
  for (const LimitSpec& limit : terms.limits) {
    if (limit.window != WindowKind::kCall) continue;
    for (const std::string& asset : limit.assets) {
      EXPECT_FALSE(asset.starts_with("eip155:31612/")) << limit.unit << " counts MUSD";
    }
  }
}

TEST(MandateFor, SaysWhyThereIsNothingToAllow) {
  const std::string all = "[budget.all]\nper_call = \"1 USDC\"\nper_day = \"1 USDC\"\n";
  const std::string shop = "[server.shop]\ncommand = [\"/b\"]\n";
  const std::string limits = "per_call = \"1 USDC\"\nper_day = \"1 USDC\"\n";
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {shop + limits, "there is no section [budget.all]"},
      {"[budget.all]\nper_call = \"1 USDC\"\n" + shop + limits,
       "[budget.all] limits none of the assets over time; add a window like per_day"},
      {"[budget.all]\nper_day = \"1 USDC\"\n" + shop + limits,
       "[budget.all] limits none of the assets by call; add per_call"},
      {all + shop + "per_call = \"1 USDC\"\n", "[server.shop] limits none of the assets over time"},
      {all + shop + "per_day = \"1 USDC\"\n", "[server.shop] limits none of the assets by call"},
      {all + "pay = false\n" + shop + limits, "[budget.all] says pay = false"},
      {all + shop + limits + "pay = false\n", "[server.shop] says pay = false"},
      {"networks = [\"kaspa:mainnet\"]\n" + all + shop + limits, "no asset of the table is on"},
  };
  for (const auto& [text, why] : cases) {
    const absl::Status status = Load("version = 1\n" + text).MandateFor("shop").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << text;
    EXPECT_NE(std::string(status.message()).find(why), std::string::npos) << status;
  }
}

}  // namespace
}  // namespace tollpass
