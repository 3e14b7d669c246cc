#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

/// A sample server that nothing was allowed for: every paid call asks, at once.
class Approvals : public ::testing::Test {
 protected:
  Approvals() {
    sandbox_.MakeHome();
    sandbox_.AddSample();
    sandbox_.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  }

  /// The question that a call of paid_echo raises.
  json Ask(Host& host, const std::string& text) {
    const std::string answer = host.CallText("paid_echo", {{"text", text}});
    EXPECT_NE(answer.find("tollpass pending"), std::string::npos) << answer;
    const json pending = sandbox_.Do({"pending", "--json"}).Json();
    EXPECT_EQ(pending.size(), 1U) << pending;
    return pending.at(0);
  }

  Sandbox sandbox_;
};

TEST_F(Approvals, AreAskedWithAllThatMatters) {
  Host host(sandbox_);
  const json asked = Ask(host, "hello");
  EXPECT_EQ(asked["state"], "pending");
  EXPECT_EQ(asked["server"], "sample");
  EXPECT_EQ(asked["tool"], "paid_echo");
  EXPECT_EQ(asked["amount"], json({{"atomic", "10000"}, {"text", "0.01 USDC"}}));
  EXPECT_EQ(asked["network"], "eip155:84532");
  EXPECT_EQ(asked["payee"], "0x209693bc6afc0c5328ba36faf03c514ef312287c");
  EXPECT_EQ(asked["payee_paid_before"], 0);
  EXPECT_EQ(asked["arguments"], "{\"text\":\"hello\"}");
  EXPECT_EQ(asked["reason"], "no_mandate");
  EXPECT_EQ(asked["section"], "server.sample");
  const std::string text = sandbox_.Do({"pending"}).out;
  for (const std::string& words :
       {asked["id"].get<std::string>(), std::string("0.01 USDC for paid_echo of server sample"),
        std::string("0x209693bc6afc0c5328ba36faf03c514ef312287c on eip155:84532"),
        std::string("never paid before for this server"),
        std::string("{\"text\":\"hello\"}  (the model's words)"),
        asked["expires_at"].get<std::string>()}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
  }
}

TEST_F(Approvals, LetTheSameCallPayOnce) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  sandbox_.Do({"approve", id.substr(0, 8)});
  EXPECT_EQ(sandbox_.Do({"pending", "--json"}).Json(), json::array());
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "hello"}}), "hello");
  EXPECT_NE(host.CallText("paid_echo", {{"text", "hello"}}), "hello") << "it is single use";
  EXPECT_EQ(sandbox_.ServerSaw("settled").size(), 1U);
  EXPECT_NE(sandbox_.Do({"pending"}).out.find("paid once before for this"), std::string::npos);
}

TEST_F(Approvals, LetNoOtherCallPay) {
  Host host(sandbox_);
  sandbox_.Do({"approve", Ask(host, "hello")["id"]});
  EXPECT_NE(host.CallText("paid_echo", {{"text", "other"}}), "other");
  EXPECT_EQ(sandbox_.ServerSaw("settled").size(), 0U);
}

TEST_F(Approvals, MayBeGivenWhileTheCallWaits) {
  sandbox_.EditPolicy("ask_wait = \"1s\"", "ask_wait = \"20s\"");
  Host host(sandbox_);
  const int call = host.Send("paid_echo", {{"text", "hello"}});
  json pending = json::array();
  while (pending.empty()) {
    pending = sandbox_.Do({"pending", "--json"}).Json();
  }
  sandbox_.Do({"approve", pending[0]["id"]});
  EXPECT_EQ(TextOf(host.Receive(call)), "hello");
}

TEST_F(Approvals, ThatAreDeniedPayNothing) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  sandbox_.Do({"deny", id});
  const std::string answer = host.CallText("paid_echo", {{"text", "hello"}});
  EXPECT_NE(answer.find("do not allow"), std::string::npos) << answer;
  EXPECT_EQ(sandbox_.ServerSaw("verified").size(), 0U);
}

TEST_F(Approvals, AreGivenToWhatWasDeniedByMistake) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  EXPECT_NE(sandbox_.Do({"deny", id}).err.find("tollpass approve " + id), std::string::npos);
  host.CallText("paid_echo", {{"text", "hello"}});
  const std::string told = sandbox_.Do({"explain", "--last"}).out;
  EXPECT_NE(told.find("approval_denied"), std::string::npos) << told;
  EXPECT_NE(told.find("'tollpass approve' with the id of the approval takes that back"),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("approval    " + id + ", denied"), std::string::npos) << told;
  sandbox_.Do({"approve", id});
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "hello"}}), "hello");
  const Outcome used = sandbox_.Run({"approve", id});
  EXPECT_EQ(used.code, 1);
  EXPECT_NE(used.err.find("answered already"), std::string::npos) << used.err;
  sandbox_.Do({"ledger", "verify"});
}

TEST_F(Approvals, CanBeTakenBackUntilTheyAreUsed) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  sandbox_.Do({"approve", id});
  const json granted = sandbox_.Do({"pending", "--granted", "--json"}).Json();
  ASSERT_EQ(granted.size(), 1U);
  EXPECT_EQ(granted[0]["id"], id);
  EXPECT_EQ(granted[0]["state"], "granted");
  EXPECT_EQ(granted[0]["up_to"]["text"], "0.01 USDC");
  EXPECT_NE(sandbox_.Do({"pending"}).out.find(id + "  up to 0.01 USDC for paid_echo"),
            std::string::npos);
  EXPECT_NE(sandbox_.Do({"deny", id.substr(0, 8)}).err.find("took back"), std::string::npos);
  EXPECT_EQ(sandbox_.Do({"pending", "--granted", "--json"}).Json(), json::array());
  EXPECT_NE(host.CallText("paid_echo", {{"text", "hello"}}), "hello");
  EXPECT_EQ(sandbox_.ServerSaw("settled").size(), 0U);
  EXPECT_EQ(sandbox_.Run({"deny", id}).code, 1) << "it is denied already";
}

TEST_F(Approvals, HoldThirtyDaysAtMost) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  const Outcome refused = sandbox_.Run({"approve", id, "--for", "400d"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("at most 30d"), std::string::npos) << refused.err;
  sandbox_.Do({"approve", id, "--for", "30d"});
}

TEST_F(Approvals, PromiseNothingWhilePaymentsArePaused) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  sandbox_.Do({"pause"});
  const Outcome approved = sandbox_.Do({"approve", id});
  EXPECT_EQ(approved.err.find("pays now"), std::string::npos) << approved.err;
  EXPECT_NE(approved.err.find("before 'tollpass resume'"), std::string::npos) << approved.err;
}

TEST_F(Approvals, AreRefusedWhereTheRulesWouldDeclineAllTheSame) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  const Outcome above = sandbox_.Run({"approve", id, "--up-to", "5 USDC"});
  EXPECT_EQ(above.code, 1);
  EXPECT_NE(above.err.find("decline 5 USDC"), std::string::npos) << above.err;
  EXPECT_NE(above.err.find("'per_call'"), std::string::npos) << above.err;
  sandbox_.EditPolicy("[server.sample]", "[server.sample]\nrate = \"9/min\"");
  const Outcome edited = sandbox_.Run({"approve", id});
  EXPECT_EQ(edited.code, 1);
  EXPECT_NE(edited.err.find("were edited after it was asked"), std::string::npos) << edited.err;
}

TEST_F(Approvals, OfAServerWithoutASectionAreRefusedWithTheWayOut) {
  const std::string text = sandbox_.Read(sandbox_.PolicyPath());
  Host host(sandbox_);
  sandbox_.Write(sandbox_.PolicyPath(), text.substr(0, text.find("[server.sample]")));
  const json asked = Ask(host, "hello");
  EXPECT_EQ(asked["reason"], "server_unknown");
  const std::string ways = sandbox_.Do({"pending"}).err;
  EXPECT_NE(ways.find("tollpass add NAME"), std::string::npos) << ways;
  EXPECT_EQ(ways.find("tollpass approve"), std::string::npos) << "it would be refused: " << ways;
  EXPECT_NE(sandbox_.Do({"pending"}).out.find("of a server without a section of the policy"),
            std::string::npos);
  const Outcome refused = sandbox_.Run({"approve", asked["id"]});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("tollpass add"), std::string::npos) << refused.err;
  sandbox_.Do({"deny", asked["id"]});
}

TEST_F(Approvals, AreShownAsTheyWereAskedWhateverTheAssetTableSaysNow) {
  Host host(sandbox_);
  Ask(host, "hello");
  for (const char* section : {"[asset.USDC]\nnetwork = \"eip155:84532\"\ndecimals = 12\n"
                              "id = \"0x036CbD53842c5426634e7929541eC2318f3dCF7e\"\n"
                              "eip712 = { name = \"USDC\", version = \"2\" }\n",
                              "this is no TOML\n"}) {
    sandbox_.Write(sandbox_.PolicyPath(), sandbox_.Read(sandbox_.PolicyPath()) + section);
    EXPECT_NE(sandbox_.Do({"pending"}).out.find("0.01 USDC for paid_echo"), std::string::npos);
  }
}

TEST_F(Approvals, MayAllowForAHigherPriceOfTheSameAsset) {
  sandbox_.EditPolicy("per_call = \"0.01 USD\"", "per_call = \"0.02 USD\"");
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  for (const auto& [up_to, code] : std::vector<std::pair<std::string, int>>{
           {"0.009999 USDC", 2}, {"0.02 USD", 2}, {"0.02 KAS", 2}, {"0.0100001 USDC", 2}}) {
    EXPECT_EQ(sandbox_.Run({"approve", id, "--up-to", up_to}).code, code) << up_to;
  }
  const Outcome approved = sandbox_.Do({"approve", id, "--up-to", "0.02 USDC", "--for", "2h"});
  EXPECT_NE(approved.err.find("up to 0.02 USDC"), std::string::npos) << approved.err;
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "hello"}}), "hello");
}

TEST_F(Approvals, NeedTheApprovalKey) {
  Host host(sandbox_);
  const std::string id = Ask(host, "hello")["id"];
  sandbox_.RunProgram({"/bin/sh", "-c", "rm home/keys/*approval*"});
  EXPECT_EQ(sandbox_.Run({"approve", id}).code, 3);
  EXPECT_EQ(sandbox_.Do({"pending", "--json"}).Json().size(), 1U) << "it still waits";
  sandbox_.Do({"deny", id});
}

}  // namespace
}  // namespace tollpass
