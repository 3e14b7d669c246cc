#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/cli/sandbox.h"
#include "tests/cli/written_charge.h"

namespace tollpass {
namespace {

using nlohmann::json;

constexpr int64_t kFarAway = 4'000'000'000;

std::string MoneyOf(Sandbox& sandbox, const std::string& id) {
  return sandbox.Do({"show", id, "--json"}).Json()["money"];
}

TEST(Reconcile, GivesBackExactlyWhatItShows) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string lost = Write(sandbox, {});
  const std::string kept = Write(sandbox, {.arguments = "[2]"});
  EXPECT_EQ(MoneyOf(sandbox, lost), "presumed_spent");
  const Outcome done = sandbox.Do({"reconcile", lost.substr(0, 8), "--not-settled"});
  EXPECT_NE(done.out.find(lost + "  gives back: 0.01 USDC for paid_echo of server sample"),
            std::string::npos)
      << done.out;
  EXPECT_EQ(MoneyOf(sandbox, lost), "released");
  EXPECT_EQ(MoneyOf(sandbox, kept), "presumed_spent");
  EXPECT_EQ(CountedInTest(sandbox), "10000000000000000");
  sandbox.Do({"ledger", "verify"});
}

// A receipt that the user trusts had lowered the charge: what it took out comes back once.
TEST(Reconcile, TellsNoMoreThanWhatComesBackOfAChargeThatWasLowered) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("[server.sample]", "[server.sample]\ntrust = [\"receipts\"]");
  const json mandate = sandbox.Do({"allow", "sample", "--json"}).Json();
  const auto lowered = [&](const std::string& arguments) {
    return Write(sandbox, {.arguments = arguments,
                           .server_id = mandate["server_id"],
                           .mandate = mandate["id"],
                           .settled_for = "4000"});
  };
  const std::string first = lowered("[1]");
  const std::string second = lowered("[2]");
  EXPECT_EQ(CountedInTest(sandbox), "8000000000000000");

  const json row = sandbox.Do({"reconcile", first, "--not-settled", "--json"}).Json()[0];
  EXPECT_EQ(row["given_back"], json({{"atomic", "4000"}, {"text", "0.004 USDC"}}));
  EXPECT_EQ(row["money"], "released");
  EXPECT_EQ(CountedInTest(sandbox), "4000000000000000");
  EXPECT_NE(
      sandbox.Do({"reconcile", second, "--not-settled"}).out.find("gives back: 0.004 USDC for"),
      std::string::npos);
  EXPECT_EQ(CountedInTest(sandbox), "0");

  const json steps = sandbox.Do({"explain", first, "--json"}).Json()["steps"];
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0]["given_back"], nullptr);
  EXPECT_EQ(steps[0]["counts_no_more"], nullptr);
  EXPECT_EQ(steps[1]["given_back"]["text"], "0.006 USDC");
  EXPECT_EQ(steps[1]["counts_no_more"]["text"], "0.006 USDC");
  EXPECT_EQ(steps[2]["given_back"]["text"], "0.004 USDC");
  EXPECT_EQ(steps[2]["counts_no_more"]["text"], "0.01 USDC");
  const std::string told = sandbox.Do({"explain", first}).out;
  EXPECT_NE(told.find("reconciled: money released, call open, evidence matched, gives back 0.004 "),
            std::string::npos)
      << told;
}

TEST(Reconcile, PrintsOnlyWhatWasDone) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string alive = Write(sandbox, {.dead_after = kFarAway});
  const Outcome refused = sandbox.Run({"reconcile", alive, "--not-settled"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find(alive + ": refused: "), std::string::npos) << refused.err;
}

TEST(Reconcile, TellsWhatSettledAndGivesNothingBackForIt) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string id = Write(sandbox, {});
  sandbox.Do({"reconcile", id, "--settled"});
  EXPECT_EQ(MoneyOf(sandbox, id), "settled");
  EXPECT_EQ(CountedInTest(sandbox), "10000000000000000");
  EXPECT_EQ(sandbox.Run({"reconcile", id, "--settled"}).code, 1) << "it is so already";
  sandbox.Do({"ledger", "verify"});
}

TEST(Reconcile, DoesTheOthersWhereOneIsRefusedAndSaysWhy) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string first = Write(sandbox, {});
  const std::string alive = Write(sandbox, {.arguments = "[2]", .dead_after = kFarAway});
  const std::string last = Write(sandbox, {.arguments = "[3]"});
  const Outcome outcome =
      sandbox.Run({"reconcile", first, alive, "c_none", last, "--not-settled", "--json"});
  EXPECT_EQ(outcome.code, 1);
  const json rows = outcome.Json();
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0]["done"], true);
  EXPECT_EQ(rows[0]["money"], "released");
  EXPECT_EQ(rows[0]["given_back"], json({{"atomic", "10000"}, {"text", "0.01 USDC"}}));
  EXPECT_EQ(rows[1]["done"], false);
  EXPECT_EQ(rows[1]["given_back"], nullptr);
  EXPECT_NE(rows[1]["error"].get<std::string>().find("until 2096-"), std::string::npos) << rows[1];
  EXPECT_EQ(rows[2]["done"], false);
  EXPECT_EQ(rows[3]["done"], true);
  EXPECT_NE(outcome.err.find(alive + ": refused: "), std::string::npos) << outcome.err;
  EXPECT_EQ(CountedInTest(sandbox), "10000000000000000");
}

TEST(Reconcile, TakesAllThatNobodyKnowsAbout) {
  Sandbox sandbox;
  sandbox.MakeHome();
  EXPECT_EQ(sandbox.Do({"reconcile", "--all-open", "--not-settled", "--json"}).Json(),
            json::array());
  Write(sandbox, {});
  const std::string alive = Write(sandbox, {.arguments = "[2]", .dead_after = kFarAway});
  Write(sandbox, {.arguments = "[3]"});
  const std::string settled = Write(sandbox, {.arguments = "[4]"});
  sandbox.Do({"reconcile", settled, "--settled"});
  EXPECT_EQ(sandbox.Do({"reconcile", "--all-open", "--not-settled", "--json"}).Json().size(), 2U);
  EXPECT_EQ(MoneyOf(sandbox, alive), "unknown");
  EXPECT_EQ(MoneyOf(sandbox, settled), "settled");
  EXPECT_EQ(CountedInTest(sandbox), "20000000000000000");
}

TEST(Reconcile, NeedsTheApprovalKey) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string id = Write(sandbox, {});
  sandbox.RunProgram({"/bin/rm", sandbox.home() + "/keys/approval.key"});
  EXPECT_NE(sandbox.Run({"reconcile", id, "--not-settled"}).code, 0);
  EXPECT_EQ(MoneyOf(sandbox, id), "presumed_spent");
  EXPECT_EQ(CountedInTest(sandbox), "10000000000000000");
}

}  // namespace
}  // namespace tollpass
