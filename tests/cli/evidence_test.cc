#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <string>
#include <vector>

#include "mandates/ledger_reader.h"
#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/sealed_home.h"

/// Bundles about payments, before the real program.
namespace tollpass {
namespace {

using nlohmann::json;

/// Pays once, under a mandate below another one; the id of the payment.
std::string PayUnderAChild(Sandbox& sandbox, const std::string& argument = "one") {
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string parent = sandbox.Do({"allow", "sample", "--json"}).Json()["id"];
  sandbox.Do({"allow", "sample", "--parent", parent, "--for", "1d"});
  Host host(sandbox);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", argument}}), argument);
  host.Close();
  return sandbox.Do({"log", "--json"}).Json()[0]["id"];
}

/// Whom a reader knows: the account that paid, and the key that permitted it.
struct Known {
  std::string account;
  std::string approval_key;
};

Known KnownFrom(const std::string& bundle) {
  const json document = json::parse(bundle);
  return {document["sig"]["account"], document["ledger"]["approval_key"]};
}

Outcome Verify(Sandbox& sandbox, const std::string& text, const Words& flags) {
  sandbox.Write(sandbox.Path("bundle.json"), text);
  // Neither home nor keys: whoever verifies has the file, and knows who should have signed.
  Words words = {TOLLPASS_PROGRAM, "evidence", "verify", "bundle.json"};
  words.insert(words.end(), flags.begin(), flags.end());
  return sandbox.RunProgram(words, {{"TOLLPASS_HOME", sandbox.Path("nowhere")}});
}

Outcome Verify(Sandbox& sandbox, const std::string& text, const Known& known) {
  return Verify(sandbox, text,
                Words{"--json", "--account", known.account, "--approval-key", known.approval_key});
}

/// Every value in `at` that is no object or array, changed one after the other.
void ForEachChange(const json& at, const json::json_pointer& path,
                   const std::function<void(const json::json_pointer&, const json&)>& visit) {
  if (at.is_structured()) {
    for (const auto& [key, value] : at.items()) {
      ForEachChange(value, at.is_array() ? path / static_cast<size_t>(std::stoul(key)) : path / key,
                    visit);
    }
  } else if (at.is_string()) {
    std::string text = at;
    if (text.empty()) {
      text = "x";
    } else {
      char& letter = text[text.size() / 2];
      letter = letter == '1' ? '2' : '1';
    }
    visit(path, text);
  } else if (at.is_number()) {
    visit(path, at.get<int64_t>() + 1);
  } else if (at.is_boolean()) {
    visit(path, !at.get<bool>());
  } else {
    visit(path, "x");
  }
}

TEST(Evidence, OfAPaymentIsVerifiedWithoutTheHome) {
  Sandbox sandbox;
  const std::string id = PayUnderAChild(sandbox);
  const std::string bundle = sandbox.Do({"evidence", id}).out;
  const json document = json::parse(bundle);
  const json row = sandbox.Do({"show", id, "--json"}).Json();
  EXPECT_EQ(document["call"]["id"], id);
  EXPECT_EQ(document["terms"]["amount"], row["amount"]["atomic"]);
  EXPECT_EQ(document["terms"]["payer"], row["payer"]);
  EXPECT_EQ(document["sig"]["account"], row["payer"]);
  EXPECT_EQ(document["permission"]["mandates"].size(), 2U);
  EXPECT_EQ(document["receipt"]["transaction"], row["transaction"]);
  const Outcome verified = Verify(sandbox, bundle, KnownFrom(bundle));
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  EXPECT_EQ(verified.Json()["holds"], true);
  EXPECT_EQ(verified.Json()["pinned"], true);
  EXPECT_EQ(verified.Json()["account"], row["payer"]);
  EXPECT_EQ(verified.Json()["payment"], id);
  const Known known = KnownFrom(bundle);
  const Outcome told = sandbox.Do({"evidence", "verify", "bundle.json", "--account", known.account,
                                   "--approval-key", known.approval_key});
  EXPECT_NE(told.out.find("holds: payment " + id + ", 0.01 USDC on eip155:84532 to 0x209693"),
            std::string::npos)
      << told.out;
}

TEST(Evidence, HoldsOnlyWhereBothThatSignedArePinned) {
  Sandbox sandbox;
  const std::string bundle = sandbox.Do({"evidence", PayUnderAChild(sandbox)}).out;
  const Known known = KnownFrom(bundle);
  const std::string ledger = json::parse(bundle)["ledger"]["id"];
  const Outcome unpinned = Verify(sandbox, bundle, Words{"--json"});
  EXPECT_EQ(unpinned.code, 1);
  EXPECT_EQ(unpinned.Json()["pinned"], false);
  EXPECT_EQ(unpinned.Json()["holds"], false);
  EXPECT_TRUE(unpinned.Json()["faults"].empty());
  const std::string other(64, 'a');
  struct Pinned {
    Words flags;
    int code;
    std::string says;  // on stdout
  };
  std::string upper = known.account;
  for (char& c : upper) c = c == 'x' ? c : static_cast<char>(std::toupper(c));
  for (const Pinned& pinned : std::vector<Pinned>{
           {{}, 1, "consistent; nobody was pinned: payment "},
           {{"--account", known.account}, 1, "consistent; the approval key was not pinned: "},
           {{"--approval-key", known.approval_key}, 1, "consistent; the account was not pinned: "},
           {{"--account", upper, "--approval-key", known.approval_key, "--ledger", ledger},
            0,
            "holds: payment "},
           {{"--account", kPayee, "--approval-key", known.approval_key},
            1,
            "the account that signed it is " + known.account},
           {{"--account", known.account, "--approval-key", other},
            1,
            "the approval key is " + known.approval_key},
           {{"--account", known.account, "--approval-key", known.approval_key, "--ledger", "l"},
            1,
            "the ledger is " + ledger},
           {{"--account", "0x12"}, 2, ""},
           {{"--approval-key", "12"}, 2, ""},
       }) {
    const Outcome outcome = Verify(sandbox, bundle, pinned.flags);
    EXPECT_EQ(outcome.code, pinned.code) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out.rfind(pinned.says, 0), 0U) << outcome.out;
  }
}

TEST(Evidence, AChangeOfAnyFieldIsRefused) {
  Sandbox sandbox;
  const std::string bundle = sandbox.Do({"evidence", PayUnderAChild(sandbox)}).out;
  const json document = json::parse(bundle);
  const Known known = KnownFrom(bundle);
  int changes = 0;
  ForEachChange(document, json::json_pointer(), [&](const auto& path, const json& value) {
    json changed = document;
    changed[path] = value;
    const Outcome refused = Verify(sandbox, changed.dump(), known);
    EXPECT_EQ(refused.code, 1) << path;
    EXPECT_EQ(refused.Json()["holds"], false) << path;
    EXPECT_FALSE(refused.Json()["faults"].empty()) << path;
    ++changes;
  });
  EXPECT_GT(changes, 60);
  for (const auto& [member, value] : document.items()) {
    json changed = document;
    changed.erase(member);
    EXPECT_EQ(Verify(sandbox, changed.dump(), known).code, 1) << member;
  }
  json more = document;
  more["more"] = 1;
  EXPECT_EQ(Verify(sandbox, more.dump(), known).code, 1);
  EXPECT_EQ(Verify(sandbox, "{}", known).code, 1);
  EXPECT_EQ(Verify(sandbox, "no document", known).code, 1);
  json spaced = document;
  EXPECT_EQ(Verify(sandbox, spaced.dump(2), known).code, 0) << "how it is laid out says nothing";
}

TEST(Evidence, HoldsNoSecret) {
  Sandbox sandbox;
  const std::string argument = "zebrafinch";
  const std::string id = PayUnderAChild(sandbox, argument);
  const std::string bundle = sandbox.Do({"evidence", id}).out;
  const auto reader = LedgerReader::Open({.path = sandbox.home()});
  ASSERT_TRUE(reader.ok()) << reader.status();
  const std::string payload = (*reader)->Payment(id)->proof.payload;
  const std::string signature = json::parse(payload)["signature"];
  EXPECT_EQ(bundle.find(signature.substr(2)), std::string::npos) << "the proof";
  const std::string key = sandbox.Read(sandbox.home() + "/keys/eip155.testnet.key");
  const std::string secret = key.substr(key.find('\n') + 1, 64);
  EXPECT_EQ(bundle.find(secret), std::string::npos) << "the key";
  EXPECT_EQ(bundle.find(argument), std::string::npos) << "the arguments";
}

TEST(Evidence, IsOfPaymentsAlone) {
  Sandbox sandbox;
  sandbox.MakeReady({"--price", "20000"});
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "dear"}});
  const std::string id = sandbox.Do({"log", "--json"}).Json()[0]["id"];
  const Outcome refused = sandbox.Run({"evidence", id});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("was not paid"), std::string::npos) << refused.err;
  EXPECT_EQ(sandbox.Run({"evidence", "c0"}).code, 1);
  EXPECT_EQ(sandbox.Run({"evidence"}).code, 2);
}

TEST(Evidence, IsSignedByTheAccountThatPaidAlsoWhenAnotherKeyTookItsPlace) {
  Sandbox sandbox;
  const std::string id = PayUnderAChild(sandbox);
  const std::string payer = sandbox.Do({"show", id, "--json"}).Json()["payer"];
  sandbox.Do({"wallet", "new", "--replace"});
  const std::string bundle = sandbox.Do({"evidence", id}).out;
  EXPECT_EQ(json::parse(bundle)["sig"]["account"], payer);
  EXPECT_EQ(Verify(sandbox, bundle, KnownFrom(bundle)).code, 0);
  sandbox.RunProgram({"/bin/sh", "-c", "rm -r home/keys/retired"});
  const Outcome gone = sandbox.Run({"evidence", id});
  EXPECT_EQ(gone.code, 1);
  EXPECT_NE(gone.err.find(payer), std::string::npos) << gone.err;
}

TEST(Evidence, ASealedKeyAsksForItsPassphrase) {
  Sandbox sandbox;
  MakeSealedHome(sandbox, true);
  sandbox.AddSample();
  const std::string right = std::string(kPassphrase) + "\n";
  ASSERT_EQ(RunWith(sandbox, right, {"allow", "sample"}).code, 0);
  Host host(sandbox);
  ASSERT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  const std::string id = sandbox.Do({"log", "--json"}).Json()[0]["id"];
  EXPECT_EQ(sandbox.Run({"evidence", id}).code, 0) << "a hot key asks nothing";
  ASSERT_EQ(RunWith(sandbox, right, {"wallet", "passphrase", "--sealed", "--testnet"}).code, 0);
  EXPECT_EQ(sandbox.Run({"evidence", id}).code, 3) << "nowhere to ask";
  const Outcome bundle = RunWith(sandbox, right, {"evidence", id});
  EXPECT_EQ(bundle.code, 0) << bundle.err;
}

// Without both it ends with 1 whatever the bundle is.
TEST(Evidence, ItsExamplesSayWhoseABundleMustBe) {
  Sandbox sandbox;
  for (const Words& words : {Words{"evidence", "--help"}, Words{"evidence", "verify", "--help"}}) {
    const std::string help = sandbox.Do(words).out;
    EXPECT_NE(help.find("verify bundle.json --account 0x... --approval-key"), std::string::npos)
        << help;
  }
}

TEST(Evidence, OfAnApprovedPaymentHoldsTheAnswer) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"");
  Host host(sandbox);
  const std::string argument = "zebrafinch";
  host.CallText("paid_echo", {{"text", argument}});
  sandbox.Do({"approve", sandbox.Do({"pending", "--json"}).Json()[0]["id"]});
  ASSERT_EQ(host.CallText("paid_echo", {{"text", argument}}), argument);
  const std::string id = sandbox.Do({"log", "--json"}).Json().back()["id"];
  const Outcome untied = sandbox.Run({"evidence", id});
  EXPECT_EQ(untied.code, 1) << "the answer binds the arguments";
  EXPECT_EQ(untied.out, "");
  EXPECT_NE(untied.err.find("the approval cannot be tied to this payment"), std::string::npos)
      << untied.err;
  const std::string bundle = sandbox.Do({"evidence", id, "--with-arguments"}).out;
  EXPECT_NE(bundle.find(argument), std::string::npos);
  const json document = json::parse(bundle);
  EXPECT_TRUE(document["permission"]["approval"].is_object());
  EXPECT_TRUE(document["permission"]["mandates"].empty());
  EXPECT_EQ(Verify(sandbox, bundle, KnownFrom(bundle)).code, 0);
}

}  // namespace
}  // namespace tollpass
