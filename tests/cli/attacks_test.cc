// The attacks of tests/data/attacks.json, or of the file that TOLLPASS_ATTACKS names, that a user
// meets at the command line, with a real proxy and server.

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/attacks/attack_list.h"
#include "tests/cli/host.h"
#include "tests/cli/running.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

bool Says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Nothing is paid, free calls go on, and the user reads why.
void ExpectOnlyFreeCalls(Sandbox& sandbox, Host& host, const std::string& told) {
  EXPECT_TRUE(Says(host.CallText("paid_echo", {{"text", "dear"}}), "Nothing was paid."));
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  const Outcome status = sandbox.Run({"status"});
  EXPECT_TRUE(Says(status.out + status.err, told)) << status.out << status.err;
}

void PolicyText(const Attack& attack) {
  const nlohmann::ordered_json& text = attack.input["policy_text"];
  const std::string line = text.is_array() ? text[0] : text;
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "before"}}), "before");
  const std::string good = sandbox.Read(sandbox.PolicyPath());
  sandbox.Write(sandbox.PolicyPath(), good + "[budget.b]\nservers = []\nper_call = " +
                                          line.substr(std::string("per_call: ").size()) + "\n");
  ExpectOnlyFreeCalls(sandbox, host, "policy.toml:");
  sandbox.Write(sandbox.PolicyPath(), good);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "after"}}), "after");
}

void RestoredLedger(const Attack&) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.KeepLedger();
  {
    Host host(sandbox);
    EXPECT_EQ(host.CallText("paid_echo", {{"text", "before"}}), "before");
    EXPECT_EQ(host.Close(), 0);
  }
  sandbox.RestoreLedger();
  Host host(sandbox);
  ExpectOnlyFreeCalls(sandbox, host, "tollpass ledger accept");
}

void DeletedLedger(const Attack&) {
  Sandbox sandbox;
  sandbox.MakeReady();
  ASSERT_EQ(sandbox.RunProgram({"/bin/sh", "-c", "rm home/ledger.db*"}).code, 0);
  Host host(sandbox);
  ExpectOnlyFreeCalls(sandbox, host, "ledger.db");
  EXPECT_EQ(host.Close(), 0);
  EXPECT_EQ(sandbox.Read(sandbox.home() + "/ledger.db"), "") << "only init makes one";
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
}

void KillSwitch(const Attack&) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "before"}}), "before");
  sandbox.Do({"pause"});
  ExpectOnlyFreeCalls(sandbox, host, "paused");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 1U);
}

/// {"spawn": a server that prints its environment and its parent's}. Its descriptors too.
void SecretsOfTheParent(const Attack&) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const std::string script =
      "env > child_env; cat /proc/$PPID/environ > parent_env 2> refused; "
      "ls -l /proc/self/fd > fds; exec cat";
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) +
                                          "[server.spy]\ncommand = [\"/bin/sh\", \"-c\", " +
                                          json(script).dump() + "]\n");
  Running proxy(sandbox, {TOLLPASS_PROGRAM, "proxy", "spy"},
                {{"TOLLPASS_PASSPHRASE", "hunter2hunter2"}, {"SECRET_OF_THE_HOST", "s3cret"}});
  proxy.CloseInput();
  proxy.ReadAll();
  proxy.Wait();
  const std::string environment = sandbox.Read(sandbox.Path("child_env"));
  EXPECT_TRUE(Says(environment, "PATH=")) << environment;
  EXPECT_FALSE(Says(environment, "TOLLPASS_")) << environment;
  const std::string parent = sandbox.Read(sandbox.Path("parent_env"));
  // Root may look into every process, and finds no key there.
  if (geteuid() != 0) {
    EXPECT_EQ(parent, "") << "the proxy can be looked into";
  }
  const std::string key = sandbox.Read(sandbox.home() + "/keys/eip155.testnet.key");
  const std::string secret = key.substr(key.find('\n') + 1, 64);
  ASSERT_EQ(secret.size(), 64U);
  EXPECT_FALSE(Says(parent + environment, secret));
  for (const char* file : {"ledger", "keys", "policy"}) {
    EXPECT_FALSE(Says(sandbox.Read(sandbox.Path("fds")), file)) << file;
  }
}

/// {"fs": per_day raised, url replaced, decimals changed}: `policy check` names the line that is
/// wider and the command that signs it.
void EditedPolicy(const Attack&) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const std::string careful = sandbox.Read(sandbox.PolicyPath());
  const auto findings = [&] {
    const Outcome check = sandbox.Run({"policy", "check", "--json"});
    return check.Json();
  };
  EXPECT_EQ(findings()["warnings"], json::array());
  sandbox.Write(sandbox.PolicyPath(), careful + "per_month = \"100 USD\"\n");
  sandbox.EditPolicy("per_call = \"0.01 USD\"", "per_call = \"0.05 USD\"");
  const std::string raised = findings()["warnings"].dump();
  EXPECT_TRUE(Says(raised, "at most 0.05 USD a call is more than you signed")) << raised;
  EXPECT_TRUE(Says(raised, "tollpass allow sample")) << raised;
  sandbox.Write(sandbox.PolicyPath(), careful);
  sandbox.EditPolicy("--log", "--verbose\", \"--log");
  const std::string replaced = findings()["warnings"].dump();
  EXPECT_TRUE(Says(replaced, "another server than the one that you signed for")) << replaced;
  EXPECT_TRUE(Says(replaced, "tollpass allow sample")) << replaced;
  sandbox.Write(sandbox.PolicyPath(),
                careful +
                    "[asset.USDC]\nnetwork = \"eip155:84532\"\ndecimals = 12\n"
                    "id = \"0x036CbD53842c5426634e7929541eC2318f3dCF7e\"\n"
                    "eip712 = { name = \"USDC\", version = \"2\" }\n");
  const json broken = findings();
  EXPECT_EQ(broken["ok"], false);
  EXPECT_GT(broken["errors"][0]["line"].get<int>(), 0);
  Host host(sandbox);
  EXPECT_TRUE(Says(host.CallText("paid_echo", {{"text", "a"}}), "Nothing was paid."));
}

AttackDrivers Drivers() {
  return {{"policy text", PolicyText},
          {"restored ledger", RestoredLedger},
          {"deleted ledger", DeletedLedger},
          {"kill switch", KillSwitch},
          {"secrets of the parent", SecretsOfTheParent},
          {"edited policy", EditedPolicy}};
}

class AttacksAtTheCommandLine : public testing::TestWithParam<Attack> {};

TEST_P(AttacksAtTheCommandLine, HaveTheirSafeOutcome) {
  const AttackDrivers drivers = Drivers();
  const auto driver = drivers.find(FormOf(GetParam())->name);
  ASSERT_NE(driver, drivers.end()) << FormOf(GetParam())->name;
  driver->second(GetParam());
}

INSTANTIATE_TEST_SUITE_P(File, AttacksAtTheCommandLine, testing::ValuesIn(AttacksFor("cli")),
                         [](const auto& attack) { return attack.param.id; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AttacksAtTheCommandLine);

}  // namespace
}  // namespace tollpass
