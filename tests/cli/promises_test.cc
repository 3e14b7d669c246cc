#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/sealed_home.h"
#include "tests/cli/terminal.h"

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
  EXPECT_EQ(sandbox.Run({"resume"}).code, 3) << "resuming widens";
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

TEST(Promise6WideningNeedsASignature, ThePassphraseStandsBeforeEveryOrderThatWidens) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  sandbox.AddSample();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  Host host(sandbox);
  EXPECT_NE(host.CallText("paid_echo", {{"text", "one"}}), "one");
  const std::string asked = sandbox.Do({"pending", "--json"}).Json().at(0)["id"];
  sandbox.Do({"pause"});
  const std::string right = std::string(kPassphrase) + "\n";
  for (const Words& order :
       std::vector<Words>{{"resume"}, {"approve", asked}, {"allow", "sample"}}) {
    const std::string before = sandbox.Do({"status", "--json"}).out;
    const Outcome nobody = sandbox.Run(order);
    EXPECT_EQ(nobody.code, 3) << order[0] << nobody.err;
    EXPECT_NE(nobody.err.find("terminal"), std::string::npos) << nobody.err;
    const Outcome wrong = RunWith(sandbox, std::string(kOtherPassphrase) + "\n", order);
    EXPECT_EQ(wrong.code, 1) << order[0] << wrong.err;
    EXPECT_NE(wrong.err.find("the passphrase is wrong"), std::string::npos) << wrong.err;
    EXPECT_EQ(sandbox.Do({"status", "--json"}).out, before) << order[0];
    const Outcome done = RunWith(sandbox, right, order);
    EXPECT_EQ(done.code, 0) << order[0] << done.err;
  }
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
}

TEST(Promise6WideningNeedsASignature, OnATerminalThePassphraseIsAskedAndNeverShown) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  sandbox.AddSample();
  Terminal wrong(sandbox, {"allow", "sample"});
  wrong.Answer("Passphrase of the approval key: ", kOtherPassphrase);
  EXPECT_EQ(wrong.Wait(), 1) << wrong.screen();
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json(), json::array());
  Terminal right(sandbox, {"allow", "sample"});
  right.Answer("Passphrase of the approval key: ", kPassphrase);
  EXPECT_EQ(right.Wait(), 0) << right.screen();
  EXPECT_EQ(right.screen().find(kPassphrase), std::string::npos);
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json().size(), 1U);
}

TEST(Promise6WideningNeedsASignature, NarrowingAsksForNoPassphrase) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  sandbox.AddSample();
  const Outcome allowed =
      RunWith(sandbox, std::string(kPassphrase) + "\n", {"allow", "sample", "--json"});
  sandbox.Do({"pause"});
  sandbox.Do({"mandate", "revoke", allowed.Json()["id"]});
}

struct Damage {
  const char* name;
  const char* script;  // run in the sandbox's folder
  const char* told;    // what the user reads of it, in `status` and from a new proxy
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
  ASSERT_EQ(sandbox.RunProgram({"/bin/sh", "-ec", GetParam().script}).code, 0);
  ExpectOnlyFreeCalls(running, "after");
  EXPECT_NE(running.program().Errors().find("a payment was not made: "), std::string::npos)
      << running.program().Errors();
  Host started(sandbox, {"proxy", "--", PAID_SERVER, "--log", sandbox.Path("payments")});
  ExpectOnlyFreeCalls(started, "after");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 1U);
  EXPECT_NE(started.program().Errors().find("a payment was not made: "), std::string::npos);
  EXPECT_NE(started.program().Errors().find(GetParam().told), std::string::npos)
      << started.program().Errors();
  EXPECT_EQ(started.saw().find(GetParam().told), std::string::npos) << "not for the host";
  const Outcome status = sandbox.Run({"status"});
  EXPECT_EQ(status.code, 3);
  EXPECT_NE(status.out.find(GetParam().told), std::string::npos) << status.out;
  EXPECT_NE(status.out.find("payments impossible"), std::string::npos) << status.out;
  EXPECT_EQ(sandbox.Run({"status", "--json"}).Json()["payments"], "impossible");
}

INSTANTIATE_TEST_SUITE_P(
    Of, Promise7DamageStopsPayments,
    ::testing::Values(
        Damage{"UnknownKeyInThePolicy", "sed -i 's/per_day /per_dya /' home/policy.toml",
               "did you mean 'per_day'?"},
        Damage{"PolicyThatIsNoToml", "echo '[[[' >> home/policy.toml", "policy.toml:"},
        Damage{"PolicyThatOthersMayWrite", "chmod o+w home/policy.toml", "run: chmod go-w"},
        Damage{"NoPolicy", "rm home/policy.toml", "there is no policy file"},
        Damage{"PolicyThatIsALink", "mv home/policy.toml p; ln -s ../p home/policy.toml",
               "is a symbolic link"},
        Damage{"NoLedger", "rm home/ledger.db*", "there is no ledger at"},
        Damage{"LedgerThatIsNoDatabase",
               "rm -f home/ledger.db-*; head -c 20000 /dev/zero > home/ledger.db",
               "home/ledger.db"},
        Damage{"NoLedgerKey", "rm home/ledger.key", "there is no ledger key at"},
        Damage{"AChangedNewestEvent",
               "python3 -c \"import sqlite3; c = sqlite3.connect('home/ledger.db'); "
               "c.execute('DROP TRIGGER events_are_not_changed'); "
               "c.execute('UPDATE events SET time = time - 1 WHERE sequence = (SELECT "
               "max(sequence) FROM events)'); c.commit()\"",
               "tollpass ledger verify"},
        Damage{"NoKeys", "rm home/keys/*", "tollpass wallet new"},
        Damage{"NoPaymentKey", "rm home/keys/eip155.*", "tollpass wallet new"},
        Damage{"KeyThatIsGarbled", "echo garbage > home/keys/eip155.testnet.key",
               "eip155.testnet.key"},
        Damage{"KeyThatIsALink",
               "mv home/keys/eip155.testnet.key k; ln -s ../../k home/keys/eip155.testnet.key",
               "symbolic link"},
        Damage{"KeyThatOthersMayRead", "chmod o+r home/keys/*", "chmod 600"}),
    [](const auto& param) { return param.param.name; });

TEST(Promise7FailClosed, ASealedKeyPaysNothingAsksNothingAndIsTold) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  sandbox.AddSample();
  const std::string passphrase = std::string(kPassphrase) + "\n";
  ASSERT_EQ(RunWith(sandbox, passphrase, {"allow", "sample"}).code, 0);
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  const Words seal = {"wallet", "passphrase", "--sealed", "--testnet"};
  ASSERT_EQ(RunWith(sandbox, passphrase, seal).code, 0);

  EXPECT_EQ(host.CallText("paid_echo", {{"text", "two"}}),
            "This payment cannot be made right now (command: tollpass status). Nothing was paid.");
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(NewestReason(sandbox), "key_locked");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 1U);
  const json wallet = sandbox.Run({"status", "--json"}).Json()["wallet"];
  EXPECT_EQ(wallet["ok"], false);
  EXPECT_NE(sandbox.Run({"status"}).out.find("tollpass wallet passphrase --hot"), std::string::npos)
      << wallet;

  // The way out that status tells.
  const Words unseal = {"wallet", "passphrase", "--hot", "--family", "eip155", "--testnet"};
  ASSERT_EQ(RunWith(sandbox, passphrase, unseal).code, 0);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "two"}}), "two");
  EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["wallet"]["ok"], true);
}

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

TEST(Promise7FailClosed, AFullDiskIsToldToTheUser) {
  Sandbox sandbox;
  sandbox.MakeReady();
  // As on a full disk: no file of the proxy may grow beyond a kilobyte.
  Running proxy(sandbox,
                {"/bin/sh", "-c", "trap '' XFSZ; ulimit -f 2; exec tollpass proxy sample"});
  proxy.Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"paid_echo",)"
             R"("arguments":{"text":"full"}}})"
             "\n");
  const auto answer = proxy.ReadLine();
  ASSERT_TRUE(answer.has_value()) << proxy.Errors();
  EXPECT_NE(answer->find("tollpass status"), std::string::npos) << *answer;
  EXPECT_NE(proxy.Errors().find("a payment was not made: " + sandbox.home() + "/ledger.db"),
            std::string::npos)
      << proxy.Errors();
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
