#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

/// The signatures that ever left, by event of the server's payment log.
std::set<std::string> Signatures(const Sandbox& sandbox, std::string_view event) {
  std::set<std::string> signatures;
  for (const json& row : sandbox.ServerSaw(event)) signatures.insert(row["signature"]);
  return signatures;
}

void ExpectLedgerHolds(Sandbox& sandbox) {
  const Outcome verified = sandbox.Run({"ledger", "verify"});
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
}

std::string SpentToday(Sandbox& sandbox) {
  const json status = sandbox.Do({"status", "--json"}).Json();
  for (const json& limit : status["servers"][0]["limits"]) {
    if (limit["section"] == "budget.all" && limit["window"] == "day") return limit["spent"]["text"];
  }
  return "";
}

TEST(Promise2BudgetsHoldAcrossProcesses, TenProcessesWithThreeCallsEachPayFive) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample({}, {"--per-day", "0.05 USD"});
  sandbox.Do({"allow", "sample"});
  std::vector<std::unique_ptr<Host>> hosts;
  for (int i = 0; i < 10; ++i) hosts.push_back(std::make_unique<Host>(sandbox));
  std::vector<std::pair<Host*, int>> sent;
  for (size_t i = 0; i < hosts.size(); ++i) {
    for (int call = 0; call < 3; ++call) {
      const std::string text = std::to_string(i) + "." + std::to_string(call);
      sent.emplace_back(hosts[i].get(), hosts[i]->Send("paid_echo", {{"text", text}}));
    }
  }
  int answered = 0;
  for (const auto& [host, id] : sent) {
    answered += host->Receive(id)["result"].value("isError", false) ? 0 : 1;
  }
  EXPECT_EQ(answered, 5);
  EXPECT_EQ(Signatures(sandbox, "verified").size(), 5U);
  EXPECT_EQ(SpentToday(sandbox), "0.05 USD");
  ExpectLedgerHolds(sandbox);
}

#ifdef TOLLPASS_FAULTS

class Promise4OnePaymentWhateverCrashes : public ::testing::TestWithParam<const char*> {};

TEST_P(Promise4OnePaymentWhateverCrashes, ARepeatAfterKillSendsTheFirstProofOrPaysForTheFirstTime) {
  Sandbox sandbox;
  sandbox.MakeReady({"--state", sandbox.Path("state")});
  {
    Host host(sandbox, {"proxy", "sample"}, {{"TOLLPASS_FAULT", GetParam()}});
    host.Send("paid_echo", {{"text", "once"}});
    // The input stays open: only the fault point ends the program.
    EXPECT_EQ(host.program().Wait(), 128 + SIGKILL) << host.program().Errors();
  }
  const size_t charged = sandbox.Do({"log", "--json"}).Json().size();
  Host again(sandbox);
  const std::string answer = again.CallText("paid_echo", {{"text", "once"}});
  again.Close();
  EXPECT_EQ(answer, "once") << "the server keeps the result of a settled payment";
  EXPECT_EQ(Signatures(sandbox, "verified").size(), 1U);
  EXPECT_EQ(Signatures(sandbox, "settled").size(), 1U);
  EXPECT_LE(charged, 1U);
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().size(), 1U);
  EXPECT_EQ(SpentToday(sandbox), "0.01 USD");
  ExpectLedgerHolds(sandbox);
}

INSTANTIATE_TEST_SUITE_P(At, Promise4OnePaymentWhateverCrashes,
                         ::testing::Values("ledger_begun", "kernel_after_sign",
                                           "kernel_before_commit", "ledger_before_commit",
                                           "journal_before_mirror", "ledger_after_commit",
                                           "kernel_after_commit", "kernel_before_settle",
                                           "settle_before_commit"),
                         [](const auto& param) { return param.param; });

TEST(Promise4OnePaymentWhateverCrashes, ACallThatWasAnsweredBeforeTheKillIsOver) {
  Sandbox sandbox;
  sandbox.MakeReady({"--state", sandbox.Path("state")});
  {
    Host host(sandbox, {"proxy", "sample"}, {{"TOLLPASS_FAULT", "settle_after_commit"}});
    EXPECT_EQ(host.CallText("paid_echo", {{"text", "once"}}), "once");
    EXPECT_EQ(host.program().Wait(), 128 + SIGKILL);
  }
  Host again(sandbox);
  EXPECT_EQ(again.CallText("paid_echo", {{"text", "once"}}), "once");
  again.Close();
  EXPECT_EQ(Signatures(sandbox, "settled").size(), 2U) << "an equal call after it is a new call";
  EXPECT_EQ(SpentToday(sandbox), "0.02 USD");
  ExpectLedgerHolds(sandbox);
}

#endif  // TOLLPASS_FAULTS

}  // namespace
}  // namespace tollpass
