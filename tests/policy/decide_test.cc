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

/// What is different from a payment in bounds.
struct Situation {
  std::string what;
  std::string policy;
  std::function<void(Call&, Terms&, Facts&)> change;
  std::string summary;
};

std::string Url(std::string_view url) {
  std::string text = ShopText();
  const std::string_view command = "command = [\"/usr/bin/shop\"]";
  return text.replace(text.find(command), command.size(), "url = \"" + std::string(url) + "\"");
}

void Nothing(Call& /*call*/, Terms& /*terms*/, Facts& /*facts*/) {}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void ExpectSummaries(const std::vector<Situation>& situations) {
  for (const Situation& situation : situations) {
    const Policy policy = Load(situation.policy);
    Call call = ShopCall(policy);
    Terms terms = ShopTerms();
    Facts facts = FactsWith(Allowed(policy));
    situation.change(call, terms, facts);
    EXPECT_EQ(Summary(policy.Decide(call, terms, facts, kNow)), situation.summary)
        << situation.what;
  }
}

using C = Call;
using T = Terms;
using F = Facts;

TEST(Decide, APaymentInBoundsThatAMandateCoversIsPaid) {
  const Policy policy = Load(ShopText());
  const Verdict verdict =
      policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(Allowed(policy)), kNow);
  EXPECT_EQ(Summary(verdict), "pay in_bounds server.shop");
  EXPECT_EQ(verdict.mandate, "m1");
  EXPECT_EQ(verdict.approval, "");
  EXPECT_FALSE(verdict.pins_payee);
  EXPECT_EQ(verdict.max_validity, 300);
  EXPECT_EQ(verdict.section_digest.size(), 64U);
}

TEST(Decide, EveryRuleThatFailsHasItsOwnReason) {
  const std::string two_payees =
      ShopText("[server.shop.tool.search]\npay_to = [\"" + std::string(kOtherPayee) + "\"]\n");
  ExpectSummaries({
      {"paused", ShopText(), [](C&, T&, F& f) { f.paused = true; }, "deny paused "},
      {"a server without a section", ShopText(), [](C& c, T&, F&) { c.server_id = "other"; },
       "ask server_unknown "},
      {"the same, unattended", "unattended = true\n" + ShopText(),
       [](C& c, T&, F&) { c.server_id = "other"; }, "deny server_unknown "},
      {"pay = false for the server", ShopText("pay = false\n"), Nothing,
       "deny tool_not_payable server.shop"},
      {"pay = false for the tool", ShopText("[server.shop.tool.search]\npay = false\n"), Nothing,
       "deny tool_not_payable server.shop.tool.search"},
      {"pay = false for a glob", ShopText("[server.shop.tool.\"s*h\"]\npay = false\n"), Nothing,
       "deny tool_not_payable server.shop.tool.s*h"},
      {"pay = false in a budget", ShopText("[budget.b]\nservers = [\"shop\"]\npay = false\n"),
       Nothing, "deny tool_not_payable budget.b"},
      {"a network that is none", ShopText(),
       [](C&, T& t, F&) { t.network = t.asset.network = "EIP155:084532"; }, "deny bad_network "},
      {"another network", ShopText(), [](C&, T& t, F&) { t = On(kMainNetwork, t); },
       "deny network_not_allowed "},
      {"one test network of many",
       Replaced(ShopText(), "[\"testnet\"]", "[\"eip155:421614\", \"mainnet\"]"), Nothing,
       "deny network_not_allowed "},
      {"an asset of nobody's table", ShopText(),
       [](C&, T& t, F&) { t.asset.id = "0x2222222222222222222222222222222222222222"; },
       "deny asset_unknown "},
      {"other decimals", ShopText(), [](C&, T& t, F&) { t.asset.decimals = 18; },
       "deny asset_unknown "},
      {"another signing domain", ShopText(), [](C&, T& t, F&) { t.asset.eip712_name = "Evil"; },
       "deny asset_unknown "},
      {"the asset of another network", ShopText(),
       [](C&, T& t, F&) { t.network = "eip155:421614"; }, "deny asset_unknown "},
      {"another scheme", ShopText(), [](C&, T& t, F&) { t.scheme = "upto"; },
       "deny scheme_not_allowed server.shop"},
      {"a scheme that the section does not list", ShopText("schemes = [\"upto\"]\n"), Nothing,
       "deny scheme_not_allowed server.shop"},
      {"nothing to pay", ShopText(), [](C&, T& t, F&) { t.charge = Amount(); }, "deny bad_amount "},
      {"money that is only tied up", ShopText(), [](C&, T& t, F&) { t.lock = Amount(1); },
       "deny lock_not_limited "},
      {"a party besides the payee", ShopText(),
       [](C&, T& t, F&) { t.parties = {std::string(kPayee)}; }, "deny party_not_allowed "},
      {"nobody to pay", ShopText(), [](C&, T& t, F&) { t.payee = ""; }, "deny bad_payee "},
      {"somebody else to pay", ShopText(), [](C&, T& t, F&) { t.payee = kOtherPayee; },
       "deny payee_not_allowed server.shop"},
      {"a payee of the server, but not of the tool", two_payees, Nothing,
       "deny payee_not_allowed server.shop.tool.search"},
      {"oneself to pay", ShopText("[server.shop.tool.search]\npay_to = \"pin\"\n"),
       [](C&, T& t, F&) { t.payee = t.payer; }, "deny payer_is_payee "},
      {"a resource elsewhere", Url("https://tools.example/mcp"),
       [](C& c, T&, F&) { c.resource_url = "https://trusted.example/paid"; },
       "deny resource_mismatch server.shop"},
      {"an outcome that is not known", ShopText("after_unknown = \"deny\"\n"),
       [](C&, T&, F& f) { f.outcome_unknown_before = true; }, "deny outcome_unknown server.shop"},
  });
}

TEST(Decide, AnAssetNeedsALimitPerCallAndOneOverTimeOnBothLevels) {
  const std::string text = ShopText();
  for (const auto& [line, other] : std::vector<std::pair<std::string, std::string>>{
           {"per_call = \"0.05 USD\"\n", "per_call = \"0.05 MUSD\"\n"},
           {"per_day = \"1 USD\"\n", "rate = \"3/s\"\n"},
           {"per_call = \"0.02 USD\"\n", ""},
           {"per_day = \"0.50 USD\"\n", "per_day = \"0.50 USDC@eip155:8453\"\n"}}) {
    const Policy policy = Load(Replaced(text, line, other));
    EXPECT_EQ(Decided(policy, ShopTerms()), "deny asset_not_limited server.shop") << line;
  }
  for (const std::string_view sum :
       {"per_hour = \"1 USD\"", "per_week = \"1 USDC\"", "per_month = \"1 USD\"",
        "total = \"1 USDC@eip155:84532\"", "rolling = { \"6h\" = \"1 USD\" }"}) {
    const Policy policy = Load(Replaced(text, "per_day = \"0.50 USD\"\n", std::string(sum) + "\n"));
    EXPECT_EQ(Decided(policy, ShopTerms()), "pay in_bounds server.shop") << sum;
  }
}

TEST(Decide, AToolThatLimitsAnAssetPerCallNeedsNoLimitOfTheServer) {
  const Policy policy = Load(Replaced(ShopText(), "per_call = \"0.02 USD\"\n", "") +
                             "[server.shop.tool.search]\nper_call = \"0.02 USD\"\n");
  EXPECT_EQ(Decided(policy, ShopTerms()), "pay in_bounds server.shop.tool.search");
  EXPECT_EQ(Decided(policy, ShopTerms(), "other"), "deny asset_not_limited server.shop");
}

TEST(Decide, OverPerCallNamesTheSection) {
  const Policy policy =
      Load(ShopText("[server.shop.tool.deep]\nper_call = \"0.10 USD\"\n"
                    "[server.shop.tool.\"cheap_*\"]\nper_call = \"0.001 USD\"\n"));
  EXPECT_EQ(Decided(policy, ShopTerms(20000)), "pay in_bounds server.shop");
  EXPECT_EQ(Decided(policy, ShopTerms(20001)), "deny over_per_call server.shop");
  EXPECT_EQ(Decided(policy, ShopTerms(50000), "deep"), "pay in_bounds server.shop.tool.deep");
  EXPECT_EQ(Decided(policy, ShopTerms(50001), "deep"), "deny over_per_call budget.all");
  EXPECT_EQ(Decided(policy, ShopTerms(1001), "cheap_x"),
            "deny over_per_call server.shop.tool.cheap_*");
}

TEST(Decide, OfSeveralPerCallLimitsTheTightestIsNamed) {
  // Both decline 0.06 USD; only raising the server's would not help.
  const Policy policy = Load(ShopText("[server.shop.tool.deep]\nper_call = \"0.10 USD\"\n"));
  EXPECT_EQ(Decided(policy, ShopTerms(60000)), "deny over_per_call server.shop");
  EXPECT_EQ(Decided(policy, ShopTerms(110000), "deep"), "deny over_per_call budget.all");
}

TEST(Decide, OneToolSectionAppliesTheExactNameElseTheLongestGlob) {
  std::string text = ShopText();
  for (const char* tool : {"\"*\"", "\"get_*\"", "\"get_a*\"", "get_all", "\"???\""}) {
    text += "[server.shop.tool." + std::string(tool) + "]\nper_call = \"0.01 USD\"\n";
  }
  const Policy policy = Load(text);
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"get_all", "get_all"}, {"get_any", "get_a*"},  {"get_b", "get_*"},
      {"abc", "???"},         {"other", "*"},         {"", "*"},
      {"GET_ALL", "*"},       {"get_all ", "get_a*"}, {"get_*", "get_*"},
      {"???", "???"},
  };
  for (const auto& [tool, section] : cases) {
    EXPECT_EQ(Decided(policy, ShopTerms(), tool),
              "pay in_bounds server.shop.tool." + std::string(section))
        << tool;
  }
}

TEST(Decide, AResourceMismatchesOnlyAsAnHttpsOriginOtherThanTheConfiguredOne) {
  const struct {
    std::string_view configured;
    std::string_view resource;
    bool pays;
  } cases[] = {
      {"https://tools.example/mcp", "https://tools.example/other", true},
      {"https://tools.example/mcp", "HTTPS://TOOLS.example:443/", true},
      {"https://tools.example:8443", "https://tools.example", false},
      {"https://tools.example", "https://tools.example@evil.example/", false},
      {"https://tools.example", "https://tools.example.evil.example", false},
      {"https://tools.example", "http://other.example", true},
      {"https://tools.example", "mcp://tool/search", true},
      {"https://tools.example", "", true},
      {"https://tools.example", "https://", true},
      {"http://127.0.0.1:8080", "https://other.example", true},
      {"http://localhost", "https://other.example", true},
  };
  for (const auto& [configured, resource, pays] : cases) {
    const Policy policy = Load(Url(configured));
    Call call = ShopCall(policy);
    call.resource_url = resource;
    const Verdict verdict = policy.Decide(call, ShopTerms(), FactsWith(Allowed(policy)), kNow);
    EXPECT_EQ(Summary(verdict),
              pays ? "pay in_bounds server.shop" : "deny resource_mismatch server.shop")
        << configured << " " << resource;
  }
}

TEST(Decide, TheFirstPayeeAsksAChangeAsks) {
  const std::string pin(kShopPolicy);
  const std::string pinned = AssetKey(kTestNetwork, kPayee);
  ExpectSummaries({
      {"none pinned", pin, Nothing, "ask payee_new server.shop"},
      {"pinned", pin, [&](C&, T&, F& f) { f.pinned_payees = {pinned}; },
       "pay in_bounds server.shop"},
      {"another pinned", pin,
       [&](C&, T& t, F& f) {
         f.pinned_payees = {pinned};
         t.payee = kOtherPayee;
       },
       "ask payee_changed server.shop"},
      {"another pinned in another family", pin,
       [&](C&, T&, F& f) { f.pinned_payees = {AssetKey("kaspa:mainnet", "kaspa:x")}; },
       "ask payee_new server.shop"},
      {"unattended", "unattended = true\n" + pin, Nothing, "deny unattended server.shop"},
      {"out of bounds says more", pin + "pay = false\n", Nothing,
       "deny tool_not_payable server.shop"},
  });
}

TEST(Decide, OnlyAFirstPayeeIsPinnedByPaying) {
  const Policy policy = Load(kShopPolicy);
  Facts facts = FactsWith(Allowed(policy));
  EXPECT_TRUE(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).pins_payee);
  facts.pinned_payees = {AssetKey(kTestNetwork, kOtherPayee)};
  EXPECT_FALSE(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).pins_payee);
  facts.pinned_payees = {AssetKey(kTestNetwork, kPayee)};
  EXPECT_FALSE(policy.Decide(ShopCall(policy), ShopTerms(), facts, kNow).pins_payee);
}

TEST(Decide, EachSectionMayWantToBeAsked) {
  const std::string budget = "[budget.b]\nservers = [\"shop\"]\n";
  const std::string tool = "[server.shop.tool.search]\n";
  ExpectSummaries({
      {"server", ShopText("ask = \"always\"\n"), Nothing, "ask ask_always server.shop"},
      {"tool", ShopText(tool + "ask = \"always\"\n"), Nothing,
       "ask ask_always server.shop.tool.search"},
      {"tool lifts it", ShopText("ask = \"always\"\n" + tool + "ask = \"auto\"\n"), Nothing,
       "pay in_bounds server.shop.tool.search"},
      {"budget", ShopText(budget + "ask = \"always\"\n"), Nothing, "ask ask_always budget.b"},
      {"a budget that does not count it",
       ShopText("[budget.b]\nservers = []\nask = \"always\"\npay = false\n"), Nothing,
       "pay in_bounds server.shop"},
      {"above", ShopText("ask_above = \"0.009999 USD\"\n"), Nothing,
       "ask above_ask_above server.shop"},
      {"not above", ShopText("ask_above = \"0.01 USD\"\n"), Nothing, "pay in_bounds server.shop"},
      {"an asset that it does not name", ShopText("ask_above = \"100 MUSD\"\n"), Nothing,
       "ask above_ask_above server.shop"},
      {"tool raises it", ShopText("ask_above = \"0.001 USD\"\n" + tool + "ask_above = \"1 USD\"\n"),
       Nothing, "pay in_bounds server.shop.tool.search"},
      {"tool lowers it", ShopText("ask_above = \"1 USD\"\n" + tool + "ask_above = \"0.001 USD\"\n"),
       Nothing, "ask above_ask_above server.shop.tool.search"},
      {"budget above", ShopText(budget + "ask_above = \"0.001 USD\"\n"), Nothing,
       "ask above_ask_above budget.b"},
      {"unattended", "unattended = true\n" + ShopText("ask = \"always\"\n"), Nothing,
       "deny unattended server.shop"},
      {"without a mandate", ShopText(), [](C&, T&, F& f) { f.mandates.clear(); },
       "ask no_mandate server.shop"},
      {"an unknown outcome", ShopText(), [](C&, T&, F& f) { f.outcome_unknown_before = true; },
       "ask outcome_unknown server.shop"},
  });
}

}  // namespace
}  // namespace tollpass
