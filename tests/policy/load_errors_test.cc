#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kTop = "version = 1\n";

/// `line` as line 2 of a file that has nothing else.
std::string AtTop(std::string_view line) { return std::string(kTop) + std::string(line) + "\n"; }

struct Bad {
  std::string_view line;
  std::string_view error;  // from line:column on
};

void ExpectErrors(const std::vector<Bad>& cases, std::string_view before) {
  for (const Bad& bad : cases) {
    const std::string errors = ErrorsOf(std::string(before) + std::string(bad.line) + "\n");
    EXPECT_THAT(errors, StartsWith("policy.toml:" + std::string(bad.error))) << bad.line;
    EXPECT_EQ(errors.find('\n'), std::string::npos) << "one mistake, one error: " << errors;
  }
}

TEST(LoadErrors, WhatIsWrongAtTheTopIsNamedWithItsPlace) {
  ExpectErrors(
      {
          {"networks = []", "2:12: 'networks' allows none"},
          {"networks = [\"basenet\"]", "2:13: 'basenet' is not a network"},
          {"networks = [\"EIP155:084532\"]", "2:13: 'EIP155:084532' is not a network"},
          {"networks = \"testnet\"", "2:12: 'networks' must be a list"},
          {"networks = [\"testnet\", 7]", "2:24: 'networks' must list texts"},
          {"prefer = [\"DOGE\"]", "2:11: 'DOGE' is not in the asset table"},
          {"unattended = \"yes\"", "2:14: 'unattended' must be true or false"},
          {"max_validity = \"soon\"", "2:16: 'soon' is not a time"},
          {"max_validity = 300", "2:16: 'max_validity' must be a time like \"30s\""},
          {"max_validity = \"0s\"", "2:16: 'max_validity' must be 1s or more"},
          {"max_validity = \"367d\"", "2:16: 'max_validity' must be 366d or less"},
          {"host_timeout = \"0s\"", "2:16: 'host_timeout' must be 1s or more"},
          {"ask_wait = \"-1s\"", "2:12: '-1s' is not a time"},
          {"after_unknown = \"pay\"", "2:17: 'after_unknown' must be \"ask\" or \"deny\""},
          {"after_unknown = \"\"", "2:17: 'after_unknown' must not be empty"},
          {"unit = 1", "2:8: 'unit' must be a table"},
          {"[unit]\nUSD = []", "3:7: unit 'USD' counts nothing"},
          {"[unit]\nUSD = [\"DOGE\"]", "3:8: 'DOGE' is not in the asset table"},
          {"[unit]\nUSDC = [\"USDC\"]", "3:1: 'USDC' is the symbol of an asset already"},
          {"[unit]\ncalls = [\"USDC\"]", "3:1: 'calls' is no name for a unit"},
          {"[unit]\n\"U S\" = [\"USDC\"]", "3:1: 'U S' is no name for a unit"},
          {"budget = 1", "2:10: 'budget' must be a table"},
          {"budget.all = 1", "2:8: 'budget.all' must be a section"},
          {"[budget.\"a b\"]\nservers = []", "2:9: 'budget.a b' must be a section"},
          {"[budget.all]\nservers = []", "3:11: [budget.all] counts every server"},
          {"[budget.team]", "2:9: [budget.team] must say which servers it counts"},
          {"[budget.team]\nservers = [\"x\"]", "3:12: there is no section [server.x]"},
          {"server.x = 1", "2:8: 'server.x' must be a section"},
          {"[server.\"a.b\"]\ncommand = [\"/b\"]", "2:9: 'server.a.b' must be a section"},
      },
      kTop);
}

TEST(LoadErrors, WhatIsWrongInAServerIsNamedWithItsPlace) {
  ExpectErrors(
      {
          {"per_call = \"1 USDC\"", "2:9: say where the server is"},
          {"command = [\"/b\"]\nurl = \"https://a.example\"",
           "2:9: a server has either 'command' or 'url'"},
          {"command = []", "3:11: 'command' must begin with an absolute program"},
          {"command = [\"npx\", \"-y\"]", "3:11: 'command' must begin with an absolute program"},
          {"command = \"/usr/bin/npx\"", "3:11: 'command' must be a list"},
          {"command = [\"/b\", \"a\\u0000b\"]", "3:18: 'command' must list texts"},
          {"url = \"not a url\"", "3:7: 'not a url' is not the address of a server"},
          {"url = \"ftp://a.example\"", "3:7: 'ftp://a.example' is not the address"},
          {"url = \"https://u@a.example\"", "3:7: 'https://u@a.example' is not the address"},
          {"url = \"https://a.example/#x\"", "3:7: 'https://a.example/#x' is not the address"},
          {"url = \"http://a.example/mcp\"", "3:7: 'http://a.example/mcp' is plain http"},
          {"url = \"http://127.0.0.1.evil.example\"",
           "3:7: 'http://127.0.0.1.evil.example' is plain http"},
          {"url = \"https://a.example\"\ncwd = \"/\"", "4:7: 'cwd' belongs to a 'command'"},
          {"command = [\"/b\"]\ncwd = \"rel\"", "4:7: 'cwd' must be an absolute path"},
          {"command = [\"/b\"]\nenv = { \"A=B\" = \"1\" }", "4:9: 'env' must give a text"},
          {"command = [\"/b\"]\nenv = { A = 1 }", "4:9: 'env' must give a text"},
          {"command = [\"/b\"]\npay_to = \"anyone\"", "4:10: 'pay_to' must be \"pin\" or a list"},
          {"command = [\"/b\"]\npay_to = []", "4:10: 'pay_to' lists nobody"},
          {"command = [\"/b\"]\npay_to = [\"0x12\"]", "4:11: '0x12' is not an EVM address"},
          {"command = [\"/b\"]\npay_to = [\"a b\"]", "4:11: 'a b' is not an account"},
          {"command = [\"/b\"]\nquote_keys = \"k\"", "4:14: 'quote_keys' must be a list"},
          {"command = [\"/b\"]\nquote_keys = [\"k\"]", "4:15: 'k' in 'quote_keys': a quote key is"},
          {"command = [\"/b\"]\nquote_keys = [\"a ed25519:" + std::string(64, 'g') + "\"]",
           "4:15: 'a ed25519:ggg"},
          {"command = [\"/b\"]\nquote_keys = [\"a ed25519:" + std::string(64, '0') + "\"]",
           "4:15: 'a ed25519:000"},
          {"command = [\"/b\"]\npay_to = [\"0x209693bc6afc0C5328bA36FaF03C514EF312287C\"]",
           "4:11: '0x209693bc6afc0C5328bA36FaF03C514EF312287C' has a letter case that is no "
           "checksum of EIP-55"},
          {"command = [\"/b\"]\ncontext = []", "4:1: 'context' is known, but not supported"},
          {"command = [\"/b\"]\ntrust = [\"refusals\", \"all\"]",
           "4:22: 'trust' is about \"refusals\" and \"receipts\", not 'all'"},
          {"command = [\"/b\"]\ntrust = \"refusals\"", "4:9: 'trust' must be"},
          {"command = [\"/b\"]\nzone = \"UTC\"", "4:1: 'zone' does not belong into [server.s]"},
          {"command = [\"/b\"]\n[server.s.tool.weather]\ncwd = \"/\"",
           "5:1: 'cwd' does not belong into [server.s.tool.weather]; move it to [server.NAME]"},
          {"command = [\"/b\"]\nschemes = []", "4:11: 'schemes' allows none"},
          {"command = [\"/b\"]\nask = \"never\"", "4:7: 'ask' must be \"always\""},
          {"command = [\"/b\"]\npay = \"false\"", "4:7: 'pay' must be true or false"},
          {"command = [\"/b\"]\nrate = \"30\"", "4:8: '30' is not a rate"},
          {"command = [\"/b\"]\nrate = \"0/min\"", "4:8: '0/min' is not a rate"},
          {"command = [\"/b\"]\nrate = \"3/fortnight\"", "4:8: '3/fortnight' is not a rate"},
          {"command = [\"/b\"]\nrate = \"99999999999999999999/s\"", "4:8: '999"},
          {"command = [\"/b\"]\nrolling = { \"6\" = \"1 USDC\" }",
           "4:13: '6' is not the length of a window"},
          {"command = [\"/b\"]\nrolling = \"1 USDC\"", "4:11: 'rolling' must be a table"},
          {"command = [\"/b\"]\nrolling = { \"1h\" = \"1 USDC\", \"60m\" = \"2 USDC\" }",
           "4:30: '60m' is as long as '1h'"},
          {"command = [\"/b\"]\nmax_validity = \"400d\"",
           "4:16: 'max_validity' must be 366d or less"},
          {"command = [\"/b\"]\ntool.x = 1", "4:6: 'server.s.tool.x' must be a section"},
          {"command = [\"/b\"]\n[server.s.tool.\"\"]", "4:16: 'server.s.tool.' must be a section"},
          {"command = [\"/b\"]\n[server.t]\ncommand = [\"/b\"]",
           "4:9: [server.t] is the same server as [server.s]"},
      },
      "version = 1\n[server.s]\n");
}

TEST(LoadErrors, AnAccountInOneLetterCaseOrWithItsChecksumIsTaken) {
  for (const char* account :
       {"0x209693Bc6afc0C5328bA36FaF03C514EF312287C", "0x209693bc6afc0c5328ba36faf03c514ef312287c",
        "0x209693BC6AFC0C5328BA36FAF03C514EF312287C"}) {
    EXPECT_EQ(ErrorsOf("version = 1\n[server.s]\ncommand = [\"/b\"]\npay_to = [\"" +
                       std::string(account) + "\"]\n"),
              "")
        << account;
  }
}

TEST(LoadErrors, AreAlsoToldOneByOne) {
  const std::string text = "version = 1\nnetworsk = []\n[server.s]\nrate = 7\n";
  std::string told;
  for (const PolicyError& error : Policy::Errors(text)) {
    told += "policy.toml:" + std::to_string(error.line) + ":" + std::to_string(error.column) +
            ": " + error.message + "\n";
  }
  EXPECT_EQ(told, ErrorsOf(text) + "\n");
  EXPECT_TRUE(Policy::Errors("version = 1\n").empty());
}

TEST(LoadErrors, WhatIsWrongInAnAssetIsNamedWithItsPlace) {
  constexpr std::string_view kContract = "id = \"0x1111111111111111111111111111111111111111\"\n";
  const std::string domain = "eip712 = { name = \"A\", version = \"1\" }\n";
  const std::string contract(kContract);
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {"[asset.A]", "2:8: asset 'A' needs network, id and decimals"},
      {"[asset.A]\nnetwork = \"base\"\nid = \"x\"\ndecimals = 1", "2:8: asset 'A': network 'base'"},
      {"[asset.A]\nnetwork = \"eip155:1\"\n" + domain + "decimals = 37\n" + contract,
       "2:8: asset 'A' on eip155:1: decimals"},
      {"[asset.A]\nnetwork = \"eip155:1\"\n" + domain + "decimals = -1\n" + contract,
       "2:8: asset 'A' on eip155:1: decimals"},
      {"[asset.A]\nnetwork = \"eip155:1\"\n" + domain + "decimals = 6\nid = \"0x1\"",
       "6:6: '0x1' is not the address of a contract"},
      {"[asset.A]\nnetwork = \"eip155:1\"\ndecimals = 6\n" + contract,
       "2:8: asset 'A' needs eip712"},
      {"[asset.A]\nnetwork = \"eip155:1\"\ndecimals = 6\n" + contract +
           "eip712 = { name = \"A\", version = \"1\", salt = \"x\" }",
       "6:39: unknown key 'salt'"},
      {"[asset.USDC]\nnetwork = \"eip155:1\"\n" + domain + "decimals = 6\n" + contract,
       "2:8: 'USDC' on eip155:1 is 0xa0b8"},
      {"[asset.\"A B\"]", "2:8: 'A B' is no symbol"},
      {"[asset.\"USD\u0421\"]", "2:8: 'USD\u0421' is no symbol"},
      {"[asset.usdc]\nnetwork = \"eip155:7\"\n" + domain + "decimals = 6\n" + contract,
       "2:8: 'usdc' reads like USDC; give this one another name"},
      {"[asset.A]\nnetwork = \"eip155:7\"\n" + domain + "decimals = 6\n" + contract +
           "[asset.a]\nnetwork = \"eip155:8\"\n" + domain + "decimals = 6\n" + contract,
       "7:8: 'a' reads like A; give this one another name"},
      {"asset.A = 1", "2:7: asset 'A' must be a section"},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_THAT(ErrorsOf(AtTop(text)), StartsWith("policy.toml:" + std::string(error))) << text;
  }
}

TEST(LoadErrors, ASectionMayRepeatABuiltInAssetAndNotContradictIt) {
  const auto section = [](std::string_view symbol, int decimals, std::string_view name,
                          std::string_view version) {
    return absl::StrFormat(
        "[asset.%s]\nnetwork = \"eip155:84532\"\n"
        "id = \"0x036CbD53842c5426634e7929541eC2318f3dCF7e\"\ndecimals = %d\n"
        "eip712 = { name = \"%s\", version = \"%s\" }\n",
        symbol, decimals, name, version);
  };
  EXPECT_EQ(ErrorsOf(AtTop(section("USDC", 6, "USDC", "2"))), "");
  for (const std::string& text :
       {section("USDC", 12, "USDC", "2"), section("USDC", 6, "USD Coin", "2"),
        section("USDC", 6, "USDC", "1"), section("PENNY", 6, "USDC", "2")}) {
    EXPECT_THAT(ErrorsOf(AtTop(text)),
                StartsWith("policy.toml:2:8: 0x036cbd53842c5426634e7929541ec2318f3dcf7e on "
                           "eip155:84532 is built in as USDC with 6 decimals"))
        << text;
  }
}

TEST(LoadErrors, AllOfThemAreReportedInTheOrderOfTheFile) {
  std::ifstream file(TOLLPASS_TEST_DATA "/policy/many_errors.toml");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(
      ErrorsOf(text),
      "policy.toml:1:11: version 2 is not known to this program; it reads version = 1\n"
      "policy.toml:2:1: unknown key 'networsk' in the top of the file; did you mean "
      "'networks'?\n"
      "policy.toml:5:13: 'per_call' must be a plain decimal and a unit, like \"0.05 USD\", in "
      "quotes\n"
      "policy.toml:6:11: unknown unit 'EUR' in 'per_day'; known are: MUSD, MegaUSD, USD, "
      "USDC, USDT0. Declare another under [unit]\n"
      "policy.toml:7:1: 'command' does not belong into [budget.all]; move it to "
      "[server.NAME]\n"
      "policy.toml:11:1: unknown key 'per_dya' in [server.search]; did you mean 'per_day'?\n"
      "policy.toml:12:1: 'context' is known, but not supported by this version; remove "
      "it");
}

TEST(LoadErrors, BrokenTomlIsOneErrorWithItsPlace) {
  for (const std::string_view text :
       {"version = 1\nper_call = \"500", "version = 1\n[[[", "version = 1\nversion = 1",
        "version = 1\n= =", "version = 1\nx = \"\xff\""}) {
    const std::string errors = ErrorsOf(text);
    EXPECT_THAT(errors, StartsWith("policy.toml:2:")) << text;
    EXPECT_THAT(errors, HasSubstr(": this is no TOML: ")) << text;
  }
}

TEST(LoadErrors, NestingHasAnEnd) {
  constexpr int kDeep = 200000;
  std::string dotted = "a";
  for (int i = 0; i < kDeep; ++i) dotted += ".a";
  std::string inline_tables = "a = ";
  for (int i = 0; i < kDeep; ++i) inline_tables += "{a=";
  for (const std::string& text : {"x = " + std::string(kDeep, '['), std::string(kDeep, '['),
                                  dotted + " = 1", "[" + dotted + "]", inline_tables}) {
    EXPECT_THAT(ErrorsOf("version = 1\n" + text), StartsWith("policy.toml:2:"))
        << text.substr(0, 20);
  }
}

TEST(LoadErrors, AFileWithoutVersionIsNotRead) {
  EXPECT_THAT(ErrorsOf(""), StartsWith("policy.toml:1:1: 'version' is missing"));
  EXPECT_THAT(ErrorsOf("version = \"1\""), StartsWith("policy.toml:1:11: 'version' must be"));
}

TEST(LoadErrors, WhatTheFileSaysCannotGarbleATerminal) {
  const std::string errors = ErrorsOf("version = 1\n\"\\u001b[2Jkey\" = 1\n");
  EXPECT_EQ(errors.find('\x1b'), std::string::npos) << errors;
  EXPECT_THAT(errors, StartsWith("policy.toml:2:1: unknown key"));
}

}  // namespace
}  // namespace tollpass
