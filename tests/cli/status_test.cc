#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

json SpentOf(const json& server, std::string_view section, std::string_view window) {
  for (const json& limit : server["limits"]) {
    if (limit["section"] == section && limit["window"] == window) {
      return {limit["spent"]["text"], limit["maximum"]["text"]};
    }
  }
  return nullptr;
}

TEST(Status, TellsWhatIsSpentAgainstEachLimit) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string mandate =
      sandbox.Do({"allow", "sample", "--total", "0.2 USD", "--json"}).Json()["id"];
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  host.CallText("paid_echo", {{"text", "two"}});
  const json status = sandbox.Do({"status", "--json"}).Json();
  ASSERT_EQ(status["servers"].size(), 1U);
  const json& server = status["servers"][0];
  EXPECT_EQ(server["name"], "sample");
  ASSERT_EQ(server["mandates"].size(), 1U);
  EXPECT_EQ(server["mandates"][0]["id"], mandate);
  EXPECT_EQ(server["mandates"][0]["used"], 2);
  EXPECT_EQ(SpentOf(server, "budget.all", "day"), json({"0.02 USD", "1 USD"}));
  EXPECT_EQ(SpentOf(server, "server.sample", "day"), json({"0.02 USD", "0.5 USD"}));
  EXPECT_EQ(SpentOf(server, "mandate." + mandate, "total"), json({"0.02 USD", "0.2 USD"}));
  const std::string text = sandbox.Do({"status"}).out;
  EXPECT_NE(text.find("0.02 USD of 0.5 USD a day"), std::string::npos) << text;
}

TEST(Status, TellsTheLimitsOfAToolToo) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) +
                                          "[server.sample.tool.\"paid_*\"]\ntotal = \"0.3 USD\"\n");
  const json server = sandbox.Do({"status", "--json"}).Json()["servers"][0];
  EXPECT_EQ(SpentOf(server, "server.sample.tool.paid_*", "total"), json({"0 USD", "0.3 USD"}))
      << server;
  EXPECT_NE(SpentOf(server, "server.sample", "day"), nullptr);
}

// Whoever wrote the name: it is data for JSON, and text for people.
TEST(Terminal, IsToldNoTextThatItWouldObey) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.Write(sandbox.PolicyPath(),
                sandbox.Read(sandbox.PolicyPath()) +
                    "[server.sample.tool.\"a\\u001b[31mb\"]\ntotal = \"0.3 USD\"\n");
  sandbox.Do({"allow", "sample"});
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"status"}, {"policy", "show"}, {"mandate", "list"}}) {
    const std::string text = sandbox.Do(command).out;
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  }
  EXPECT_NE(sandbox.Do({"policy", "show"}).out.find("a\\x1b[31mb"), std::string::npos);
  const json server = sandbox.Do({"status", "--json"}).Json()["servers"][0];
  EXPECT_EQ(SpentOf(server, "server.sample.tool.a\x1b[31mb", "total"), json({"0 USD", "0.3 USD"}));
}

TEST(Status, AmountsInJsonAreExactAndSayWhatTheyCount) {
  for (const bool one_asset : {true, false}) {
    Sandbox sandbox;
    sandbox.MakeHome();
    sandbox.AddSample();
    if (one_asset) sandbox.EditPolicy("[\"testnet\"]", "[\"eip155:84532\"]");
    const std::string id = sandbox.Do({"allow", "sample", "--uses", "7", "--json"}).Json()["id"];
    const json limit = {{"atomic", "500000"}, {"decimals", 6}, {"text", "0.5 USD"}};
    const auto maximum = [](const json& limits, std::string_view section) {
      for (const json& one : limits) {
        if (one["window"] == "day" && one.value("section", section) == section) {
          return one["maximum"];
        }
      }
      return json();
    };
    const json server = sandbox.Do({"status", "--json"}).Json()["servers"][0];
    EXPECT_EQ(maximum(server["limits"], "server.sample"), limit);
    const json shown = sandbox.Do({"mandate", "show", id, "--json"}).Json();
    EXPECT_EQ(maximum(shown["limits"], ""), limit) << shown;
    EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json()[0], shown);
  }
}

TEST(Status, TellsOfAnythingThatIsBroken) {
  Sandbox sandbox;
  sandbox.MakeReady();
  json status = sandbox.Do({"status", "--json"}).Json();
  for (const char* part : {"policy", "ledger", "wallet"}) {
    EXPECT_EQ(status[part]["ok"], true) << status;
  }
  EXPECT_EQ(status["paused"], false);
  EXPECT_EQ(status["pending"], 0);
  EXPECT_EQ(status["alarm"], nullptr);
  EXPECT_EQ(status["payments"], "on");
  EXPECT_EQ(status["obstacles"], json::array());

  sandbox.EditPolicy("networks = ", "networsk = ");
  std::filesystem::remove(sandbox.home() + "/ledger.db");
  const Outcome told = sandbox.Run({"status", "--json"});
  EXPECT_EQ(told.code, 3) << "nothing can be paid";
  status = told.Json();
  EXPECT_EQ(status["payments"], "impossible");
  EXPECT_EQ(status["obstacles"], json::array({"policy", "ledger"}));
  EXPECT_EQ(status["policy"]["ok"], false);
  EXPECT_NE(status["policy"]["error"].get<std::string>().find("networsk"), std::string::npos);
  EXPECT_EQ(status["ledger"]["ok"], false);
  EXPECT_EQ(status["wallet"]["ok"], true) << "a broken part hides no other";
  const std::string text = sandbox.Run({"status"}).out;
  EXPECT_NE(text.find("networsk"), std::string::npos) << text;
  EXPECT_EQ(text.find("\\x0a"), std::string::npos) << text;
  EXPECT_NE(text.find("payments impossible"), std::string::npos) << text;
  EXPECT_EQ(text.find("servers  none"), std::string::npos) << "it has one: " << text;
}

TEST(Status, IsDoneWhileTheUserPauses) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.Do({"pause"});
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["payments"], "paused");
}

TEST(Status, ShowsEveryLimitThatCouldDecline) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Do({"add", "pinned", "--", PAID_SERVER});
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) +
                                          "rate = \"30/min\"\n[server.pinned.tool.weather]\n"
                                          "per_week = \"0.2 USD\"\n");
  sandbox.Do({"allow", "pinned", "--uses", "3"});
  const json server = sandbox.Do({"status", "--json"}).Json()["servers"][0];
  const std::string mandate = "mandate." + server["mandates"][0]["id"].get<std::string>();
  EXPECT_EQ(SpentOf(server, "budget.all", "day"), json({"0 USD", "1 USD"}));
  EXPECT_EQ(SpentOf(server, "server.pinned", "day"), json({"0 USD", "0.5 USD"}));
  EXPECT_EQ(SpentOf(server, "server.pinned", "rate"), json({"0 payments", "30 payments"}));
  EXPECT_EQ(SpentOf(server, "server.pinned.tool.weather", "week"), json({"0 USD", "0.2 USD"}));
  EXPECT_EQ(SpentOf(server, mandate, "uses"), json({"0 payments", "3 payments"}));
  EXPECT_EQ(SpentOf(server, mandate + ".tool.weather", "week"), json({"0 USD", "0.2 USD"}));
}

/// The command at the end of a message that says what to do.
std::string AdviceIn(const std::string& text) {
  for (const char* beginning : {"(umask", "mv '"}) {
    const size_t place = text.find(beginning);
    if (place != std::string::npos) return text.substr(place, text.find('\n', place) - place);
  }
  return "";
}

TEST(Status, AdvisesWhatWorksWhateverIsMissing) {
  for (const char* missing : {"home/policy.toml", "home/ledger.db*", "home/ledger.key",
                              "home/policy.toml home/ledger*"}) {
    Sandbox sandbox;
    sandbox.MakeReady();
    sandbox.RunProgram({"/bin/sh", "-c", std::string("rm ") + missing});
    const Outcome told = sandbox.Run({"status"});
    EXPECT_EQ(told.code, 3) << missing << told.out << told.err;
    const std::string advice = AdviceIn(told.out + told.err);
    ASSERT_NE(advice, "") << missing << told.out << told.err;
    const Outcome followed = sandbox.RunProgram({"/bin/sh", "-c", advice});
    EXPECT_EQ(followed.code, 0) << advice << followed.err;
    EXPECT_EQ(sandbox.Run({"status"}).code, 0) << advice << sandbox.Run({"status"}).out;
  }
}

std::string WalletError(Sandbox& sandbox) {
  const json wallet = sandbox.Run({"status", "--json"}).Json()["wallet"];
  EXPECT_EQ(wallet["ok"], wallet["error"].is_null()) << wallet;
  return wallet["ok"] ? "" : wallet["error"].get<std::string>();
}

TEST(Status, TellsThatNothingCanBePaidWithoutAKeyAndTheWayOut) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const std::string keys = sandbox.home() + "/keys";
  std::filesystem::rename(keys + "/eip155.testnet.key", sandbox.Path("aside"));
  EXPECT_NE(WalletError(sandbox).find("tollpass wallet new"), std::string::npos);
  EXPECT_NE(sandbox.Run({"status"}).out.find("no payment key"), std::string::npos);
  EXPECT_EQ(sandbox.Run({"wallet", "address"}).code, 1);
  std::filesystem::rename(sandbox.Path("aside"), keys + "/eip155.testnet.key");
  EXPECT_EQ(WalletError(sandbox), "");
  std::filesystem::remove(keys + "/approval.key");
  const Outcome status = sandbox.Do({"status"});
  EXPECT_NE(status.out.find("tollpass wallet restore"), std::string::npos) << status.out;
  EXPECT_NE(status.out.find("payments on"), std::string::npos) << "what was signed holds";
}

TEST(Status, TellsOfANetworkThatThePolicyAllowsAndNoKeyPaysOn) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.EditPolicy("networks = [\"testnet\"]", "networks = [\"testnet\", \"mainnet\"]");
  EXPECT_EQ(WalletError(sandbox), "");
  const json warnings = sandbox.Do({"status", "--json"}).Json()["warnings"];
  EXPECT_NE(warnings.dump().find("eip155 mainnet"), std::string::npos) << warnings;
}

TEST(Status, CountsWhatWaits) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["pending"], 1);
}

TEST(Pause, StopsPaymentsOfARunningProxyUntilResumed) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  sandbox.Do({"pause"});
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["paused"], true);
  EXPECT_NE(host.CallText("paid_echo", {{"text", "two"}}), "two");
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 1U);
  sandbox.Do({"resume"});
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["paused"], false);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "three"}}), "three");
}

TEST(Wallet, TellsTheAccountThatPays) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const json keys = sandbox.Do({"wallet", "address", "--json"}).Json();
  ASSERT_EQ(keys.size(), 1U);
  EXPECT_EQ(keys[0]["family"], "eip155");
  EXPECT_EQ(sandbox.Do({"wallet", "address", "--network", "eip155:84532"}).out,
            keys[0]["account"].get<std::string>() + "\n");
}

}  // namespace
}  // namespace tollpass
