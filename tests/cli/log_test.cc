#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

TEST(Log, IsEmptyWhereNobodyAskedForMoney) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  host.CallText("echo", {{"text", "free"}});
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json(), json::array());
  EXPECT_EQ(sandbox.Do({"log"}).out, "");
}

TEST(Log, HasAllFieldsOfAPaidCall) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  ASSERT_EQ(host.CallText("paid_echo", {{"text", "hello"}}), "hello");
  host.Close();
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(log.size(), 1U);
  const json& row = log[0];
  const json mandate = sandbox.Do({"mandate", "list", "--json"}).Json().at(0);
  EXPECT_EQ(row["server"], "sample");
  EXPECT_EQ(row["tool"], "paid_echo");
  EXPECT_EQ(row["money"], "settled");
  EXPECT_EQ(row["call"], "answered");
  EXPECT_EQ(row["verdict"], "pay");
  EXPECT_EQ(row["reason"], "in_bounds");
  EXPECT_EQ(row["section"], "server.sample");
  EXPECT_EQ(row["mandate"], mandate["id"]);
  EXPECT_EQ(row["dialect"], "x402-v2");
  EXPECT_EQ(row["scheme"], "exact");
  EXPECT_EQ(row["network"], "eip155:84532");
  EXPECT_EQ(row["asset"], "USDC");
  EXPECT_EQ(row["amount"], json({{"atomic", "10000"}, {"text", "0.01 USDC"}}));
  EXPECT_EQ(row["payee"], "0x209693bc6afc0c5328ba36faf03c514ef312287c");
  EXPECT_EQ(row["evidence"], "matched");
  EXPECT_EQ(row["transaction"], sandbox.ServerSaw("settled").at(0)["transaction"]);
  EXPECT_EQ(row["alarm"], nullptr);
  EXPECT_EQ(row["time"].get<std::string>().back(), 'Z');
}

TEST(Log, HasRowsForWhatWasDeclinedAndAsked) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) +
                                          "[server.sample.tool.weather]\nask = \"always\"\n");
  Host host(sandbox);
  host.CallText("almanac", {{"city", "Oslo"}});
  host.CallText("weather", {{"city", "Oslo"}});
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0]["verdict"], "deny");
  EXPECT_EQ(log[0]["reason"], "over_per_call");
  EXPECT_EQ(log[0]["section"], "server.sample") << "the tightest of those that declined";
  EXPECT_EQ(log[0]["money"], "none");
  EXPECT_EQ(log[0]["call"], "none");
  EXPECT_EQ(log[0]["amount"]["text"], "0.1 USDC");
  EXPECT_EQ(log[0]["evidence"], "none");
  EXPECT_EQ(log[0]["transaction"], nullptr);
  EXPECT_EQ(log[1]["verdict"], "ask");
  EXPECT_EQ(log[1]["reason"], "ask_always");
  EXPECT_EQ(log[1]["money"], "none");
}

TEST(Log, KeepsWhatAServerOfferedThoughNoOfferCouldBeRead) {
  constexpr char kUnknown[] = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";
  Sandbox sandbox;
  sandbox.MakeReady({"--asset", kUnknown, "--asset-name", "Odd\xE2\x80\xAE Coin"});
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  const json row = sandbox.Do({"log", "--json"}).Json().at(0);
  EXPECT_EQ(row["reason"], "asset_unknown");
  ASSERT_EQ(row["offered"].size(), 1U) << row;
  EXPECT_EQ(row["offered"][0]["network"], "eip155:84532");
  EXPECT_EQ(row["offered"][0]["asset"], kUnknown);
  EXPECT_EQ(row["offered"][0]["amount"], "10000");
  EXPECT_NE(row["offered"][0]["extra"].get<std::string>().find("Coin"), std::string::npos) << row;
  const std::string text = sandbox.Do({"show", row["id"]}).out;
  EXPECT_NE(text.find(kUnknown), std::string::npos) << text;
  EXPECT_NE(text.find("nothing of it was checked"), std::string::npos) << text;
  EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos) << "no text that turns around: " << text;
}

TEST(Log, TellsForWhichHostACallWas) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox, {"proxy", "sample", "--as", "desk"});
  host.CallText("paid_echo", {{"text", "one"}});
  host.Close();
  const json row = sandbox.Do({"log", "--json"}).Json().at(0);
  EXPECT_EQ(row["label"], "desk");
  EXPECT_TRUE(row["principal"].get<std::string>().ends_with("/desk")) << row;
  EXPECT_NE(sandbox.Do({"log"}).out.find("sample/paid_echo as desk"), std::string::npos);
}

TEST(Log, HasColumnsWhateverBecameOfTheMoney) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  host.CallText("almanac", {{"city", "Oslo"}});
  host.CallText("paid_echo", {{"text", "one"}});
  host.Close();
  const std::string log = sandbox.Do({"log"}).out;
  const size_t end = log.find('\n');
  EXPECT_EQ(log.find("sample/almanac"), log.find("sample/paid_echo") - end - 1) << log;
}

TEST(Log, ShowsOneRowInFull) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  host.CallText("almanac", {{"city", "Oslo"}});
  const json row = sandbox.Do({"log", "--json"}).Json().at(0);
  const std::string id = row["id"];
  EXPECT_EQ(sandbox.Do({"show", id, "--json"}).Json(), row);
  const std::string text = sandbox.Do({"show", id.substr(0, id.size() - 2)}).out;
  EXPECT_NE(text.find(id), std::string::npos);
  EXPECT_NE(text.find("over_per_call"), std::string::npos) << text;
  EXPECT_NE(text.find(row["why"].get<std::string>()), std::string::npos) << text;
  EXPECT_NE(text.find("server says"), std::string::npos) << "the server's words are named as its";
}

TEST(Log, FollowsCallsAsTheyComeAndChange) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Running follow(sandbox, {TOLLPASS_PROGRAM, "log", "--follow"});
  Host host(sandbox);
  host.CallText("almanac", {{"city", "Oslo"}});
  const auto first = follow.ReadLine();
  ASSERT_TRUE(first.has_value());
  EXPECT_NE(first->find("over_per_call"), std::string::npos) << *first;
  host.CallText("paid_echo", {{"text", "hello"}});
  std::string line;
  while (line.find("settled, answered") == std::string::npos) {
    const auto next = follow.ReadLine();
    ASSERT_TRUE(next.has_value()) << "the payment was never shown as settled";
    line = *next;
  }
  EXPECT_NE(line.find("0.01 USDC"), std::string::npos) << line;
  follow.Signal(SIGTERM);
}

TEST(LedgerVerify, TellsThatEverythingHolds) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "hello"}});
  host.Close();
  const json report = sandbox.Do({"ledger", "verify", "--json"}).Json();
  EXPECT_EQ(report["holds"], true);
  EXPECT_GE(report["events"].get<int>(), 3);
  EXPECT_EQ(report["faults"], json::array());
  EXPECT_NE(sandbox.Do({"ledger", "verify"}).out.find(report["head"].get<std::string>()),
            std::string::npos);
}

TEST(LedgerVerify, TellsWhatWasChangedByOthers) {
  Sandbox sandbox;
  sandbox.MakeReady();
  {
    Host host(sandbox);
    host.CallText("paid_echo", {{"text", "hello"}});
    host.Close();
  }
  const Outcome edit = sandbox.RunProgram({"/usr/bin/python3", "-c",
                                           "import sqlite3; c = sqlite3.connect('home/ledger.db'); "
                                           "c.execute('DELETE FROM counters'); c.commit()"});
  ASSERT_EQ(edit.code, 0) << edit.err;
  const Outcome verified = sandbox.Run({"ledger", "verify", "--json"});
  EXPECT_EQ(verified.code, 1) << verified.err;
  EXPECT_EQ(verified.Json()["holds"], false);
  EXPECT_FALSE(verified.Json()["faults"].empty());
}

}  // namespace
}  // namespace tollpass
