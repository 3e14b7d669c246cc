#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "tests/cli/sandbox.h"
#include "tests/cli/written_charge.h"
#include "tests/fake_node/fake_node.h"

/// The program with a chain source of the user, and with a clock that was set.
namespace tollpass {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int64_t kFarAway = 4'000'000'000;
constexpr char kUsdc[] = "0x036cbd53842c5426634e7929541ec2318f3dcf7e";

/// A home whose policy names the node, which is signed for the sample server.
class ChainedHome {
 public:
  ChainedHome() {
    node_.SetFinal(std::time(nullptr));
    sandbox_.MakeHome();
    sandbox_.AddSample();
    sandbox_.Write(sandbox_.PolicyPath(), sandbox_.Read(sandbox_.PolicyPath()) +
                                              "[chain.\"eip155:84532\"]\nrpc = \"" + node_.url() +
                                              "\"\n");
    mandate_ = sandbox_.Do({"allow", "sample", "--json"}).Json()["id"];
    identity_ = sandbox_.Do({"status", "--json"}).Json()["servers"][0]["identity"];
  }

  std::string Charge(const std::string& arguments, int64_t dead_after = 1,
                     const std::string& one_time = {}) {
    return Write(sandbox_, {.arguments = arguments,
                            .dead_after = dead_after,
                            .server_id = identity_,
                            .mandate = mandate_,
                            .one_time = one_time});
  }

  std::string MoneyOf(const std::string& id) {
    return sandbox_.Do({"show", id, "--json"}).Json()["money"];
  }

  Sandbox& sandbox() { return sandbox_; }
  FakeNode& node() { return node_; }

 private:
  Sandbox sandbox_;
  FakeNode node_;
  std::string mandate_;
  std::string identity_;
};

TEST(ReconcileFromChain, TellsOfEachWhatTheNodeShows) {
  ChainedHome home;
  const std::string value(64, 'e');
  const std::string settled = home.Charge("[1]", 1, value);
  const json story = home.sandbox().Do({"explain", settled, "--json"}).Json();
  home.node().Use(kUsdc, story["signature"]["payer"], story["signature"]["one_time"]);
  const std::string unsettled = home.Charge("[2]");
  const std::string alive = home.Charge("[3]", kFarAway);
  home.sandbox().RunProgram({"/bin/rm", home.sandbox().home() + "/keys/approval.key"});
  const Outcome outcome =
      home.sandbox().Run({"reconcile", settled, unsettled, alive, "--from-chain", "--json"});
  EXPECT_EQ(outcome.code, 1) << "one is not known yet";
  const json rows = outcome.Json();
  EXPECT_EQ(rows[0]["money"], "settled");
  EXPECT_EQ(rows[0]["given_back"], nullptr);
  EXPECT_EQ(rows[1]["money"], "released");
  EXPECT_EQ(rows[1]["given_back"]["text"], "0.01 USDC");
  EXPECT_EQ(rows[2]["done"], false);
  EXPECT_THAT(rows[2]["error"].get<std::string>(), HasSubstr("ask again later"));
  EXPECT_THAT(outcome.err, HasSubstr(alive + ": unchanged: "));
  EXPECT_EQ(CountedInTest(home.sandbox()), "20000000000000000");
  EXPECT_EQ(home.sandbox().Do({"show", settled, "--json"}).Json()["evidence"], "confirmed");
  const json given_back = home.sandbox().Do({"explain", unsettled, "--json"}).Json();
  const json step = given_back["steps"].back();
  EXPECT_EQ(step["what"], "witnessed");
  EXPECT_EQ(step["sighting"]["used"], false);
  EXPECT_THAT(step["sighting"]["source"].get<std::string>(), HasSubstr("eip155:84532 rpc http://"));
  EXPECT_THAT(home.sandbox().Do({"explain", unsettled}).out,
              HasSubstr("money released, call open, evidence none, by eip155:84532 rpc"));
  home.sandbox().Do({"ledger", "verify"});
}

TEST(ReconcileFromChain, TakesAllThatNobodyKnowsAbout) {
  ChainedHome home;
  const std::string first = home.Charge("[1]");
  home.Charge("[2]");
  home.Charge("[3]", kFarAway);
  const Outcome done = home.sandbox().Do({"reconcile", "--all-open", "--from-chain"});
  EXPECT_THAT(done.out, HasSubstr(first + "  gives back: 0.01 USDC for paid_echo"));
  EXPECT_EQ(CountedInTest(home.sandbox()), "10000000000000000");
  EXPECT_THAT(home.sandbox().Do({"reconcile", "--all-open", "--from-chain"}).err,
              HasSubstr("no charge is open"));
}

TEST(ReconcileFromChain, ANodeThatSaysNothingClearChangesNothing) {
  ChainedHome home;
  const std::string id = home.Charge("[1]");
  home.node().SetChainId(1);
  const Outcome outcome = home.sandbox().Run({"reconcile", id, "--from-chain"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("the node is not one of eip155:84532"));
  EXPECT_EQ(home.MoneyOf(id), "presumed_spent");
  EXPECT_EQ(CountedInTest(home.sandbox()), "10000000000000000");
}

TEST(ReconcileFromChain, WhatWasNotSignedIsToldWithTheWayOut) {
  ChainedHome home;
  const std::string approved = Write(home.sandbox(), {.arguments = "[9]"});
  const Outcome outcome = home.sandbox().Run({"reconcile", approved, "--from-chain"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("tollpass reconcile " + approved + " --not-settled"));
  EXPECT_EQ(home.MoneyOf(approved), "presumed_spent");
  const std::string id = home.Charge("[1]");
  home.sandbox().EditPolicy("/v2/secret", "/v2/other");
  EXPECT_EQ(home.sandbox().Run({"reconcile", id, "--from-chain"}).code, 1)
      << "another address is another source";
  EXPECT_EQ(home.MoneyOf(id), "presumed_spent");
}

TEST(ReconcileFromChain, WithoutASourceSaysHowToNameOne) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string id = Write(sandbox, {});
  const Outcome outcome = sandbox.Run({"reconcile", id, "--from-chain"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the policy has no [chain.\"eip155:84532\"]"));
  EXPECT_EQ(sandbox.Run({"reconcile", id, "--from-chain", "--settled"}).code, 2);
}

TEST(ChainSources, AreShownWithoutWhatMayBeAKey) {
  ChainedHome home;
  home.sandbox().EditPolicy("[server.sample]", "[server.sample]\ntrust = [\"refusals\"]");
  const std::string begin = "eip155:84532 rpc http://127.0.0.1:";
  const json status = home.sandbox().Do({"status", "--json"}).Json();
  EXPECT_THAT(status["chains"][0].get<std::string>(), HasSubstr(begin));
  EXPECT_EQ(status["servers"][0]["trust"], json({"refusals"}));
  EXPECT_EQ(status["servers"][0]["mandates"][0]["trust"], json::array());
  const std::string unsigned_text = home.sandbox().Do({"status"}).out;
  EXPECT_THAT(unsigned_text,
              HasSubstr("its word gives budget back: refusals (not signed, so it does not yet)"));
  EXPECT_THAT(home.sandbox().Do({"policy", "check"}).out,
              HasSubstr("you did not sign that the server's refusals are trusted"));
  const std::string allowed = home.sandbox().Do({"allow", "sample"}).out;
  const std::string signed_text = home.sandbox().Do({"status"}).out;
  EXPECT_THAT(signed_text, HasSubstr("its word gives budget back: refusals\n"));
  const json policy = home.sandbox().Do({"policy", "show", "--json"}).Json();
  EXPECT_THAT(policy["chains"][0].get<std::string>(), HasSubstr(begin));
  for (const std::string& text : {unsigned_text, signed_text, allowed, status.dump(), policy.dump(),
                                  home.sandbox().Do({"mandate", "list", "--json"}).out,
                                  home.sandbox().Do({"policy", "show"}).out}) {
    EXPECT_THAT(text, Not(HasSubstr("secret")));
  }
}

TEST(ClockJump, IsToldAndAcceptedLikeARestoredLedger) {
  Sandbox sandbox;
  sandbox.MakeReady();
  // As if the clock had been an hour behind when the machine started.
  const Outcome set = sandbox.RunProgram(
      {"/usr/bin/python3", "-c",
       "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
       "db.execute('UPDATE meta SET clock_offset_ms = clock_offset_ms - 3600000'); db.commit()",
       sandbox.home() + "/ledger.db"});
  ASSERT_EQ(set.code, 0) << set.err;
  const Outcome status = sandbox.Run({"status", "--json"});
  EXPECT_EQ(status.code, 3);
  EXPECT_EQ(status.Json()["ledger"]["reason"], "clock_jumped");
  EXPECT_THAT(status.Json()["ledger"]["error"].get<std::string>(),
              HasSubstr("clock jumped forward"));
  EXPECT_THAT(sandbox.Do({"ledger", "accept"}).out, HasSubstr("clock jumped forward"));
  sandbox.Do({"status"});
  sandbox.Do({"ledger", "verify"});
  EXPECT_EQ(sandbox.Run({"ledger", "accept"}).code, 1) << "nothing is wrong any more";
}

}  // namespace
}  // namespace tollpass
