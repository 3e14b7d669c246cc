#include <gtest/gtest.h>

#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/written_charge.h"

/// What stops or changes by what a tool did, at the command line.
namespace tollpass {
namespace {

using nlohmann::json;

std::string Identity(Sandbox& sandbox) {
  return sandbox.Do({"policy", "show", "--json"}).Json()["servers"][0]["identity"];
}

bool Says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Breaker, StopsOneToolUntilTheUserClosesIt) {
  Sandbox sandbox;
  sandbox.MakeReady();
  EXPECT_EQ(sandbox.Do({"breaker", "list", "--json"}).Json(), json::array());
  for (const char* arguments : {"[1]", "[2]", "[3]"}) {
    Write(sandbox, {.arguments = arguments, .server_id = Identity(sandbox)});
  }
  {
    Host host(sandbox);
    EXPECT_TRUE(Says(host.CallText("paid_echo", {{"text", "a"}}), "Nothing was paid."));
  }
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().back()["reason"], "breaker_open");
  const json breaker = sandbox.Do({"breaker", "list", "--json"}).Json()[0];
  EXPECT_EQ(breaker["server"], "sample");
  EXPECT_EQ(breaker["tool"], "paid_echo");
  EXPECT_EQ(breaker["undelivered"], 3);
  EXPECT_EQ(breaker["stopped"], true);
  EXPECT_EQ(breaker["reason"], "breaker_open");
  EXPECT_TRUE(Says(sandbox.Do({"breaker", "list"}).out, "sample  paid_echo  breaker_open"));
  EXPECT_TRUE(Says(sandbox.Do({"status"}).out, "paid_echo of sample is paid nothing"));
  EXPECT_EQ(sandbox.Run({"breaker", "close", "sample", "--tool", "other"}).code, 1);
  sandbox.Do({"breaker", "close", "sample", "--tool", "paid_echo"});
  EXPECT_EQ(sandbox.Do({"breaker", "list", "--json"}).Json(), json::array());
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "a"}}), "a");
}

TEST(Breaker, IsClosedWithTheApprovalKeyAlone) {
  Sandbox sandbox;
  sandbox.MakeHome();
  Write(sandbox, {});
  sandbox.RunProgram({"/bin/rm", sandbox.home() + "/keys/approval.key"});
  EXPECT_NE(sandbox.Run({"breaker", "close", std::string(64, 'a')}).code, 0);
  EXPECT_EQ(sandbox.Do({"breaker", "list", "--json"}).Json().size(), 1U);
}

TEST(Pin, IsListedAndMovedByTheUser) {
  Sandbox sandbox;
  sandbox.MakeReady();
  EXPECT_EQ(sandbox.Do({"pin", "list", "--json"}).Json(), json::array());
  const std::string account = std::string("eip155:84532/") + kPayee;
  sandbox.Do({"pin", "accept", "sample", "--pay-to", account});
  const json pins = sandbox.Do({"pin", "list", "--json"}).Json();
  ASSERT_EQ(pins.size(), 1U);
  EXPECT_EQ(pins[0]["server"], "sample");
  EXPECT_EQ(pins[0]["payee"], "eip155:84532/0x209693bc6afc0c5328ba36faf03c514ef312287c");
  EXPECT_EQ(pins[0]["tool"], nullptr);
  EXPECT_TRUE(Says(sandbox.Do({"pin", "list"}).out, "sample  payee 0x2096"));
  EXPECT_EQ(sandbox.Run({"pin", "accept", "sample", "--tool", "paid_echo"}).code, 1)
      << "no question tells of a change";
  EXPECT_EQ(sandbox.Run({"pin", "accept", "other", "--pay-to", account}).code, 1);
  for (const Words& words :
       {Words{"pin", "accept", "sample"}, Words{"pin", "accept", "sample", "--pay-to", kPayee},
        Words{"pin", "accept", "sample", "--tool", "t", "--pay-to", account}}) {
    EXPECT_EQ(sandbox.Run(words).code, 2) << ::testing::PrintToString(words);
  }
}

TEST(PolicyReplay, TellsWhichPastCallsAnotherFileWouldDecideOtherwise) {
  Sandbox sandbox;
  sandbox.MakeReady();
  {
    Host host(sandbox);
    for (const char* text : {"a", "b", "c"}) host.CallText("paid_echo", {{"text", text}});
  }
  const std::string policy = sandbox.Read(sandbox.PolicyPath());
  sandbox.Write(sandbox.Path("same.toml"), policy);
  json replay = sandbox.Do({"policy", "replay", "same.toml", "--json"}).Json();
  EXPECT_EQ(replay["calls"], 3);
  EXPECT_EQ(replay["differing"], json::array());

  // 0.01 USD a call: the third is one too many.
  sandbox.Write(sandbox.Path("tighter.toml"), policy + "total = \"0.02 USD\"\n");
  replay = sandbox.Do({"policy", "replay", "tighter.toml", "--json"}).Json();
  ASSERT_EQ(replay["differing"].size(), 1U) << replay;
  const json& call = replay["differing"][0];
  EXPECT_EQ(call["id"], sandbox.Do({"log", "--json"}).Json()[2]["id"]);
  EXPECT_EQ(call["was_verdict"], "pay");
  EXPECT_EQ(call["verdict"], "deny");
  EXPECT_EQ(call["reason"], "over_total");
  EXPECT_EQ(call["section"], "server.sample");
  EXPECT_TRUE(Says(sandbox.Do({"policy", "replay", "tighter.toml"}).out,
                   "was pay in_bounds, would be deny over_total in server.sample"));
  EXPECT_EQ(sandbox.Do({"policy", "replay", "tighter.toml", "--since", "2096-01-01", "--json"})
                .Json()["calls"],
            0);
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().size(), 3U) << "a replay writes nothing";
}

TEST(PolicyReplay, RefusesWhatItCannotRead) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.Write(sandbox.Path("broken.toml"), "version = 2\n");
  EXPECT_EQ(sandbox.Run({"policy", "replay", "broken.toml"}).code, 1);
  EXPECT_EQ(sandbox.Run({"policy", "replay", "none.toml"}).code, 1);
  EXPECT_EQ(sandbox.Run({"policy", "replay"}).code, 2);
  EXPECT_EQ(sandbox.Run({"policy", "replay", "broken.toml", "--since", "soon"}).code, 2);
}

TEST(PolicyCheck, WarnsOfAFileThatIsWiderThanWhatWasSigned) {
  Sandbox sandbox;
  sandbox.MakeReady();
  EXPECT_EQ(sandbox.Do({"policy", "check", "--json"}).Json()["warnings"], json::array());
  const std::string careful = sandbox.Read(sandbox.PolicyPath());
  const auto warning = [&] {
    const json warnings = sandbox.Do({"policy", "check", "--json"}).Json()["warnings"];
    return warnings.empty() ? std::string() : warnings[0].get<std::string>();
  };
  sandbox.EditPolicy("per_call = \"0.01 USD\"", "per_call = \"0.02 USD\"");
  EXPECT_TRUE(Says(warning(), "[server.sample] is wider than what you signed in m")) << warning();
  EXPECT_TRUE(Says(warning(), "at most 0.02 USD a call is more than you signed: at most 0.01 USD"))
      << warning();
  EXPECT_TRUE(Says(warning(), "sign it with: tollpass allow sample")) << warning();
  sandbox.Do({"allow", "sample"});
  EXPECT_EQ(warning(), "");
  sandbox.Write(sandbox.PolicyPath(), careful);
  EXPECT_EQ(warning(), "") << "a tighter file holds at once";
  sandbox.EditPolicy("--log", "--verbose\", \"--log");
  EXPECT_TRUE(Says(warning(), "[server.sample] is another server than the one")) << warning();
}

TEST(Observe, IsToldByStatus) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.Write(sandbox.PolicyPath(), "observe = true\n" + sandbox.Read(sandbox.PolicyPath()));
  EXPECT_TRUE(Says(sandbox.Do({"status"}).out, "'observe' is set: nothing is paid"));
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "a"}});
  const json row = sandbox.Do({"log", "--json"}).Json()[0];
  EXPECT_EQ(row["reason"], "observed");
  EXPECT_EQ(row["money"], "none");
  EXPECT_EQ(row["amount"]["text"], "0.01 USDC");
}

}  // namespace
}  // namespace tollpass
