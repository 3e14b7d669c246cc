#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "home/mandate_text.h"
#include "home/money_text.h"
#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/sealed_home.h"

/// Mandates under mandates, before the real program.
namespace tollpass {
namespace {

using nlohmann::json;

/// A home with the sample server, where nothing is allowed yet and nobody waits for an answer.
void MakeAsking(Sandbox& sandbox) {
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"");
}

std::string Allow(Sandbox& sandbox, const Words& flags) {
  Words words = {"allow", "sample", "--json"};
  words.insert(words.end(), flags.begin(), flags.end());
  return sandbox.Do(words).Json()["id"];
}

json Shown(Sandbox& sandbox, const std::string& id) {
  return sandbox.Do({"mandate", "show", id, "--json"}).Json();
}

std::string NewestReason(Sandbox& sandbox) {
  return sandbox.Do({"log", "--json"}).Json().back()["reason"];
}

bool Pays(Host& host, const std::string& text) {
  return host.CallText("paid_echo", {{"text", text}}) == text;
}

/// A delegate's key and a mandate that names it, exported to parent.json; the mandate's id.
std::string MakeDelegate(Sandbox& sandbox, const Words& flags = {}) {
  const std::string key =
      sandbox.Do({"mandate", "key", "delegate.key", "--json"}).Json()["public_key"];
  Words words = {"--delegate", key};
  words.insert(words.end(), flags.begin(), flags.end());
  const std::string parent = Allow(sandbox, words);
  sandbox.Write(sandbox.Path("parent.json"), sandbox.Do({"mandate", "export", parent}).out);
  return parent;
}

/// Has the delegate sign a child as child.json.
Outcome SignChild(Sandbox& sandbox, const Words& flags = {},
                  const std::string& parent = "parent.json") {
  Words words = {"mandate", "child", parent, "--key", "delegate.key"};
  words.insert(words.end(), flags.begin(), flags.end());
  Outcome signed_child = sandbox.Run(words);
  sandbox.Write(sandbox.Path("child.json"), signed_child.out);
  return signed_child;
}

TEST(Children, AProxyThatIsBoundToOneIsPaidUnderItAlone) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string parent = Allow(sandbox, {"--total", "0.03 USD"});
  const std::string child = Allow(sandbox, {"--parent", parent, "--total", "0.01 USD"});
  EXPECT_EQ(Shown(sandbox, child)["parent"], parent);
  Host bound(sandbox, {"proxy", "sample", "--mandate", child});
  EXPECT_TRUE(Pays(bound, "one"));
  EXPECT_FALSE(Pays(bound, "two"));
  EXPECT_EQ(NewestReason(sandbox), "mandate_exhausted");
  EXPECT_EQ(Shown(sandbox, child)["state"], "used up");
  EXPECT_EQ(Shown(sandbox, parent)["used"], 1) << "it was charged too";
  Host free(sandbox);
  EXPECT_TRUE(Pays(free, "three"));
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().back()["mandate"], parent);
  Host unknown(sandbox, {"proxy", "sample", "--mandate", "m0000000000"});
  EXPECT_FALSE(Pays(unknown, "four"));
  EXPECT_EQ(NewestReason(sandbox), "no_mandate");
}

TEST(Children, AProxyWarnsOfAMandateUnderWhichNothingIsPaid) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const Outcome empty = sandbox.Run({"proxy", "sample", "--mandate", ""});
  EXPECT_EQ(empty.code, 2) << empty.err;
  const std::string live = Allow(sandbox, {});
  const std::string revoked = Allow(sandbox, {});
  sandbox.Do({"mandate", "revoke", revoked});
  // Without a word of a host it ends at once.
  EXPECT_EQ(sandbox.Run({"proxy", "sample", "--mandate", live}).err.find("warning"),
            std::string::npos);
  const std::string of_revoked = sandbox.Run({"proxy", "sample", "--mandate", revoked}).err;
  EXPECT_NE(of_revoked.find("warning: mandate " + revoked + ": revoked"), std::string::npos)
      << of_revoked;
  const std::string of_beginning =
      sandbox.Run({"proxy", "sample", "--mandate", live.substr(0, 5)}).err;
  EXPECT_NE(of_beginning.find("warning: there is no mandate"), std::string::npos) << of_beginning;
}

TEST(Children, ABoundProxyUsesNoAnswerThatAnotherProxyWasGiven) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  Host free(sandbox);
  EXPECT_FALSE(Pays(free, "one"));
  sandbox.Do({"approve", sandbox.Do({"pending", "--json"}).Json()[0]["id"]});
  const std::string parent = Allow(sandbox, {"--tool", "weather"});
  Host bound(sandbox, {"proxy", "sample", "--mandate", parent});
  EXPECT_FALSE(Pays(bound, "one"));
  EXPECT_TRUE(Pays(free, "one"));
}

TEST(Children, WhatAMandateSaysCannotCommandTheTerminal) {
  const std::string escape = "\x1b[2J";
  MandateTerms terms;
  terms.id = terms.parent = terms.delegate_key = terms.server_name = escape;
  Asset& asset = terms.assets.emplace_back();
  asset.symbol = asset.network = asset.id = escape;
  LimitSpec limit;
  limit.unit = escape;
  terms.limits = terms.ask_above = {limit};
  terms.payees = terms.wallet_keys = terms.schemes = terms.trust = terms.chain_sources = {escape};
  terms.only_tools = {escape};
  ToolRule& rule = terms.tools.emplace_back();
  rule.tool = escape;
  rule.limits = rule.ask_above = {limit};
  rule.payees = rule.schemes = {escape};
  MandateRow row;
  row.terms = terms;
  for (const std::string& text :
       {MandateText(terms, {.now = 1}), MandateLine(row, {.now = 1}),
        FormatMoney(Amount(1), terms.assets[0]), SumText(Amount(1), escape + "/testnet")}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_NE(text.find("\\x1b[2J"), std::string::npos) << text;
  }
}

TEST(Children, WhatOneSpendsOfTheMandateAboveIsGoneForTheOther) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string parent = Allow(sandbox, {"--total", "0.02 USD"});
  const std::string greedy = Allow(sandbox, {"--parent", parent});
  const std::string modest = Allow(sandbox, {"--parent", parent});
  Host first(sandbox, {"proxy", "sample", "--mandate", greedy});
  EXPECT_TRUE(Pays(first, "one"));
  EXPECT_TRUE(Pays(first, "two"));
  Host second(sandbox, {"proxy", "sample", "--mandate", modest});
  EXPECT_FALSE(Pays(second, "three"));
  EXPECT_EQ(NewestReason(sandbox), "mandate_exhausted");
  EXPECT_EQ(Shown(sandbox, modest)["state"], "used up");
  EXPECT_EQ(sandbox.Do({"ledger", "verify", "--json"}).Json()["holds"], true);
}

TEST(Children, EightAreAboveEachOtherAndNotNine) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  std::vector<std::string> chain = {Allow(sandbox, {})};
  while (chain.size() < 8) chain.push_back(Allow(sandbox, {"--parent", chain.back()}));
  const Outcome ninth = sandbox.Run({"allow", "sample", "--parent", chain.back()});
  EXPECT_EQ(ninth.code, 1);
  EXPECT_NE(ninth.err.find("8 mandates are above each other"), std::string::npos) << ninth.err;
  Host host(sandbox, {"proxy", "sample", "--mandate", chain.back()});
  EXPECT_TRUE(Pays(host, "one"));
  for (const std::string& id : chain) EXPECT_EQ(Shown(sandbox, id)["used"], 1) << id;
  sandbox.Do({"mandate", "revoke", chain[1]});
  EXPECT_EQ(Shown(sandbox, chain.back())["state"], "revoked");
  EXPECT_FALSE(Pays(host, "two"));
  EXPECT_EQ(NewestReason(sandbox), "mandate_revoked");
}

TEST(Children, FlagsThatWidenTheMandateAboveAreRefused) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string parent =
      Allow(sandbox, {"--per-call", "0.005 USD", "--tool", "paid_*", "--uses", "3", "--for", "1d"});
  for (const auto& [flags, words] : std::vector<std::pair<Words, std::string>>{
           {{"--per-call", "0.01 USD"}, "is wider than mandate " + parent},
           {{"--tool", "weather"}, "only_tools: weather is not among them"},
           {{"--uses", "4"}, "uses: 4, where it says 3"}}) {
    Words command = {"allow", "sample", "--parent", parent};
    command.insert(command.end(), flags.begin(), flags.end());
    const Outcome refused = sandbox.Run(command);
    EXPECT_EQ(refused.code, 1) << flags[0];
    EXPECT_NE(refused.err.find(words), std::string::npos) << refused.err;
  }
  const std::string child = Allow(sandbox, {"--parent", parent, "--for", "30d"});
  EXPECT_EQ(Shown(sandbox, child)["not_after"], Shown(sandbox, parent)["not_after"]);
  EXPECT_EQ(sandbox.Run({"allow", "sample", "--parent", "m0000000000"}).code, 1);
  sandbox.Do({"add", "other", "--", PAID_SERVER, "--price", "1"});
  const Outcome other = sandbox.Run({"allow", "other", "--parent", parent});
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("[server.other]"), std::string::npos) << other.err;
}

TEST(Delegate, SignsAChildWithoutTheHomeAndTheHomeTakesItIn) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string parent = MakeDelegate(sandbox);
  // The delegate has its key and the exported mandate, and neither home nor passphrase.
  const Outcome child = sandbox.RunProgram({TOLLPASS_PROGRAM, "mandate", "child", "parent.json",
                                            "--key", "delegate.key", "--total", "0.01 USD"},
                                           {{"TOLLPASS_HOME", sandbox.Path("nowhere")}});
  ASSERT_EQ(child.code, 0) << child.err;
  EXPECT_NE(child.err.find("at most 0.01 USD in all"), std::string::npos) << child.err;
  sandbox.Write(sandbox.Path("child.json"), child.out);
  const json taken = sandbox.Do({"mandate", "import", "child.json", "--json"}).Json();
  EXPECT_EQ(taken["parent"], parent);
  EXPECT_EQ(taken["signed_by"], "delegate");
  EXPECT_EQ(taken["state"], "live");
  Host host(sandbox, {"proxy", "sample", "--mandate", taken["id"]});
  EXPECT_TRUE(Pays(host, "one"));
  EXPECT_FALSE(Pays(host, "two"));
  const Outcome again = sandbox.Run({"mandate", "import", "child.json"});
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(sandbox.Do({"ledger", "verify", "--json"}).Json()["holds"], true);
}

TEST(Delegate, MayNameAnotherDelegateBelowItself) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  MakeDelegate(sandbox);
  const std::string key =
      sandbox.Do({"mandate", "key", "delegate.key", "--json"}).Json()["public_key"];
  ASSERT_EQ(SignChild(sandbox, {"--delegate", key}).code, 0);
  const std::string child = sandbox.Do({"mandate", "import", "child.json", "--json"}).Json()["id"];
  sandbox.Write(sandbox.Path("middle.json"), sandbox.Read(sandbox.Path("child.json")));
  ASSERT_EQ(SignChild(sandbox, {"--uses", "1"}, "middle.json").code, 0);
  const json grandchild = sandbox.Do({"mandate", "import", "child.json", "--json"}).Json();
  EXPECT_EQ(grandchild["parent"], child);
  // This one names nobody.
  sandbox.Write(sandbox.Path("middle.json"), sandbox.Read(sandbox.Path("child.json")));
  const Outcome refused = SignChild(sandbox, {}, "middle.json");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("names none as its delegate key"), std::string::npos) << refused.err;
}

TEST(Promise6ADelegateOnlyNarrows, AKeyThatTheMandateDoesNotNameSignsNothing) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  MakeDelegate(sandbox);
  ASSERT_EQ(SignChild(sandbox).code, 0);
  const std::string good = sandbox.Read(sandbox.Path("child.json"));
  sandbox.RunProgram({"/bin/rm", "delegate.key"});
  sandbox.Do({"mandate", "key", "delegate.key"});
  EXPECT_EQ(SignChild(sandbox).code, 1) << "another key";
  // Each part of the file changed: its signature no longer holds, or it contradicts itself.
  const json document = json::parse(good);
  for (const auto& [member, value] : document.items()) {
    json changed = document;
    std::string text = value;
    char& letter = text[text.size() / 2];
    letter = letter == 'A' ? 'B' : 'A';
    changed[member] = text;
    sandbox.Write(sandbox.Path("changed.json"), changed.dump());
    const Outcome refused = sandbox.Run({"mandate", "import", "changed.json"});
    EXPECT_NE(refused.code, 0) << member;
    EXPECT_EQ(refused.out, "") << member;
  }
  EXPECT_EQ(sandbox.Do({"mandate", "list", "--json"}).Json().size(), 1U);
  sandbox.Write(sandbox.Path("child.json"), good);
  EXPECT_EQ(sandbox.Run({"mandate", "import", "child.json"}).code, 0);
}

TEST(Promise6ADelegateOnlyNarrows, AnotherLedgerTakesNothing) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  MakeDelegate(sandbox);
  ASSERT_EQ(SignChild(sandbox).code, 0);
  sandbox.Do({"init", "--test", "--home", sandbox.Path("other")});
  const Outcome refused =
      sandbox.Run({"mandate", "import", "child.json", "--home", sandbox.Path("other")});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("the order is for ledger"), std::string::npos) << refused.err;
}

TEST(Promise6ADelegateOnlyNarrows, RevokingWhatIsAboveItStopsItAtOnce) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string parent = MakeDelegate(sandbox);
  ASSERT_EQ(SignChild(sandbox).code, 0);
  const std::string child = sandbox.Do({"mandate", "import", "child.json", "--json"}).Json()["id"];
  ASSERT_EQ(SignChild(sandbox).code, 0);
  sandbox.Do({"mandate", "revoke", parent});
  Host host(sandbox, {"proxy", "sample", "--mandate", child});
  EXPECT_FALSE(Pays(host, "one"));
  const Outcome late = sandbox.Run({"mandate", "import", "child.json"});
  EXPECT_EQ(late.code, 1);
  EXPECT_NE(late.err.find("was revoked"), std::string::npos) << late.err;
}

TEST(DelegateKey, IsMadeOnceAndForNobodyElse) {
  Sandbox sandbox;
  const json made = sandbox.Do({"mandate", "key", "delegate.key", "--json"}).Json();
  EXPECT_EQ(made["made"], true);
  EXPECT_EQ(sandbox.Do({"mandate", "key", "delegate.key"}).out,
            made["public_key"].get<std::string>() + "\n");
  EXPECT_EQ(sandbox.Read(sandbox.Path("delegate.key")).size(), 65U);
  EXPECT_EQ(sandbox.RunProgram({"/usr/bin/stat", "-c", "%a", "delegate.key"}).out, "600\n");
  sandbox.RunProgram({"/bin/chmod", "644", "delegate.key"});
  EXPECT_EQ(sandbox.Run({"mandate", "key", "delegate.key"}).code, 1);
  EXPECT_EQ(sandbox.Run({"allow", "sample", "--delegate", "abc"}).code, 1) << "there is no home";
  sandbox.MakeHome();
  sandbox.AddSample();
  for (const std::string& key : {std::string("abc"), std::string(64, '0'), std::string(64, 'z')}) {
    EXPECT_EQ(sandbox.Run({"allow", "sample", "--delegate", key}).code, 2) << key;
  }
}

TEST(MandateExport, WritesWhatAp2CanSayAndNamesEveryLoss) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string id = Allow(sandbox, {"--total", "0.05 USD", "--uses", "4"});
  const Outcome text = sandbox.Do({"mandate", "export", id, "--format", "ap2"});
  const json claims = json::parse(text.out);
  EXPECT_EQ(claims["vct"], "mandate.payment.open.1");
  const json mandate = Shown(sandbox, id);
  std::map<std::string, json> constraints;
  for (const json& constraint : claims["constraints"]) constraints[constraint["type"]] = constraint;
  EXPECT_EQ(constraints["payment.amount_range"]["max"], 1) << "cents";
  EXPECT_EQ(constraints["payment.amount_range"]["currency"], "USD");
  EXPECT_EQ(constraints["payment.budget"]["max"], 5);
  EXPECT_EQ(constraints["payment.agent_recurrence"]["max_occurrences"], 4);
  EXPECT_EQ(constraints["payment.allowed_payees"]["allowed"][0]["id"], mandate["payees"][0]);
  EXPECT_EQ(constraints["tollpass.server"]["id"], mandate["server_id"]);
  EXPECT_EQ(constraints["tollpass.limits"]["limits"], mandate["limits"]);
  EXPECT_EQ(constraints["tollpass.tools"]["rules"], mandate["tools"]);
  for (const char* loss : {"a day: AP2 has no such window", "AP2 reads USD as the currency",
                           "server: ", "tools: ", "schemes: ", "cnf: ", "signature: "}) {
    EXPECT_NE(text.err.find(loss), std::string::npos) << loss << "\n" << text.err;
  }
  const json both = sandbox.Do({"mandate", "export", id, "--format", "ap2", "--json"}).Json();
  EXPECT_EQ(json::parse(both["document"].get<std::string>()), claims);
  for (const json& loss : both["losses"]) {
    EXPECT_NE(text.err.find("lost: " + loss.get<std::string>()), std::string::npos) << loss;
  }
  EXPECT_GE(both["losses"].size(), 10U);
}

TEST(MandateExport, SaysNoMoreInAp2ThanTheMandateDoes) {
  Sandbox sandbox;
  MakeAsking(sandbox);
  const std::string id = Allow(sandbox, {"--per-call", "0.005 USD"});
  const Outcome text = sandbox.Do({"mandate", "export", id, "--format", "ap2"});
  EXPECT_EQ(text.out.find("payment.amount_range"), std::string::npos)
      << "half a cent is no minor unit, and is not rounded";
  EXPECT_NE(text.err.find("AP2 counts whole minor units"), std::string::npos) << text.err;
}

}  // namespace
}  // namespace tollpass
