#include <gtest/gtest.h>

#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

std::string NewestReason(Sandbox& sandbox) {
  const json log = sandbox.Do({"log", "--json"}).Json();
  return log.empty() ? "" : log.back()["reason"];
}

TEST(Promise6WideningNeedsASignature, APolicyEditPaysNothingBeyondTheMandate) {
  Sandbox sandbox;
  sandbox.MakeReady({"--price", "20000"});
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  sandbox.EditPolicy("per_call = \"0.01 USD\"", "per_call = \"0.05 USD\"");
  Host host(sandbox);
  EXPECT_NE(host.CallText("paid_echo", {{"text", "dear"}}), "dear");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
  sandbox.Do({"allow", "sample"});
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "dear"}}), "dear") << "once the user signed it";
}

TEST(Promise6WideningNeedsASignature, APolicyEditPaysNobodyElse) {
  Sandbox sandbox;
  sandbox.MakeReady({"--pay-to", "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"});
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  sandbox.EditPolicy(std::string("pay_to   = [\"") + kPayee + "\"]",
                     "pay_to   = [\"0x7e5f4552091a69125d5dfcb7b8c2659029395bdf\"]");
  Host host(sandbox);
  EXPECT_NE(host.CallText("paid_echo", {{"text", "stolen"}}), "stolen");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
}

TEST(Promise6WideningNeedsASignature, NarrowingNeedsNoKeyAndHoldsAtOnce) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  sandbox.RunProgram({"/bin/sh", "-c", "rm home/keys/*approval*"});
  sandbox.EditPolicy("per_call = \"0.01 USD\"", "per_call = \"0.009 USD\"");
  EXPECT_NE(host.CallText("paid_echo", {{"text", "two"}}), "two");
  EXPECT_EQ(NewestReason(sandbox), "over_per_call");
  sandbox.EditPolicy("per_call = \"0.009 USD\"", "per_call = \"0.01 USD\"");
  sandbox.Do({"pause"});
  EXPECT_NE(host.CallText("paid_echo", {{"text", "three"}}), "three");
  EXPECT_EQ(sandbox.Run({"resume"}).code, 1) << "resuming widens";
  EXPECT_NE(host.CallText("paid_echo", {{"text", "four"}}), "four");
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 1U);
}

TEST(Promise6WideningNeedsASignature, AnotherHomesApprovalKeyIsWorthNothing) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.Do({"init", "--test", "--home", sandbox.Path("other")});
  sandbox.RunProgram(
      {"/bin/sh", "-c", "rm home/keys/*approval*; cp other/keys/*approval* home/keys"});
  EXPECT_EQ(sandbox.Run({"allow", "sample"}).code, 1);
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json(), json::array());
}

struct Damage {
  const char* name;
  const char* script;       // run in the sandbox's folder
  bool seen_by_all = true;  // also by a proxy that runs already
};

void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.name; }

void ExpectOnlyFreeCalls(Host& host, const std::string& text) {
  EXPECT_NE(host.CallText("paid_echo", {{"text", text}}), text);
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(host.Close(), 0);
}

class Promise7DamageStopsPayments : public ::testing::TestWithParam<Damage> {};

TEST_P(Promise7DamageStopsPayments, FreeCallsGoOnAndTheUserIsTold) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host running(sandbox);
  EXPECT_EQ(running.CallText("paid_echo", {{"text", "before"}}), "before");
  if (!GetParam().seen_by_all) {
    running.Close();
  }
  ASSERT_EQ(sandbox.RunProgram({"/bin/sh", "-ec", GetParam().script}).code, 0);
  if (GetParam().seen_by_all) {
    ExpectOnlyFreeCalls(running, "after");
  }
  Host started(sandbox, {"proxy", "--", PAID_SERVER, "--log", sandbox.Path("payments")});
  ExpectOnlyFreeCalls(started, "after");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 1U);
  const json told = sandbox.Do({"status", "--json"}).Json();
  EXPECT_FALSE(told["policy"]["ok"] && told["ledger"]["ok"] && told["wallet"]["ok"]) << told;
}

// A running proxy holds the payment key that it has signed with.
INSTANTIATE_TEST_SUITE_P(
    Of, Promise7DamageStopsPayments,
    ::testing::Values(
        Damage{"UnknownKeyInThePolicy", "sed -i 's/per_day /per_dya /' home/policy.toml"},
        Damage{"PolicyThatIsNoToml", "echo '[[[' >> home/policy.toml"},
        Damage{"PolicyThatOthersMayWrite", "chmod o+w home/policy.toml"},
        Damage{"NoPolicy", "rm home/policy.toml"},
        Damage{"PolicyThatIsALink", "mv home/policy.toml p; ln -s ../p home/policy.toml"},
        Damage{"NoLedger", "rm home/ledger.db*"},
        Damage{"LedgerThatIsNoDatabase",
               "rm -f home/ledger.db-*; head -c 20000 /dev/zero > home/ledger.db"},
        Damage{"NoLedgerKey", "rm home/ledger.key"},
        Damage{"KeyThatOthersMayRead", "chmod o+r home/keys/*", false}),
    [](const auto& param) { return param.param.name; });

TEST(Promise7FailClosed, AServerStartsByNameThoughThePolicyIsBroken) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.EditPolicy("networks = ", "networsk = ");
  Host host(sandbox);
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_NE(host.CallText("paid_echo", {{"text", "paid"}}), "paid");
  EXPECT_NE(host.program().Errors().find("networsk"), std::string::npos) << host.program().Errors();
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
}

TEST(Promise7FailClosed, AServerWithoutASectionIsNeverPaid) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.EditPolicy("version  = 1", "version  = 1\nunattended = true");
  Host host(sandbox, {"proxy", "--", PAID_SERVER, "--log", sandbox.Path("payments")});
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_NE(host.CallText("paid_echo", {{"text", "paid"}}), "paid");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
}

}  // namespace
}  // namespace tollpass
