#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Describe, TellsEveryRuleWithItsDefault) {
  const Policy policy =
      Load(ShopText("rolling = { \"6h\" = \"0.20 USD\" }\nrate = \"30/min\"\n"
                    "[server.shop.tool.\"admin_*\"]\npay = false\n"
                    "[server.shop.tool.deep]\nper_call = \"0.04 USD\"\nask = \"always\"\n"));
  const std::string identity = policy.ServerByName("shop")->identity;
  const std::string shop = R"([server.shop]
identity      )" + identity +
                           R"(
command       /usr/bin/shop
counted by    budget.all
per_call      0.02 USD
per_day       0.5 USD
rolling 6h    0.2 USD
rate          30 payments in 1m
pay_to        0x209693bc6afc0c5328ba36faf03c514ef312287c
schemes       exact
ask           auto
ask_above     none
price_drift   1.5
breaker       3
hours         all
trust         nothing
max_validity  5m
ask_wait      20s
host_timeout  1m
after_unknown ask

[server.shop.tool.admin_*]
pay           false

[server.shop.tool.deep]
per_call      0.04 USD
pay_to        0x209693bc6afc0c5328ba36faf03c514ef312287c
schemes       exact
ask           always
ask_above     none
price_drift   1.5
breaker       3)";
  EXPECT_EQ(*policy.Describe("shop"), shop);
  EXPECT_EQ(*policy.Describe(""), R"(networks      testnet
prefer        none
unattended    false: the user is asked
observe       false
zone          UTC
max_validity  5m
ask_wait      20s
host_timeout  1m
after_unknown ask

[unit]
USD           USDC

[budget.all]
servers       every one
per_call      0.05 USD
per_day       1 USD

)" + shop);
  EXPECT_EQ(policy.Describe("food").status().code(), absl::StatusCode::kNotFound);
}

TEST(Describe, CannotGarbleATerminal) {
  const Policy policy = Load(
      "version = 1\n[server.s]\ncommand = [\"/b\", \"\\u001b[2J\"]\n[server.s.tool.\"\\u0007\"]\n");
  const std::string text = *policy.Describe("");
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) {
    return c != '\n' && static_cast<unsigned char>(c) < ' ';
  })) << text;
}

TEST(Warnings, AreNoneForCarefulRules) { EXPECT_THAT(Load(ShopText()).Warnings(), IsEmpty()); }

TEST(Warnings, TellWhatIsProbablyNotMeant) {
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {ShopText("[server.shop.tool.x]\nper_call = \"0.06 USD\"\n"),
       "[server.shop.tool.x] per_call = 0.06 USD is above [budget.all] per_call = 0.05 USD"},
      {ShopText("per_month = \"2 USD\"\n[server.shop.tool.x]\nper_month = \"3 USDC\"\n"),
       "[server.shop.tool.x] per_month = 3 USDC is above [server.shop] per_month = 2 USD"},
      {ShopText("[budget.b]\nservers = [\"shop\"]\nper_call = \"0.01 USD\"\n"),
       "[server.shop] per_call = 0.02 USD is above [budget.b] per_call = 0.01 USD"},
      {ShopText("[budget.b]\nservers = []\n"), "[budget.b] is never reached"},
      {ShopText("[server.shop.tool.\"a*\"]\n[server.shop.tool.\"a**\"]\n"),
       "[server.shop.tool.a*] is never reached: [server.shop.tool.a**] matches the same tools"},
      {ShopText("total = \"0 USD\"\n"), "[server.shop] total = 0 USD lets nothing through"},
      {"version = 1\n[server.shop]\ncommand = [\"/b\"]\n",
       "[server.shop]: nothing can be paid there"},
  };
  for (const auto& [text, warning] : cases) {
    EXPECT_THAT(Load(text).Warnings(), ElementsAre(HasSubstr(std::string(warning)))) << text;
  }
}

TEST(Warnings, NameAProgramThatMayChangeUnderAPinnedPayee) {
  const auto warnings = [](const std::string& command, bool listed) {
    std::string text = listed ? ShopText() : std::string(kShopPolicy);
    return Load(text.replace(text.find("[\"/usr/bin/shop\"]"), 17, command)).Warnings();
  };
  for (const char* floating :
       {"[\"/usr/bin/npx\", \"-y\", \"@acme/search\"]", "[\"/usr/bin/npx\", \"search@latest\"]",
        "[\"/usr/bin/npx\", \"@acme/search@\"]", "[\"/usr/local/bin/uvx\", \"search\"]",
        "[\"/usr/bin/pipx\", \"run\", \"search\"]", "[\"/usr/bin/npx\", \"search@1\"]",
        "[\"/usr/bin/npx\", \"search@^1.2.3\"]", "[\"/usr/bin/npx\", \"search@1.2.x\"]",
        "[\"/usr/bin/uvx\", \"search@latest\"]"}) {
    EXPECT_THAT(warnings(floating, false), ElementsAre(HasSubstr("has no fixed version")))
        << floating;
    EXPECT_THAT(warnings(floating, true), IsEmpty()) << floating;
  }
  for (const char* fixed :
       {"[\"/usr/bin/npx\", \"-y\", \"@acme/search@1.4.2\"]", "[\"/usr/bin/uvx\", \"search@1\"]",
        "[\"/usr/bin/uvx\", \"search==1.2\"]", "[\"/usr/bin/npx\"]",
        "[\"/usr/bin/node\", \"search\"]"}) {
    EXPECT_THAT(warnings(fixed, false), IsEmpty()) << fixed;
  }
}

}  // namespace
}  // namespace tollpass
