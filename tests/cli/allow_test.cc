#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

json LimitOf(const json& mandate, std::string_view window) {
  for (const json& limit : mandate["limits"]) {
    if (limit["window"] == window) {
      return limit["maximum"]["text"];
    }
  }
  return nullptr;
}

TEST(Allow, SignsWhatTheSectionSays) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const json mandate = sandbox.Do({"allow", "sample", "--json"}).Json();
  EXPECT_EQ(mandate["id"].get<std::string>().size(), 11U);
  EXPECT_EQ(mandate["id"].get<std::string>().front(), 'm');
  EXPECT_EQ(mandate["state"], "live");
  EXPECT_EQ(mandate["server"], "sample");
  EXPECT_EQ(LimitOf(mandate, "call"), "0.01 USD");
  EXPECT_EQ(LimitOf(mandate, "day"), "0.5 USD");
  EXPECT_EQ(mandate["payees"], json({"0x209693bc6afc0c5328ba36faf03c514ef312287c"}));
  EXPECT_EQ(mandate["uses"], 0);
  const std::string account = sandbox.Do({"wallet", "address", "--network", "eip155:84532"}).out;
  EXPECT_EQ(mandate["wallet_keys"], json({account.substr(0, 42)}));
}

TEST(Allow, TellsItsIdAndWhatItPermitsInPlainWords) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const Outcome allowed = sandbox.Do({"allow", "sample", "--uses", "3"});
  const std::string id = allowed.out.substr(0, allowed.out.find('\n'));
  EXPECT_EQ(sandbox.Do({"mandate", "show", id, "--json"}).Json()["uses"], 3);
  for (const char* words : {"every tool", "at most 0.01 USD a call", "at most 0.5 USD a day",
                            "3 payments at most", "0x209693bc6afc0c5328ba36faf03c514ef312287c"}) {
    EXPECT_NE(allowed.out.find(words), std::string::npos) << words << "\n" << allowed.out;
  }
}

TEST(Allow, NarrowsByItsFlags) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const json mandate = sandbox
                           .Do({"allow", "sample", "--tool", "weather", "--tool", "paid_*",
                                "--per-call", "0.005 USD", "--per-day", "0.02 USDC", "--total",
                                "0.1 USD", "--uses", "7", "--for", "12h", "--json"})
                           .Json();
  EXPECT_EQ(LimitOf(mandate, "call"), "0.005 USD");
  EXPECT_EQ(LimitOf(mandate, "day"), "0.02 USD");
  EXPECT_EQ(LimitOf(mandate, "total"), "0.1 USD");
  EXPECT_EQ(mandate["uses"], 7);
  EXPECT_EQ(mandate["only_tools"], json({"weather", "paid_*"}));
}

// The section has no limit of the calendar, from which the day could be told.
TEST(Allow, CountsItsDayInTheZoneOfThePolicy) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  std::string policy = sandbox.Read(sandbox.PolicyPath());
  for (size_t at = policy.find("per_day "); at != std::string::npos; at = policy.find("per_day ")) {
    policy.replace(at, 8, "total   ");
  }
  sandbox.Write(sandbox.PolicyPath(), "zone = \"Europe/Oslo\"\n" + policy);
  const json mandate = sandbox.Do({"allow", "sample", "--per-day", "0.02 USD", "--json"}).Json();
  bool found = false;
  for (const json& limit : mandate["limits"]) {
    if (limit["window"] != "day") continue;
    found = true;
    EXPECT_EQ(limit["zone"], "Europe/Oslo");
  }
  EXPECT_TRUE(found) << mandate;
}

TEST(Allow, ForSomeToolsKeepsEveryRuleForThem) {
  // Both directions: the rule reaches out of the chosen glob, and the glob out of the rule.
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string plain = sandbox.Read(sandbox.PolicyPath());
  sandbox.Write(sandbox.PolicyPath(), plain +
                                          "[server.sample.tool.\"*_echo\"]\npay = false\n"
                                          "[server.sample.tool.\"a*\"]\nask = \"always\"\n");
  const Outcome allowed = sandbox.Do({"allow", "sample", "--tool", "paid_*", "--tool", "al*"});
  EXPECT_NE(allowed.out.find("only paid_*, al*; of these not *_echo; "), std::string::npos)
      << allowed.out;
  sandbox.Write(sandbox.PolicyPath(), plain);
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"");
  Host host(sandbox);
  for (const char* tool : {"paid_echo", "almanac", "weather"}) {
    host.Call(tool, {{"text", "one"}, {"city", "Oslo"}, {"year", 2026}});
  }
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
}

TEST(Allow, TellsTheRealCauseWhereNothingCanBePaid) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("per_day  = \"1 USD\"\n", "");
  const Outcome outcome = sandbox.Run({"allow", "sample"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("[budget.all] limits none of the assets over time"), std::string::npos)
      << outcome.err;
}

TEST(Allow, ForOneUseSaysThatItAnswersWhatIsAsked) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("[server.sample]", "[server.sample]\nask = \"always\"");
  EXPECT_NE(sandbox.Do({"allow", "sample"}).out.find("asks always"), std::string::npos);
  const std::string once = sandbox.Do({"allow", "sample", "--uses", "1"}).out;
  EXPECT_EQ(once.find("asks always"), std::string::npos) << once;
  EXPECT_NE(once.find("answers what is asked always"), std::string::npos) << once;
}

TEST(Allow, LowersTheRulesOfSingleToolsToo) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.Write(sandbox.PolicyPath(),
                sandbox.Read(sandbox.PolicyPath()) +
                    "[server.sample.tool.almanac]\nper_call = \"0.05 USD\"\n");
  const json mandate = sandbox.Do({"allow", "sample", "--per-call", "0.03 USD", "--json"}).Json();
  EXPECT_EQ(LimitOf(mandate, "call"), "0.01 USD") << "the section's own is stricter and stays";
  for (const json& rule : mandate["tools"]) {
    if (rule["tool"] == "almanac") {
      EXPECT_EQ(LimitOf(rule, "call"), "0.03 USD");
    }
  }
  EXPECT_EQ(sandbox.Run({"allow", "sample", "--per-call", "0.051 USD"}).code, 1);
  EXPECT_EQ(sandbox.Run({"allow", "sample", "--tool", "weather", "--per-call", "0.03 USD"}).code, 1)
      << "only almanac may cost more";
}

TEST(Allow, RefusesWhatIsWiderThanThePolicy) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  for (const Words& flags : std::vector<Words>{{"--per-call", "0.010001 USD"},
                                               {"--per-call", "0.02 USDC"},
                                               {"--per-day", "0.51 USD"}}) {
    Words words = {"allow", "sample"};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = sandbox.Run(words);
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_NE(outcome.err.find("the policy is the ceiling"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json(), json::array());
}

TEST(Allow, LeavesOutWhatThePolicyDoesNotPayFor) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) +
                                          "[server.sample.tool.\"admin_*\"]\npay = false\n");
  EXPECT_EQ(sandbox.Run({"allow", "sample", "--tool", "admin_delete"}).code, 1);
  EXPECT_EQ(sandbox.Run({"allow", "sample", "--tool", "admin_*"}).code, 1);
  const Outcome allowed = sandbox.Do({"allow", "sample", "--tool", "*"});
  EXPECT_NE(allowed.out.find("not admin_*"), std::string::npos) << allowed.out;
  sandbox.Do({"allow", "sample", "--tool", "weather", "--tool", "weather"});
}

TEST(Allow, NeedsTheApprovalKey) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  for (const auto& file : std::filesystem::directory_iterator(sandbox.home() + "/keys")) {
    if (file.path().filename().string().find("approval") != std::string::npos) {
      std::filesystem::remove(file.path());
    }
  }
  EXPECT_EQ(sandbox.Run({"allow", "sample"}).code, 3);
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json(), json::array());
}

TEST(Mandates, AreListedShownAndRevoked) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string id = sandbox.Do({"allow", "sample", "--json"}).Json()["id"];
  ASSERT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json().size(), 1U);
  EXPECT_NE(sandbox.Do({"mandate", "list"}).out.find(id + "  live"), std::string::npos);
  EXPECT_NE(sandbox.Do({"mandate", "show", id.substr(0, 6)}).out.find("live"), std::string::npos);
  sandbox.Do({"mandate", "revoke", id});
  EXPECT_EQ(sandbox.Do({"mandate", "show", id, "--json"}).Json()["state"], "revoked");
  EXPECT_EQ(sandbox.Run({"mandate", "revoke", id}).code, 1) << "once is for good";
}

TEST(Mandates, TellThatTheirServerIsAnotherOneNow) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string id = sandbox.Do({"allow", "sample", "--json"}).Json()["id"];
  sandbox.EditPolicy("[server.sample]", "[server.sample]\ncwd = \"/tmp\"");
  EXPECT_EQ(sandbox.Do({"mandate", "show", id, "--json"}).Json()["state"], "no server");
  EXPECT_NE(sandbox.Do({"mandate", "list"}).out.find(id + "  no server"), std::string::npos);
  const std::string shown = sandbox.Do({"mandate", "show", id}).out;
  EXPECT_NE(shown.find("tollpass allow sample"), std::string::npos) << shown;
  const std::string text = sandbox.Read(sandbox.PolicyPath());
  sandbox.Write(sandbox.PolicyPath(), text.substr(0, text.find("[server.sample]")));
  EXPECT_NE(sandbox.Do({"mandate", "show", id}).out.find("tollpass add sample"), std::string::npos);
}

TEST(Mandates, WhoseTotalIsSpentAreUsedUp) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string id =
      sandbox.Do({"allow", "sample", "--total", "0.01 USD", "--json"}).Json()["id"];
  const auto state = [&] { return sandbox.Do({"mandate", "show", id, "--json"}).Json()["state"]; };
  EXPECT_EQ(state(), "live");
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  EXPECT_EQ(state(), "used up");
}

TEST(Mandates, AndRulesShowWhoIsPinned) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string text = sandbox.Read(sandbox.PolicyPath());
  const size_t at = text.find("pay_to");
  sandbox.Write(sandbox.PolicyPath(), std::string(text).erase(at, text.find('\n', at) + 1 - at));
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"");
  const std::string id = sandbox.Do({"allow", "sample", "--json"}).Json()["id"];
  EXPECT_NE(sandbox.Do({"mandate", "show", id}).out.find("once you approved the first"),
            std::string::npos);
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  sandbox.Do({"approve", sandbox.Do({"pending", "--json"}).Json()[0]["id"]});
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  const std::string pinned = "0x209693bc6afc0c5328ba36faf03c514ef312287c on eip155:84532";
  EXPECT_NE(sandbox.Do({"mandate", "show", id}).out.find("the pinned payee " + pinned),
            std::string::npos);
  EXPECT_NE(sandbox.Do({"policy", "show", "sample"}).out.find("pin: " + pinned + " is pinned"),
            std::string::npos);
}

TEST(Mandates, NeedMoreOfAnIdThatIsNotUnique) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.Do({"allow", "sample"});
  sandbox.Do({"allow", "sample"});
  EXPECT_EQ(sandbox.Run({"mandate", "show", "m"}).code, 1);
}

TEST(Mandates, EndAPaymentOnceRevoked) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string id = sandbox.Do({"allow", "sample", "--json"}).Json()["id"];
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"");
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  sandbox.Do({"mandate", "revoke", id});
  EXPECT_NE(host.CallText("paid_echo", {{"text", "two"}}), "two");
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 1U);
}

}  // namespace
}  // namespace tollpass
