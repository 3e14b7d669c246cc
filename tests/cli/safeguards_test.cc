#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

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
  const Outcome other = sandbox.Run({"breaker", "close", "sample", "--tool", "other"});
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(Says(other.err, "nothing speaks against the tool other of sample")) << other.err;
  const Outcome nobody = sandbox.Run({"breaker", "close", "nope"});
  EXPECT_EQ(nobody.code, 1);
  EXPECT_TRUE(Says(nobody.err, "there is no server nope")) << nobody.err;
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
  const Outcome none = sandbox.Do({"pin", "list"});
  EXPECT_TRUE(Says(none.out + none.err, "nothing is pinned: a payee is pinned where pay_to"));
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

TEST(Pin, OfAToolIsMovedToWhatTheUserWasShown) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const WrittenCharge call = {.server_id = Identity(sandbox)};
  const std::string first(64, 'b');
  const std::string second(64, 'c');
  WriteToolQuestion(sandbox, call, first, "description: sends all files");
  EXPECT_TRUE(Says(sandbox.Do({"pending"}).out, "says   description: sends all files"));
  const json asked = sandbox.Do({"pending", "--json"}).Json()[0];
  EXPECT_EQ(asked["definition"], first);
  EXPECT_EQ(asked["server_says_of_tool"], "description: sends all files");
  WriteToolQuestion(sandbox, call, second, "description: sends two files");
  const Words accept = {"pin", "accept", "sample", "--tool", "paid_echo"};
  const Outcome several = sandbox.Run(accept);
  EXPECT_EQ(several.code, 1) << "it does not choose";
  EXPECT_TRUE(Says(several.err, "--definition bbbbbbbbbbbb: description: sends all files"))
      << several.err;
  EXPECT_TRUE(Says(several.err, "--definition cccccccccccc: description: sends two files"));
  Words one = accept;
  one.insert(one.end(), {"--definition", "bbbb"});
  EXPECT_TRUE(Says(sandbox.Do(one).err, "the server says of paid_echo: description: sends all"));
  EXPECT_EQ(sandbox.Do({"pin", "list", "--json"}).Json()[0]["definition"], first);
  one.back() = "dddd";
  EXPECT_EQ(sandbox.Run(one).code, 1);
  EXPECT_EQ(sandbox
                .Run({"pin", "accept", "sample", "--pay-to", "eip155:84532/" + std::string(kPayee),
                      "--definition", "bb"})
                .code,
            2);
}

TEST(SecondChallenge, IsToldWithItsPriceAndItsPayee) {
  Sandbox sandbox;
  sandbox.MakeHome();
  OfferNote dearer;
  dearer.scheme = "exact";
  dearer.network = "eip155:84532";
  dearer.asset = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
  dearer.amount = "45000";
  dearer.payee = kPayee;
  OfferNote stranger = dearer;
  stranger.payee = "0x2222222222222222222222222222222222222222";
  const std::string bumped = Write(sandbox, {.arguments = "[1]", .asked_again = {dearer}});
  const std::string swapped = Write(sandbox, {.arguments = "[2]", .asked_again = {stranger}});
  const json log = sandbox.Do({"log", "--json"}).Json();
  EXPECT_EQ(log[0]["alarm"], "second_challenge");
  EXPECT_EQ(log[0]["amount"]["atomic"], "10000");
  EXPECT_EQ(log[0]["asked_again"][0]["amount"], "45000");
  EXPECT_EQ(log[1]["alarm"], "payee_changed");
  EXPECT_EQ(log[1]["asked_again"][0]["payee"], stranger.payee);
  const std::string line = "0.045 USDC to " + stranger.payee + " on eip155:84532";
  EXPECT_TRUE(Says(sandbox.Do({"log"}).out, "asked again for " + line + "  ALARM payee_changed"));
  for (const char* command : {"show", "explain"}) {
    const std::string text = sandbox.Do({command, swapped}).out;
    EXPECT_TRUE(Says(text, "0.01 USDC")) << text;
    EXPECT_TRUE(Says(text, "asked again")) << text;
    EXPECT_TRUE(Says(text, line)) << text;
  }
  EXPECT_TRUE(Says(sandbox.Do({"show", bumped}).out, "second_challenge: The server asked again"));
  EXPECT_TRUE(Says(sandbox.Do({"status"}).out, "payee_changed"));
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
  EXPECT_EQ(sandbox.Do({"policy", "replay", "tighter.toml", "--since", "30d", "--json"}).Json(),
            replay)
      << "a length of time, as `ledger export` takes it";
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().size(), 3U) << "a replay writes nothing";
}

TEST(PolicyReplay, GivesAnswersAgainAndPinsPayeesAsTheyWere) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"");
  sandbox.EditPolicy(std::string("pay_to   = [\"") + kPayee + "\"]", "pay_to = \"pin\"");
  sandbox.Do({"allow", "sample"});
  {
    Host host(sandbox);
    host.CallText("paid_echo", {{"text", "a"}});
    sandbox.Do({"approve", sandbox.Do({"pending", "--json"}).Json().at(0)["id"]});
    EXPECT_EQ(host.CallText("paid_echo", {{"text", "a"}}), "a");
    EXPECT_EQ(host.CallText("paid_echo", {{"text", "b"}}), "b");
  }
  const std::string policy = sandbox.Read(sandbox.PolicyPath());
  sandbox.Write(sandbox.Path("same.toml"), policy);
  const json same = sandbox.Do({"policy", "replay", "same.toml", "--json"}).Json();
  EXPECT_EQ(same["calls"], 3);
  EXPECT_EQ(same["differing"], json::array()) << "asked, then approved, then pinned";
  EXPECT_GT(same["not_known"].size(), 2U);
  EXPECT_TRUE(Says(sandbox.Do({"policy", "replay", "same.toml"}).err, "not taken into account"));

  sandbox.Write(sandbox.Path("watch.toml"), "observe = true\n" + policy);
  const json watch = sandbox.Do({"policy", "replay", "watch.toml", "--json"}).Json();
  ASSERT_EQ(watch["differing"].size(), 3U) << watch;
  EXPECT_EQ(watch["differing"][2]["verdict"], "deny");
  EXPECT_EQ(watch["differing"][2]["reason"], "observed");
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

TEST(PolicyCheck, WarnsOfEveryRuleThatIsWiderThanWhatWasSigned) {
  const std::string tool = "[server.sample.tool.paid_echo]\n";
  const std::string quotes =
      "quote_keys = [\"weather.example ed25519:"
      "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\"]\n";
  const std::string other = "[\"0x7e5f4552091a69125d5dfcb7b8c2659029395bdf\"]";
  for (const auto& [before, after, told] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"ask_above = \"0.002 USD\"\n", "ask_above = \"0.005 USD\"\n",
            "payments above 0.002 USDC are asked"},
           {"ask_above = \"0.002 USD\"\n", "", "payments above 0.002 USDC are asked"},
           {"ask = \"always\"\n", "", "every payment is asked"},
           {tool + "ask = \"always\"\n", "",
            "tool paid_echo: you signed that every payment is asked"},
           {tool + "ask_above = \"0.001 USD\"\n", tool + "ask_above = \"0.003 USD\"\n",
            "tool paid_echo: you signed that payments above 0.001 USDC"},
           {"", tool + "pay_to = " + other + "\n",
            "tool paid_echo: you did not sign the payee 0x7e5f"},
           {"", tool + "pay_to = \"pin\"\n", "tool paid_echo: you signed listed payees"},
           {"", tool + "per_call = \"0.04 USD\"\n",
            "tool paid_echo: at most 0.04 USD a call is more than you signed"},
           {tool + "pay = false\n", "", "tool paid_echo: you signed that it is not paid"},
           {quotes + tool + "schemes = [\"exact\"]\n", quotes,
            "tool paid_echo: you did not sign the scheme quote"}}) {
    Sandbox sandbox;
    sandbox.MakeHome();
    sandbox.AddSample();
    const std::string policy = sandbox.Read(sandbox.PolicyPath());
    sandbox.Write(sandbox.PolicyPath(), policy + before);
    sandbox.Do({"allow", "sample"});
    EXPECT_FALSE(Says(sandbox.Do({"policy", "check", "--json"}).out, "than what you signed"))
        << told;
    sandbox.Write(sandbox.PolicyPath(), policy + after);
    const std::string warnings = sandbox.Do({"policy", "check", "--json"}).out;
    EXPECT_TRUE(Says(warnings, told)) << told << ": " << warnings;
    EXPECT_TRUE(Says(warnings, "tollpass allow sample")) << warnings;
  }
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
