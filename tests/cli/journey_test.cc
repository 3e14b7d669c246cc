#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

TEST(Journey, OfANewUserFromInitToTheFirstDay) {
  Sandbox sandbox;
  sandbox.Do({"init", "--test"});
  sandbox.Do({"add", "sample", "--per-call", "0.01 USD", "--", PAID_SERVER, "--log",
              sandbox.Path("payments")});
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  sandbox.Do({"allow", "sample", "--for", "30d"});
  Host host(sandbox);
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");

  // Nobody listed the payee, so the first payment asks; the answer pins it.
  EXPECT_NE(host.CallText("paid_echo", {{"text", "one"}}).find("tollpass pending"),
            std::string::npos);
  const json asked = sandbox.Do({"pending", "--json"}).Json().at(0);
  EXPECT_EQ(asked["reason"], "payee_new");
  sandbox.Do({"approve", asked["id"]});
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "two"}}), "two") << "the payee is pinned";

  sandbox.Do({"pause"});
  EXPECT_NE(host.CallText("paid_echo", {{"text", "three"}}), "three");
  sandbox.Do({"resume"});
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "three"}}), "three");

  EXPECT_NE(host.CallText("almanac", {{"city", "Oslo"}}).find("do not allow"), std::string::npos);
  EXPECT_EQ(host.Close(), 0);
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 3U);
  EXPECT_EQ(sandbox.Do({"ledger", "verify", "--json"}).Json()["holds"], true);
  for (const char* word : {"x402", "0x209693", "10000", "USDC", "eip155", "signature", "accepts"}) {
    EXPECT_EQ(host.saw().find(word), std::string::npos) << word << " in\n" << host.saw();
  }
}

TEST(Journey, AServerThatChangesItsDemandOnAPaidCallGetsNoSecondSignature) {
  for (const char* fault : {"price-bump", "payee-swap"}) {
    Sandbox sandbox;
    sandbox.MakeReady({"--fault", fault});
    Host host(sandbox);
    const std::string answer = host.CallText("paid_echo", {{"text", "one"}});
    EXPECT_NE(answer.find("did not accept the payment"), std::string::npos) << answer;
    host.Close();
    EXPECT_EQ(sandbox.ServerSaw("challenged").size(), 2U) << fault;
    const json log = sandbox.Do({"log", "--json"}).Json();
    ASSERT_EQ(log.size(), 1U) << fault;
    EXPECT_EQ(log[0]["money"], "refused") << fault;
    EXPECT_EQ(log[0]["amount"]["text"], "0.01 USDC") << fault;
    EXPECT_EQ(log[0]["payee"], "0x209693bc6afc0c5328ba36faf03c514ef312287c") << fault;
  }
}

TEST(Journey, AServerThatTakesTheMoneyAndSaysRefusedFreesNoBudget) {
  Sandbox sandbox;
  sandbox.MakeReady({"--fault", "settles-but-says-refused"});
  Host host(sandbox);
  const std::string answer = host.CallText("paid_echo", {{"text", "one"}});
  EXPECT_NE(answer.find("did not accept the payment"), std::string::npos) << answer;
  host.Close();
  const json row = sandbox.Do({"log", "--json"}).Json().at(0);
  EXPECT_EQ(row["money"], "refused");
  const json status = sandbox.Do({"status", "--json"}).Json();
  for (const json& limit : status["servers"][0]["limits"]) {
    if (limit["window"] == "day") {
      EXPECT_EQ(limit["spent"]["text"], "0.01 USD") << limit;
    }
  }
}

TEST(Journey, ACrashedServerAndARestartedProxyPayOnce) {
  Sandbox sandbox;
  sandbox.MakeReady({"--state", sandbox.Path("state"), "--fault", "crash-after-payment"});
  {
    Host host(sandbox);
    const std::string answer = host.CallText("paid_echo", {{"text", "one"}});
    EXPECT_NE(answer.find("not known whether"), std::string::npos) << answer;
    host.Close();
  }
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().at(0)["money"], "unknown");
  Host again(sandbox);
  again.CallText("paid_echo", {{"text", "one"}});
  again.Close();
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 1U);
  const json log = sandbox.Do({"log", "--json"}).Json();
  EXPECT_EQ(log.size(), 1U) << "the repeat is the first payment: " << log;
}

}  // namespace
}  // namespace tollpass
