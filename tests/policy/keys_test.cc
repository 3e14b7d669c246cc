#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// One key as a line of the file, and the kinds of section where it may stand: t(op), b(udget),
/// s(erver), [tool section] x.
struct Key {
  std::string_view line;
  std::string_view places;
};

const std::vector<Key>& Keys() {
  static const std::vector<Key> keys = {
      {"networks = [\"testnet\"]", "t"},
      {"prefer = [\"USDC@eip155:8453\"]", "t"},
      {"unattended = true", "t"},
      {"observe = true", "t"},
      {"zone = \"Europe/Oslo\"", "t"},
      {"max_validity = \"5m\"", "ts"},
      {"ask_wait = \"0s\"", "ts"},
      {"host_timeout = \"2m\"", "ts"},
      {"after_unknown = \"deny\"", "ts"},
      {"servers = [\"shop\"]", "b"},
      {"cwd = \"/srv\"", "s"},
      {"env = { TOKEN = \"\" }", "s"},
      {"audience = \"acme\"", "s"},
      {"quote_keys = [\"a ed25519:"
       "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\"]",
       "s"},
      {"trust = [\"refusals\", \"receipts\"]", "s"},
      {"per_call = \"0.01 USD\"", "bsx"},
      {"per_hour = [\"0.01 USD\", \"2 MUSD\"]", "bsx"},
      {"per_day = \"1 USDC@eip155:84532\"", "bsx"},
      {"per_week = \"1 USDC\"", "bsx"},
      {"per_month = \"0 USD\"", "bsx"},
      {"total = \"100 USD\"", "bsx"},
      {"rolling = { \"6h\" = \"0.20 USD\", \"30m\" = [\"0.1 USD\"] }", "bsx"},
      {"rate = \"30/min\"", "bsx"},
      {"hours = \"08:00-20:00 Europe/Oslo\"", "bs"},
      {"pay_to = \"pin\"", "sx"},
      {"price_drift = 1.5", "sx"},
      {"price_drift = \"off\"", "sx"},
      {"breaker = 3", "sx"},
      {"schemes = [\"exact\"]", "sx"},
      {"ask_above = \"0.005 USD\"", "bsx"},
      {"ask = \"always\"", "bsx"},
      {"ask = \"auto\"", "bsx"},
      {"pay = false", "bsx"},
  };
  return keys;
}

/// A file that is good without `line`, and has it in the section `place`.
std::string With(std::string_view line, char place) {
  const std::string text(line);
  const std::string at_top = place == 't' ? text + "\n" : "";
  const std::string in_budget =
      place == 'b' ? text + "\n" + (text.starts_with("servers") ? "" : "servers = []\n")
                   : "servers = []\n";
  const std::string in_server = place == 's' ? text + "\n" : "";
  const std::string in_tool = place == 'x' ? text + "\n" : "";
  return "version = 1\n" + at_top + "[unit]\nUSD = [\"USDC\"]\n[budget.team]\n" + in_budget +
         "[server.shop]\ncommand = [\"/usr/bin/shop\"]\n" + in_server + "[server.shop.tool.x]\n" +
         in_tool;
}

TEST(Keys, EachStandsWhereItMayAndNowhereElse) {
  for (const Key& key : Keys()) {
    const std::string name(key.line.substr(0, key.line.find(' ')));
    for (const char place : std::string_view("tbsx")) {
      const std::string errors = ErrorsOf(With(key.line, place));
      if (key.places.find(place) != std::string_view::npos) {
        EXPECT_EQ(errors, "") << key.line << " in " << place;
      } else {
        EXPECT_THAT(errors, HasSubstr("'" + name + "' does not belong into "))
            << key.line << " in " << place;
      }
    }
  }
}

TEST(Keys, OnesThatAreNotBuiltAreRefusedAndNeverIgnored) {
  const std::vector<Key> keys = {
      {"context = \"a\"", "s"},
  };
  for (const Key& key : keys) {
    // Also where it will not belong: to move it would not help.
    for (const char place : std::string_view("tbsx")) {
      EXPECT_THAT(ErrorsOf(With(key.line, place)),
                  HasSubstr("is known, but not supported by this version; remove it"))
          << key.line << " in " << place;
    }
  }
}

TEST(Keys, AnUnknownOneSuggestsTheNearestThatMayStandThere) {
  EXPECT_THAT(ErrorsOf(With("per_dya = \"1 USD\"", 's')), HasSubstr("did you mean 'per_day'?"));
  EXPECT_THAT(ErrorsOf(With("payto = \"pin\"", 'x')), HasSubstr("did you mean 'pay_to'?"));
  EXPECT_THAT(ErrorsOf(With("something_else = 1", 'b')), Not(HasSubstr("did you mean")));
  EXPECT_THAT(ErrorsOf(With(std::string(5000, 'k') + " = 1", 't')), HasSubstr("unknown key"));
}

TEST(Keys, TimesOfAServerReplaceThoseOfTheTop) {
  const Policy policy = Load(
      "version = 1\nask_wait = \"5s\"\nhost_timeout = \"90s\"\n"
      "[server.shop]\ncommand = [\"/usr/bin/shop\"]\nhost_timeout = \"2m\"\n");
  const ServerTimes times = policy.TimesFor(policy.ServerByName("shop")->identity);
  EXPECT_EQ(times.ask_wait_ms, 5000);
  EXPECT_EQ(times.host_timeout_ms, 120000);
  EXPECT_EQ(policy.TimesFor("nobody").host_timeout_ms, 90000);
  EXPECT_EQ(Load("version = 1").TimesFor("nobody").ask_wait_ms, 20000);
}

TEST(Keys, AServerIsKnownByItsNameAndByWhatItIs) {
  const Policy policy = Load(
      "version = 1\n[server.a]\ncommand = [\"/usr/bin/shop\", \"\"]\ncwd = \"/srv\"\n"
      "env = { K = \"v\" }\n[server.b]\nurl = \"http://[::1]:8080/mcp\"\naudience = \"x\"\n");
  ASSERT_EQ(policy.servers().size(), 2U);
  const ServerSection& a = *policy.ServerByName("a");
  EXPECT_EQ(a.endpoint.command, (std::vector<std::string>{"/usr/bin/shop", ""}));
  EXPECT_EQ(a.endpoint.env.at("K"), "v");
  EXPECT_EQ(a.identity, ServerIdentity(a.endpoint));
  EXPECT_EQ(policy.ServerByIdentity(a.identity), &a);
  EXPECT_NE(a.identity, policy.ServerByName("b")->identity);
  EXPECT_EQ(policy.ServerByName("c"), nullptr);
  EXPECT_EQ(policy.ServerByIdentity("c"), nullptr);
}

TEST(Keys, AnAssetOfTheUserJoinsTheTable) {
  const Policy policy = Load(
      "version = 1\n[[asset.EURX]]\nnetwork = \"eip155:84532\"\ndecimals = 2\n"
      "id = \"0xAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"\n"
      "eip712 = { name = \"Euro X\", version = \"3\" }\n"
      "[[asset.EURX]]\nnetwork = \"kaspa:mainnet\"\ndecimals = 8\nid = \"native\"\n");
  const Asset* evm = policy.assets().FindSymbol("EURX", "eip155:84532");
  ASSERT_NE(evm, nullptr);
  EXPECT_EQ(evm->id, "0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  EXPECT_EQ(evm->eip712_name, "Euro X");
  EXPECT_EQ(policy.assets().FindSymbol("EURX", "kaspa:mainnet")->decimals, 8);
}

TEST(Keys, PreferenceIsTheOrderOfTheList) {
  const Policy policy = Load("version = 1\nprefer = [\"USDC@eip155:8453\", \"MUSD\", \"USDC\"]\n");
  const AssetTable& assets = policy.assets();
  EXPECT_EQ(policy.Preference(*assets.FindSymbol("USDC", "eip155:8453")), 0U);
  EXPECT_EQ(policy.Preference(*assets.FindSymbol("MUSD", "eip155:31612")), 1U);
  EXPECT_EQ(policy.Preference(*assets.FindSymbol("USDC", "eip155:1")), 2U);
  EXPECT_EQ(policy.Preference(*assets.FindSymbol("USDT0", "eip155:14")), 3U);
}

}  // namespace
}  // namespace tollpass
