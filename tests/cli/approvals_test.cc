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
  EXPECT_EQ(asked["reason"], "no_mandate");
  EXPECT_EQ(asked["section"], "server.sample");
  const std::string text = sandbox_.Do({"pending"}).out;
  for (const std::string& words :
       {asked["id"].get<std::string>(), std::string("0.01 USDC for paid_echo of server sample"),
        std::string("0x209693bc6afc0c5328ba36faf03c514ef312287c on eip155:84532"),
        std::string("never paid before"), asked["expires_at"].get<std::string>()}) {
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
  EXPECT_NE(sandbox_.Do({"pending"}).out.find("paid once before"), std::string::npos);
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
  const Outcome late = sandbox_.Run({"approve", id});
  EXPECT_EQ(late.code, 1);
  EXPECT_NE(late.err.find("answered already"), std::string::npos) << late.err;
}

TEST_F(Approvals, MayAllowForAHigherPriceOfTheSameAsset) {
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
  EXPECT_EQ(sandbox_.Run({"approve", id}).code, 1);
  EXPECT_EQ(sandbox_.Do({"pending", "--json"}).Json().size(), 1U) << "it still waits";
  sandbox_.Do({"deny", id});
}

}  // namespace
}  // namespace tollpass
