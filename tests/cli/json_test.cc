#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/written_charge.h"

namespace tollpass {
namespace {

using nlohmann::json;

struct Field {
  std::string type;
  std::set<std::string> values;  // the closed set, if the document gives one
};
using Shape = std::map<std::string, Field>;

/// docs/json.md as tables: what each command prints, and the fields of each shape.
struct JsonDocument {
  std::map<std::string, std::string> commands;
  std::map<std::string, Shape> shapes;
};

std::set<std::string> ValuesIn(const std::string& meaning) {
  static const std::regex word("`([^`]+)`");
  if (meaning.rfind("one of ", 0) != 0) return {};
  return {std::sregex_token_iterator(meaning.begin(), meaning.end(), word, 1), {}};
}

JsonDocument ReadJsonDocument() {
  static const std::regex heading("## `(\\w+)`");
  static const std::regex command("\\| `tollpass ([a-z -]+)` \\| (.*) \\|");
  static const std::regex field("\\| `(\\w+)` \\| ([a-z_ ]+) \\| (.*)\\|");
  std::ifstream file(std::string(TOLLPASS_SOURCE) + "/docs/json.md");
  JsonDocument document;
  std::string shape;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_match(line, match, heading)) {
      shape = match[1];
    } else if (std::regex_match(line, match, command)) {
      document.commands[match[1]] = std::regex_replace(match[2].str(), std::regex("`"), "");
    } else if (std::regex_match(line, match, field)) {
      document.shapes[shape][match[1]] = {match[2], ValuesIn(match[3])};
    }
  }
  return document;
}

/// Compares what was printed with what the document says, and remembers what it saw.
class Checker {
 public:
  explicit Checker(const JsonDocument& document) : document_(document) {}

  void Check(const json& value, const std::string& type, const std::string& where) {
    if (type.ends_with(" or null")) {
      if (!value.is_null()) Check(value, type.substr(0, type.size() - 8), where);
    } else if (type.starts_with("list of ")) {
      ASSERT_TRUE(value.is_array()) << where << value;
      for (const json& item : value) Check(item, type.substr(8), where + "[]");
    } else if (type == "string") {
      EXPECT_TRUE(value.is_string()) << where << value;
    } else if (type == "integer") {
      EXPECT_TRUE(value.is_number_integer()) << where << value;
    } else if (type == "boolean") {
      EXPECT_TRUE(value.is_boolean()) << where << value;
    } else {
      CheckShape(value, type, where);
    }
  }

  [[nodiscard]] const std::set<std::string>& seen() const { return seen_; }

 private:
  void CheckShape(const json& value, const std::string& name, const std::string& where) {
    ASSERT_EQ(document_.shapes.count(name), 1U) << where << ": no shape " << name;
    ASSERT_TRUE(value.is_object()) << where << value;
    seen_.insert(name);
    const Shape& shape = document_.shapes.at(name);
    for (const auto& [key, member] : value.items()) {
      EXPECT_EQ(shape.count(key), 1U) << where << "." << key << " is not documented in " << name;
    }
    for (const auto& [key, field] : shape) {
      ASSERT_TRUE(value.contains(key)) << where << "." << key << " is documented and not there";
      Check(value[key], field.type, where + "." + key);
      if (!field.values.empty()) {
        EXPECT_EQ(field.values.count(value[key]), 1U) << where << "." << key << value[key];
      }
    }
  }

  const JsonDocument& document_;
  std::set<std::string> seen_;
};

/// A server whose receipts all name one transaction, so that the second is an alarm.
Words ServerThatRepeatsReceipts() {
  return {"/bin/sh", "-c",
          std::string("'") + PAID_SERVER +
              "' | sed -u -E 's/(\"transaction\":\")0x[0-9a-f]+/\\10x" + std::string(64, 'a') +
              "/'"};
}

std::string FactsPath(const Sandbox& sandbox) { return sandbox.Path("facts.json"); }

/// The chain's source says that the payment of `row` settled.
void WriteFacts(const Sandbox& sandbox, const json& row, const json& story) {
  const json fact = {{"asset", "0x036cbd53842c5426634e7929541ec2318f3dcf7e"},
                     {"payer", story["signature"]["payer"]},
                     {"nonce", story["signature"]["one_time"]},
                     {"used", true}};
  const json facts = {{"format", "tollpass-chain-facts/1"},
                      {"network", row["network"]},
                      {"block", {{"number", 7}, {"hash", "0xab"}, {"time", 1}}},
                      {"authorizations", json::array({fact})}};
  sandbox.Write(FactsPath(sandbox), facts.dump());
}

TEST(JsonDocument, SaysExactlyWhatEveryCommandPrints) {
  const JsonDocument document = ReadJsonDocument();
  Checker checker(document);
  Sandbox sandbox;
  std::set<std::string> printed;
  const auto run = [&](Words words, const std::string& name) {
    words.emplace_back("--json");
    const Outcome outcome = sandbox.Run(words);
    const json value = outcome.Json();
    ASSERT_EQ(document.commands.count(name), 1U) << name;
    checker.Check(value, document.commands.at(name), name);
    printed.insert(name);
  };
  run({"init", "--test"}, "init");
  Words add = {"add", "sample", "--pay-to", kPayee, "--per-call", "1 USD", "--json", "--"};
  const Words server = ServerThatRepeatsReceipts();
  add.insert(add.end(), server.begin(), server.end());
  checker.Check(sandbox.Do(add).Json(), document.commands.at("add"), "add");
  printed.insert("add");
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"0s\"\nprefer = [\"USDC\"]");
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) +
                                          "rate = \"30/min\"\n[server.sample.tool.weather]\n"
                                          "ask = \"always\"\nask_above = \"0.001 USD\"\n"
                                          "per_day = \"0.2 USD\"\ntotal = \"3 USD\"\n"
                                          "[chain.\"eip155:84532\"]\nfile = \"" +
                                          FactsPath(sandbox) + "\"\n");
  run({"allow", "sample", "--uses", "9"}, "allow");
  sandbox.KeepLedger();
  Host host(sandbox, {"proxy", "sample", "--as", "desk"});
  host.CallText("paid_echo", {{"text", "one"}});
  host.CallText("paid_echo", {{"text", "two"}});
  host.CallText("weather", {{"city", "Oslo"}});
  host.CallText("weather", {{"city", "Rome"}});
  host.Close();
  sandbox.Do(
      {"add", "odd", "--", PAID_SERVER, "--asset", "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf"});
  Host odd(sandbox, {"proxy", "odd"});
  odd.CallText("paid_echo", {{"text", "one"}});
  odd.Close();
  run({"pending"}, "pending");
  const json questions = sandbox.Do({"pending", "--json"}).Json();
  ASSERT_EQ(questions.size(), 2U);
  run({"approve", questions[0]["id"]}, "approve");
  Host asked(sandbox, {"proxy", "sample", "--as", "desk"});
  asked.CallText("weather", {{"city", "Oslo"}});
  asked.CallText("weather", {{"city", "Rome"}});
  asked.Close();
  run({"deny", questions[1]["id"]}, "deny");
  run({"log"}, "log");
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(log.size(), 7U) << "a call that asks again is a row again: " << log;
  run({"show", log[0]["id"]}, "show");
  for (const json& row : log) run({"explain", row["id"]}, "explain");
  run({"explain", "--server", "sample", "--network", "eip155:84532", "--asset", "USDC", "--pay-to",
       kPayee, "--amount", "0.01"},
      "explain --server");
  run({"reconcile", log[0]["id"], "--settled"}, "reconcile");
  WriteFacts(sandbox, log[0], sandbox.Do({"explain", log[0]["id"], "--json"}).Json());
  run({"reconcile", log[0]["id"], "--from-chain"}, "reconcile");
  run({"explain", log[0]["id"]}, "explain");
  run({"status"}, "status");
  run({"pause"}, "pause");
  run({"resume"}, "resume");
  run({"policy", "show"}, "policy show");
  run({"policy", "show", "sample"}, "policy show");
  run({"policy", "check"}, "policy check");
  sandbox.Write(sandbox.Path("draft.toml"), "version = 1\n");
  run({"policy", "replay", "draft.toml"}, "policy replay");
  const std::string account = std::string("eip155:84532/") + kPayee;
  run({"pin", "accept", "sample", "--pay-to", account}, "pin accept");
  run({"pin", "list"}, "pin list");
  OfferNote again;
  again.amount = "45000";
  run({"show", Write(sandbox, {.asked_again = {again}})}, "show");
  run({"breaker", "list"}, "breaker list");
  run({"breaker", "close", std::string(64, 'a')}, "breaker close");
  run({"mandate", "list"}, "mandate list");
  const json mandates = sandbox.Do({"mandate", "list", "--json"}).Json();
  run({"mandate", "show", mandates[0]["id"]}, "mandate show");
  run({"evidence", log[0]["id"]}, "evidence");
  for (const json& row : log) {
    if (row["reason"] == "approved") run({"evidence", row["id"], "--with-arguments"}, "evidence");
  }
  const std::string bundle = sandbox.Do({"evidence", log[0]["id"]}).out;
  sandbox.Write(sandbox.Path("bundle.json"), bundle);
  run({"evidence", "verify", "bundle.json", "--account", log[0]["payer"], "--approval-key",
       json::parse(bundle)["ledger"]["approval_key"]},
      "evidence verify");
  run({"mandate", "key", "delegate.key"}, "mandate key");
  const std::string delegate =
      sandbox.Do({"mandate", "key", "delegate.key", "--json"}).Json()["public_key"];
  const std::string parent =
      sandbox.Do({"allow", "sample", "--delegate", delegate, "--json"}).Json()["id"];
  run({"mandate", "export", parent}, "mandate export");
  run({"mandate", "export", parent, "--format", "ap2"}, "mandate export");
  sandbox.Write(sandbox.Path("parent.json"), sandbox.Do({"mandate", "export", parent}).out);
  run({"mandate", "child", "parent.json", "--key", "delegate.key"}, "mandate child");
  sandbox.Write(sandbox.Path("child.json"),
                sandbox.Do({"mandate", "child", "parent.json", "--key", "delegate.key"}).out);
  run({"mandate", "import", "child.json"}, "mandate import");
  run({"mandate", "revoke", mandates[0]["id"]}, "mandate revoke");
  run({"ledger", "verify"}, "ledger verify");
  run({"wallet", "address"}, "wallet address");
  run({"wallet", "list"}, "wallet list");
  sandbox.Write(sandbox.Path("phrase"), "a long enough passphrase\n");
  sandbox.Write(sandbox.Path("key.hex"), std::string(64, '1') + "\n");
  sandbox.RunProgram({"/bin/chmod", "600", "phrase", "key.hex"});
  run({"wallet", "backup", "keys.backup", "--passphrase-file", "phrase"}, "wallet backup");
  run({"wallet", "restore", "keys.backup", "--passphrase-file", "phrase", "--home", "other"},
      "wallet restore");
  run({"wallet", "new", "--replace"}, "wallet new");
  run({"wallet", "import", "key.hex", "--replace"}, "wallet import");
  sandbox.RestoreLedger();
  run({"ledger", "accept"}, "ledger accept");
  sandbox.EditPolicy("networks = ", "networsk = ");
  run({"policy", "check"}, "policy check");

  std::set<std::string> commands;
  for (const auto& [command, type] : document.commands) commands.insert(command);
  EXPECT_EQ(printed, commands) << "a command of the document was not tried";
  std::set<std::string> shapes;
  for (const auto& [name, shape] : document.shapes) shapes.insert(name);
  EXPECT_EQ(checker.seen(), shapes) << "a shape of the document was never printed";
}

TEST(JsonDocument, NamesEveryCommandThatHasIt) {
  Sandbox sandbox;
  const JsonDocument document = ReadJsonDocument();
  std::set<std::string> with_json;
  const std::regex command("\n  ([a-z]+) +[A-Z]");
  const auto collect = [&](const std::string& group) {
    Words words;
    if (!group.empty()) words.push_back(group);
    words.emplace_back("--help");
    const std::string help = sandbox.Do(words).out;
    std::vector<std::string> names = {
        std::sregex_token_iterator(help.begin(), help.end(), command, 1), {}};
    return names;
  };
  for (const std::string& name : collect("")) {
    const std::vector<std::string> inner = collect(name);
    if (sandbox.Do({name, "--help"}).out.find("\n  --json") != std::string::npos) {
      with_json.insert(name);
    }
    for (const std::string& sub : inner) {
      if (sandbox.Do({name, sub, "--help"}).out.find("\n  --json") != std::string::npos) {
        with_json.insert(name + " " + sub);
      }
    }
  }
  std::set<std::string> documented;
  for (const auto& [name, type] : document.commands) {
    if (name.find("--") == std::string::npos) documented.insert(name);
  }
  EXPECT_EQ(with_json, documented);
}

TEST(JsonDocument, NothingIsPrintedWhereACommandFails) {
  Sandbox sandbox;
  sandbox.MakeReady();
  for (const Words& words : std::vector<Words>{{"show", "nothing", "--json"},
                                               {"approve", "nothing", "--json"},
                                               {"mandate", "revoke", "nothing", "--json"},
                                               {"init", "--test", "--json"},
                                               {"allow", "nothing", "--json"}}) {
    const Outcome outcome = sandbox.Run(words);
    EXPECT_NE(outcome.code, 0) << ::testing::PrintToString(words);
    EXPECT_EQ(outcome.out, "") << ::testing::PrintToString(words);
  }
}

}  // namespace
}  // namespace tollpass
