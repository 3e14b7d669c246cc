#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string Pay(Sandbox& sandbox, const std::string& text) {
  Host host(sandbox);
  std::string answer = host.CallText("paid_echo", {{"text", text}});
  host.Close();
  return answer;
}

TEST(LedgerAccept, IsRefusedWhereNothingIsWrong) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const Outcome refused = sandbox.Run({"ledger", "accept"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("nothing is wrong"), std::string::npos) << refused.err;
}

TEST(LedgerAccept, TheWayFromARestoredCopyToTheNextPayment) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  // Totals alone, so that the test need not wait for the end of a window.
  sandbox.EditPolicy("per_day  = \"1 USD\"", "total = \"1 USD\"");
  sandbox.EditPolicy("per_day  = \"0.50 USD\"", "total = \"0.50 USD\"");
  sandbox.Do({"allow", "sample"});
  sandbox.KeepLedger();
  ASSERT_EQ(Pay(sandbox, "one"), "one");
  sandbox.RestoreLedger();

  EXPECT_NE(Pay(sandbox, "two"), "two");
  const json status = sandbox.Run({"status", "--json"}).Json();
  EXPECT_EQ(status["ledger"]["ok"], false);
  EXPECT_EQ(status["ledger"]["reason"], "ledger_behind");
  EXPECT_NE(status["ledger"]["error"].get<std::string>().find("tollpass ledger accept"),
            std::string::npos);
  EXPECT_EQ(sandbox.Run({"allow", "sample"}).code, 1) << "what widens waits, too";
  const Outcome verified = sandbox.Run({"ledger", "verify", "--json"});
  EXPECT_EQ(verified.code, 1);
  EXPECT_EQ(verified.Json()["holds"], true) << "by itself";
  EXPECT_EQ(verified.Json()["stopped"], status["ledger"]["error"]);

  const json shown = sandbox.Do({"ledger", "accept", "--json"}).Json();
  EXPECT_EQ(shown["events"], 2) << shown;
  EXPECT_EQ(shown["seen"]["events"], 4);
  EXPECT_EQ(shown["lost"], true);
  EXPECT_EQ(shown["epoch"], 2);
  EXPECT_EQ(shown["reason"], "ledger_behind");
  EXPECT_EQ(shown["spent_totals"].size(), 4U) << "on test and main networks: " << shown;
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["ledger"]["ok"], true);
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json()[0]["state"], "ended");
  EXPECT_EQ(sandbox.Run({"ledger", "accept"}).code, 1) << "once";

  sandbox.Do({"allow", "sample"});
  EXPECT_NE(Pay(sandbox, "three"), "three") << "the totals count as used up";
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().back()["reason"], "over_total");
  sandbox.EditPolicy("total = \"1 USD\"", "total = \"2 USD\"");
  sandbox.EditPolicy("total = \"0.50 USD\"", "total = \"0.60 USD\"");
  sandbox.Do({"allow", "sample"});
  EXPECT_EQ(Pay(sandbox, "four"), "four");
  sandbox.Do({"ledger", "verify"});
}

// Whoever gets an old ledger back narrows the policy first. What was lost was paid before that.
TEST(LedgerAccept, FillsTotalsThatPayNothingToday) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("per_day  = \"1 USD\"", "total = \"1 USD\"");
  sandbox.EditPolicy("per_day  = \"0.50 USD\"", "total = \"0.50 USD\"");
  sandbox.Do({"allow", "sample"});
  sandbox.KeepLedger();
  ASSERT_EQ(Pay(sandbox, "one"), "one");
  sandbox.RestoreLedger();
  sandbox.EditPolicy("total = \"1 USD\"", "total = \"1 USD\"\npay = false");
  const std::string accepted = sandbox.Do({"ledger", "accept"}).out;
  EXPECT_NE(accepted.find("spent    1 USD in all, of budget.all on test networks"),
            std::string::npos)
      << accepted;
  sandbox.EditPolicy("\npay = false", "");
  const std::string status = sandbox.Do({"status"}).out;
  EXPECT_NE(status.find("1 USD of 1 USD in all on test networks  (budget.all)"), std::string::npos)
      << status;
  EXPECT_NE(status.find("0.5 USD of 0.5 USD in all"), std::string::npos) << status;
}

TEST(LedgerAccept, TellsPeopleWhatTheyAccept) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.KeepLedger();
  ASSERT_EQ(Pay(sandbox, "one"), "one");
  sandbox.RestoreLedger();
  const Outcome accepted = sandbox.Do({"ledger", "accept"});
  for (const char* word : {"events   2, the newest of", "ago)", "head     ",
                           "it has 2 events and had 4", "counts as used up", "holds no more"}) {
    EXPECT_NE(accepted.out.find(word), std::string::npos) << word << "\n" << accepted.out;
  }
  EXPECT_NE(accepted.err.find("tollpass allow"), std::string::npos) << accepted.err;
  const std::string status = sandbox.Do({"status"}).out;
  EXPECT_NE(status.find("1 USD of 1 USD a day"), std::string::npos) << status;
}

TEST(Mirror, LiesInTheStateFolderAndARunningProxyHeedsIt) {
  Sandbox sandbox;
  sandbox.MakeReady();
  EXPECT_EQ(std::distance(fs::directory_iterator(sandbox.Path(".local/state/tollpass")), {}), 1);
  sandbox.KeepLedger();
  Host host(sandbox);
  ASSERT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  sandbox.RestoreLedger();
  EXPECT_NE(host.CallText("paid_echo", {{"text", "two"}}), "two");
  EXPECT_NE(host.CallText("paid_echo", {{"text", "three"}}), "three");
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 1U);
}

TEST(Mirror, AStateFolderThatCannotBeUsedIsToldByInitAndStatus) {
  Sandbox sandbox;
  const Outcome refused =
      sandbox.RunProgram({"/bin/sh", "-c", "XDG_STATE_HOME=/dev/null tollpass init --test"});
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.err.find("XDG_STATE_HOME"), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(sandbox.home())) << "nothing was left behind";
  sandbox.MakeReady();
  const Outcome status =
      sandbox.RunProgram({"/bin/sh", "-c", "XDG_STATE_HOME=/dev/null tollpass status --json"});
  EXPECT_EQ(status.Json()["ledger"]["reason"], "mirror_broken") << status.out;
}

#ifdef TOLLPASS_FAULTS
TEST(Mirror, AKillBetweenCommitAndMirrorIsNoTrouble) {
  Sandbox sandbox;
  sandbox.MakeReady({"--state", sandbox.Path("state")});
  {
    Host host(sandbox, {"proxy", "sample"}, {{"TOLLPASS_FAULT", "journal_before_mirror"}});
    host.Send("paid_echo", {{"text", "once"}});
    EXPECT_EQ(host.program().Wait(), 128 + SIGKILL) << host.program().Errors();
  }
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["ledger"]["ok"], true);
  EXPECT_EQ(Pay(sandbox, "once"), "once");
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 1U);
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().size(), 1U);
}
#endif

}  // namespace
}  // namespace tollpass
