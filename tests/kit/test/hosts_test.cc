// The kit tells good hosts from bad ones; each test is a host.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/running.h"
#include "tests/cli/sandbox.h"
#include "tests/kit/calls.h"
#include "tests/kit/record.h"
#include "tests/kit/server.h"
#include "tests/samples/payer.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class KitHosts : public testing::Test {
 protected:
  [[nodiscard]] Words Server() const { return {TOLLPASS_KIT, "server", "--record", record_}; }

  /// A home that may pay the kit's server, as docs/kit.md has it.
  void MakeHome() {
    sandbox_.MakeHome();
    Words add = {"add", "kit", "--pay-to", kPayee, "--per-call", "0.04 USD", "--"};
    const Words server = Server();
    add.insert(add.end(), server.begin(), server.end());
    sandbox_.Do(add);
    sandbox_.EditPolicy("[server.kit]\n", "[server.kit]\nquote_keys = [\"" + QuoteKey() + "\"]\n");
    sandbox_.Do({"allow", "kit"});
  }

  /// A plain host that starts `command` as its server.
  Outcome TryPlay(const Words& command) {
    Words play = {TOLLPASS_KIT, "play", "--record", record_, "--seen", seen_, "--"};
    play.insert(play.end(), command.begin(), command.end());
    return sandbox_.RunProgram(play);
  }

  void Play(const Words& command) {
    const Outcome outcome = TryPlay(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const Call& call : Calls()) {
      EXPECT_THAT(outcome.out, HasSubstr("connection 1: " + std::string(call.tool) + " {"));
    }
  }

  Outcome Check(const Words& more = {}) {
    Words check = {TOLLPASS_KIT, "check", "--record", record_, "--seen", seen_};
    check.insert(check.end(), more.begin(), more.end());
    return sandbox_.RunProgram(check);
  }

  Sandbox sandbox_;
  std::string record_ = sandbox_.Path("record");
  std::string seen_ = sandbox_.Path("seen");
};

TEST_F(KitHosts, AHostBehindTollpassPasses) {
  MakeHome();
  Play({TOLLPASS_PROGRAM, "proxy", "kit"});
  const Outcome outcome = Check();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err << sandbox_.Read(seen_);
  const json report = Check({"--json"}).Json();
  EXPECT_EQ(report["passed"], true);
  EXPECT_EQ(report["findings"].size(), Calls().size() + 4);
}

TEST_F(KitHosts, AHostWithoutTollpassShowsTheModelEverythingAndPaysNothing) {
  Play(Server());
  const Outcome outcome = Check();
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("ok    look: passed as it is"));
  EXPECT_THAT(outcome.out, HasSubstr("FAIL  fetch: no payment came"));
  EXPECT_THAT(outcome.out, HasSubstr("FAIL  fetch_dear: the sentence for it was not seen"));
  for (const char* kind : {"challenge", "price hint"}) {
    EXPECT_THAT(outcome.out,
                HasSubstr("FAIL  the model and the words of a " + std::string(kind) + ": the"));
  }
  EXPECT_EQ(Check({"--json"}).Json()["passed"], false);
}

TEST_F(KitHosts, NoFileOfAnEarlierRunIsTakenForANewOne) {
  Play(Server());
  const Outcome again = TryPlay(Server());
  EXPECT_EQ(again.code, 3);
  EXPECT_THAT(again.err, HasSubstr(record_ + " is there already"));
  const Outcome served = sandbox_.RunProgram(Server());
  EXPECT_EQ(served.code, 3);
  EXPECT_THAT(served.err, HasSubstr(record_ + " holds a whole run already"));
  record_ = sandbox_.Path("another");
  EXPECT_THAT(TryPlay(Server()).err, HasSubstr(seen_ + " is there already"));
}

TEST_F(KitHosts, AServerThatWritesAnotherRecordIsNotPlayedWith) {
  const Words server = Server();
  record_ = sandbox_.Path("mistyped");
  const Outcome outcome = TryPlay(server);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "") << "no call was made";
  EXPECT_THAT(outcome.err, HasSubstr(record_ + ": what was started writes no such record"));
}

TEST_F(KitHosts, EachCommandShowsAnExampleAndTheProgramItsVersion) {
  for (const char* command : {"server", "calls", "quote-key", "play", "check"}) {
    EXPECT_THAT(sandbox_.RunProgram({TOLLPASS_KIT, command, "--help"}).out,
                HasSubstr("Example: tollpass-kit " + std::string(command)));
  }
  EXPECT_THAT(sandbox_.RunProgram({TOLLPASS_KIT, "--version"}).out,
              testing::StartsWith("tollpass-kit 0."));
}

/// A host that pays by itself.
class KitPayingHost : public KitHosts {
 protected:
  json Request(const json& params) {
    server_.Send(
        json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", params}}.dump() +
        "\n");
    const std::string line = server_.ReadLine().value_or("null");
    saw_ += line + "\n";
    return json::parse(line);
  }

  static json ParamsOf(const std::string& tool) {
    return {{"name", tool}, {"arguments", {{"item", tool}}}};
  }

  json Challenge(const std::string& tool) {
    return Request(ParamsOf(tool))["result"]["structuredContent"];
  }

  json PayWith(const std::string& tool, const json& challenge, char nonce) {
    json params = ParamsOf(tool);
    params["_meta"]["x402/payment"] = samples::Pay(
        challenge, {.valid_before = std::time(nullptr) + 60, .nonce = std::string(64, nonce)});
    return Request(params);
  }

  Outcome CheckWhatItSaw() {
    sandbox_.Write(seen_, saw_);
    return Check();
  }

  Running server_{sandbox_, Server()};
  std::string saw_;
};

TEST_F(KitPayingHost, ThatPaysACallTwiceFails) {
  const json challenge = Challenge("fetch");
  EXPECT_FALSE(PayWith("fetch", challenge, '1')["result"].contains("isError"));
  EXPECT_FALSE(PayWith("fetch", challenge, '2')["result"].contains("isError"));
  EXPECT_THAT(CheckWhatItSaw().out,
              HasSubstr("FAIL  fetch: 2 different proofs came for 1 calls, and 2 moved money"));
}

TEST_F(KitPayingHost, ThatRepeatsARefusedCallWithAnotherProofFails) {
  PayWith("fetch_refused", Challenge("fetch_refused"), '1');
  PayWith("fetch_refused", Challenge("fetch_refused"), '2');
  EXPECT_THAT(
      CheckWhatItSaw().out,
      HasSubstr("FAIL  fetch_refused: 2 different proofs came for 2 calls, and 0 moved money"));
}

TEST_F(KitPayingHost, ThatHandsAReceiptToTheModelFails) {
  const json challenge = Challenge("fetch");
  saw_.clear();
  PayWith("fetch", challenge, '1');
  const Outcome outcome = CheckWhatItSaw();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("ok    fetch: paid once, and delivered"));
  EXPECT_THAT(outcome.out, HasSubstr("FAIL  the model and the words of a receipt: the model saw"));
}

TEST_F(KitPayingHost, ThatHidesTheReceiptPassesThatCheck) {
  const json challenge = Challenge("fetch");
  saw_.clear();
  const json paid = PayWith("fetch", challenge, '1');
  saw_ = paid["result"]["content"].dump();
  EXPECT_THAT(CheckWhatItSaw().out, HasSubstr("ok    the model and the words of a receipt"));
}

TEST_F(KitHosts, WhatCannotBeReadIsNamed) {
  EXPECT_THAT(Check().err, HasSubstr(record_));
  EXPECT_EQ(Check().code, 3);
  sandbox_.Write(record_, "{}\n");
  EXPECT_THAT(Check().err, HasSubstr("not a record of the kit"));
  EXPECT_EQ(sandbox_.RunProgram({TOLLPASS_KIT, "check"}).code, 2);
}

TEST_F(KitHosts, TheCallsAreToldToPeopleAndPrograms) {
  const std::string text = sandbox_.RunProgram({TOLLPASS_KIT, "calls"}).out;
  for (const Call& call : Calls()) {
    EXPECT_THAT(text, HasSubstr(std::string(call.tool) + " "));
    EXPECT_THAT(text, HasSubstr(std::string(SentenceOf(call.fate))));
  }
  const json calls = sandbox_.RunProgram({TOLLPASS_KIT, "calls", "--json"}).Json();
  EXPECT_EQ(calls[0]["calls"].size(), Calls().size());
  EXPECT_EQ(calls[1]["calls"][0]["tool"], "fetch_lost");
}

}  // namespace
}  // namespace tollpass::kit
