#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/policy/shop.h"

/// Entries of the list of attacks that end at the policy. TOLLPASS_ATTACKS names another list.
namespace tollpass {
namespace {

using nlohmann::json;

json AllAttacks() {
  const char* named = std::getenv("TOLLPASS_ATTACKS");
  std::ifstream file(named != nullptr ? named : TOLLPASS_TEST_DATA "/attacks.json");
  return json::parse(file, nullptr, false);
}

json AttackNamed(std::string_view id) {
  const json attacks = AllAttacks();
  for (const json& attack : attacks) {
    if (attack.value("id", "") == id) return attack;
  }
  return json();
}

/// The texts behind "per_call: " in `policy_text`, a string or a list.
std::vector<std::string> PerCallValues(const json& input) {
  const json& text = input.at("policy_text");
  std::vector<std::string> values;
  for (const json& line : text.is_array() ? text : json::array({text})) {
    const std::string prefix = "per_call: ";
    EXPECT_EQ(line.get<std::string>().find(prefix), 0U) << line;
    values.push_back(line.get<std::string>().substr(prefix.size()));
  }
  return values;
}

std::string WithPerCall(const std::string& value) {
  return ShopText("[budget.b]\nservers = []\nper_call = " + value + "\n");
}

TEST(AttacksOnThePolicyFile, NoOddLimitLoads) {
  for (const char* id : {"P11", "P12", "L06"}) {
    const json attack = AttackNamed(id);
    if (attack.is_null()) GTEST_SKIP() << id << " is not in the list";
    for (std::string value : PerCallValues(attack["input"])) {
      const bool quoted = value.find('"') != std::string::npos;
      EXPECT_NE(ErrorsOf(WithPerCall(value)), "") << id << " " << value;
      if (quoted) continue;
      if (value == "''") value = "";
      EXPECT_NE(ErrorsOf(WithPerCall("\"" + value + "\"")), "") << id << " " << value;
      EXPECT_NE(ErrorsOf(WithPerCall("\"" + value + " USD\"")), "") << id << " " << value;
    }
  }
}

/// The policy of an attack in the words of the policy file.
std::string PolicyOf(const json& rules) {
  std::string networks;
  for (const json& network : rules.at("networks")) {
    networks += (networks.empty() ? "" : ", ") + network.dump();
  }
  const std::string payees =
      rules.contains("payees") ? "pay_to = " + rules["payees"].dump() + "\n" : "";
  const auto usdc = [](const std::string& atomic) {
    return "\"" + FormatDecimal(*Amount::FromAtomic(atomic), 6) + " USDC\"\n";
  };
  const std::string limits = "per_call = " + usdc(rules.at("per_call")) +
                             "per_day = " + usdc(rules.value("per_day", std::string("500000")));
  return "version = 1\nnetworks = [" + networks + "]\n[budget.all]\n" + limits +
         "[server.shop]\ncommand = [\"/usr/bin/shop\"]\n" + limits + payees;
}

/// An offer as a scheme hands it on: the asset is the user's row if there is one.
Terms TermsOf(const json& offer, const Policy& policy) {
  Terms terms = ShopTerms();
  terms.scheme = offer.at("scheme");
  terms.network = offer.at("network");
  const std::string id = offer.at("asset");
  const Asset* row = policy.assets().Find(terms.network, id);
  terms.asset = row != nullptr ? *row : Asset{"?", terms.network, id, 6, "", ""};
  terms.charge = *Amount::FromAtomic(offer.at("amount").get<std::string>());
  terms.payee = CanonicalId(terms.network, offer.at("payTo").get<std::string>());
  return terms;
}

struct Expected {
  const char* id;
  const char* quote;                 // member of the input
  std::vector<std::string> reasons;  // one for each offer
};

TEST(AttacksOnThePolicy, EachOfferIsJudgedAloneAndRefusedWithItsReason) {
  const std::vector<Expected> cases = {
      {"T02", "quote2", {"payee_not_allowed"}},
      {"T04", "quote", {"network_not_allowed"}},
      {"T05", "quote", {"network_not_allowed", "over_per_call"}},
      {"T13", "quote", {"bad_network"}},
      {"T14", "quote", {"payee_not_allowed"}},
  };
  for (const auto& [id, quote, reasons] : cases) {
    const json attack = AttackNamed(id);
    if (attack.is_null()) GTEST_SKIP() << id << " is not in the list";
    const json& input = attack["input"];
    const Policy policy = Load(PolicyOf(input.at("policy")));
    const json& offers = input.at(quote).at("accepts");
    ASSERT_EQ(offers.size(), reasons.size()) << id;
    for (size_t i = 0; i < offers.size(); ++i) {
      const Terms terms = TermsOf(offers[i], policy);
      const Verdict verdict =
          policy.Decide(ShopCall(policy), terms, FactsWith(Allowed(policy)), kNow);
      EXPECT_EQ(verdict.kind, VerdictKind::kDeny) << id << " offer " << i;
      EXPECT_EQ(ReasonCode(verdict.reason), reasons[i]) << id << " offer " << i;
    }
  }
}

TEST(AttacksOnThePolicy, DecimalsOfTheServerDecideNothing) {
  const json attack = AttackNamed("T07");
  if (attack.is_null()) GTEST_SKIP() << "T07 is not in the list";
  const Policy policy = Load(ShopText());
  Terms terms = TermsOf(attack["input"]["quote"]["accepts"][0], policy);
  terms.payee = kPayee;
  EXPECT_EQ(Decided(policy, terms), "deny over_per_call server.shop");
}

TEST(AttacksOnThePolicy, AResourceElsewhereIsRefused) {
  const json attack = AttackNamed("T10");
  if (attack.is_null()) GTEST_SKIP() << "T10 is not in the list";
  const json& input = attack["input"];
  std::string text = ShopText();
  const std::string_view command = "command = [\"/usr/bin/shop\"]";
  text.replace(text.find(command), command.size(), "url = " + input["connected_to"].dump());
  const Policy policy = Load(text);
  Call call = ShopCall(policy);
  call.resource_url = input["quote"]["resource"]["url"];
  EXPECT_EQ(Summary(policy.Decide(call, ShopTerms(), FactsWith(Allowed(policy)), kNow)),
            "deny resource_mismatch server.shop");
}

/// {"policy": {"tools": …}, "request": …}: a tool whose name only looks like that of a section.
TEST(AttacksOnThePolicy, ANameThatLooksAlikeHasNoPartInAnothersRules) {
  size_t tried = 0;
  for (const json& attack : AllAttacks()) {
    const json& input = attack["input"];
    if (!input.contains("policy") || !input["policy"].contains("tools")) continue;
    const std::string tool = input["request"]["params"]["name"];
    for (const auto& [known, rules] : input["policy"]["tools"].items()) {
      const Amount most = *Amount::FromAtomic(rules["per_call"].get<std::string>());
      const Policy policy = Load(ShopText("[server.shop.tool.\"" + known + "\"]\nper_call = \"" +
                                          FormatDecimal(most, 6) + " USD\"\n"));
      Terms terms = ShopTerms();
      terms.charge = most;
      EXPECT_EQ(Decided(policy, terms, known).substr(0, 3), "pay") << attack["id"];
      EXPECT_EQ(Decided(policy, terms, tool), "deny over_per_call server.shop") << attack["id"];
      ++tried;
    }
  }
  if (tried == 0) GTEST_SKIP() << "none is in the list";
}

}  // namespace
}  // namespace tollpass
