#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

const std::vector<Words>& AllCommands() {
  static const std::vector<Words> commands = {{"init"},
                                              {"add"},
                                              {"allow"},
                                              {"proxy"},
                                              {"pending"},
                                              {"approve"},
                                              {"deny"},
                                              {"log"},
                                              {"show"},
                                              {"explain"},
                                              {"reconcile"},
                                              {"status"},
                                              {"pause"},
                                              {"resume"},
                                              {"policy", "check"},
                                              {"policy", "show"},
                                              {"policy", "replay"},
                                              {"pin", "list"},
                                              {"pin", "accept"},
                                              {"breaker", "list"},
                                              {"breaker", "close"},
                                              {"mandate", "list"},
                                              {"mandate", "show"},
                                              {"mandate", "revoke"},
                                              {"mandate", "export"},
                                              {"mandate", "import"},
                                              {"mandate", "key"},
                                              {"mandate", "child"},
                                              {"evidence"},
                                              {"evidence", "verify"},
                                              {"ledger", "verify"},
                                              {"ledger", "accept"},
                                              {"ledger", "export"},
                                              {"wallet", "list"},
                                              {"wallet", "new"},
                                              {"wallet", "import"},
                                              {"wallet", "address"},
                                              {"wallet", "backup"},
                                              {"wallet", "restore"},
                                              {"wallet", "passphrase"}};
  return commands;
}

Words With(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CommandLine, EveryCommandExplainsItselfWithAnExample) {
  Sandbox sandbox;
  for (const Words& command : AllCommands()) {
    const Outcome help = sandbox.Run(With(command, {"--help"}));
    std::string name = "tollpass";
    for (const std::string& word : command) {
      name += " " + word;
    }
    EXPECT_EQ(help.code, 0) << name;
    EXPECT_NE(help.out.find("Example:\n  " + name), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("--home"), std::string::npos) << help.out;
  }
}

TEST(CommandLine, TheTopLevelHelpNamesEveryCommand) {
  Sandbox sandbox;
  const Outcome help = sandbox.Do({"--help"});
  for (const Words& command : AllCommands()) {
    EXPECT_NE(help.out.find("\n  " + command.front() + " "), std::string::npos) << command.front();
  }
}

TEST(CommandLine, TellsItsVersion) {
  Sandbox sandbox;
  EXPECT_EQ(sandbox.Do({"--version"}).out, "tollpass " TOLLPASS_VERSION "\n");
}

TEST(CommandLine, ExitsWithTwoWhereItMeansNothing) {
  Sandbox sandbox;
  sandbox.MakeReady();
  for (const Words& words : std::vector<Words>{
           {},
           {"nonsense"},
           {"policy"},
           {"policy", "nonsense"},
           {"log", "--nonsense"},
           {"log", "--follow", "--json"},
           {"log", "--", "word"},
           {"approve"},
           {"approve", "x", "--for", "soon"},
           {"allow", "sample", "--uses", "0"},
           {"allow", "sample", "--uses", "many"},
           {"allow", "sample", "--for", "0d"},
           {"allow", "sample", "--for", "a while"},
           {"allow", "sample", "--per-call", "0.001"},
           {"allow", "sample", "--per-call", "0.001USD"},
           {"allow", "sample", "--per-day", "-1 USD"},
           {"allow", "sample", "--per-day", "1e-3 USD"},
           {"allow", "sample", "--total", "0 USD"},
           {"allow", "sample", "--total", "1 EUR"},
           {"add", "other"},
           {"add", "other", "--url", "https://mcp.example/mcp", "--", "/bin/cat"},
           {"add", "other", "--per-call", "cheap", "--", "/bin/cat"},
           {"add", "no.dots", "--", "/bin/cat"},
           {"add", "other", "--"},
           {"proxy"},
           {"proxy", "sample", "--", "/bin/cat"},
           {"proxy", "--"},
           {"wallet", "address", "--network", "base"},
           {"wallet", "new", "--family", "nothing"},
           {"wallet", "import"},
           {"wallet", "backup"},
           {"wallet", "restore"},
           {"wallet", "passphrase", "--hot", "--sealed"},
           {"resume", "--passphrase-fd", "1", "--passphrase-file", "x"},
           {"explain"},
           {"explain", "c1", "--last"},
           {"explain", "--server", "sample"},
           {"reconcile", "c1"},
           {"reconcile", "c1", "--settled", "--not-settled"},
           {"reconcile", "--settled"},
           {"reconcile", "c1", "--all-open", "--settled"},
           {"ledger", "export", "--format", "xls"},
           {"ledger", "export", "--since", "yesterday"},
           {"evidence"},
           {"evidence", "verify"},
           {"mandate", "export"},
           {"mandate", "export", "m0", "--format", "xml"},
           {"mandate", "import"},
           {"mandate", "child", "parent.json"},
       }) {
    const Outcome outcome = sandbox.Run(words);
    EXPECT_EQ(outcome.code, 2) << ::testing::PrintToString(words) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "") << ::testing::PrintToString(words);
    EXPECT_EQ(outcome.err.rfind("tollpass: ", 0), 0U) << outcome.err;
  }
}

TEST(CommandLine, ExitsWithOneWhereNothingIsFound) {
  Sandbox sandbox;
  sandbox.MakeReady();
  for (const Words& words :
       std::vector<Words>{{"approve", "nothing"},
                          {"deny", "nothing"},
                          {"show", "nothing"},
                          {"explain", "nothing"},
                          {"explain", "--last"},
                          {"ledger", "accept"},
                          {"mandate", "show", "nothing"},
                          {"mandate", "revoke", "nothing"},
                          {"allow", "nothing"},
                          {"proxy", "nothing"},
                          {"policy", "show", "nothing"},
                          {"policy", "check", "/nothing"},
                          {"add", "other", "--", "no-such-program"},
                          {"proxy", "--", "no-such-program"},
                          {"wallet", "address", "--network", "eip155:8453"},
                          {"wallet", "import", "/nothing", "--replace"},
                          {"wallet", "restore", "/nothing"},
                          {"wallet", "address", "--network", "kaspa:mainnet"}}) {
    const Outcome outcome = sandbox.Run(words);
    EXPECT_EQ(outcome.code, 1) << ::testing::PrintToString(words) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "") << ::testing::PrintToString(words);
    EXPECT_EQ(outcome.err.rfind("tollpass: ", 0), 0U) << outcome.err;
  }
}

TEST(CommandLine, SaysHowToMakeAHomeWhereThereIsNone) {
  Sandbox sandbox;
  for (const Words& command : AllCommands()) {
    if (command.front() == "init" || command.front() == "proxy" || command.back() == "restore" ||
        command == Words{"mandate", "key"} || command == Words{"mandate", "child"} ||
        command == Words{"evidence", "verify"}) {
      continue;  // They need none.
    }
    Words words = command;
    if (command.front() == "add") {
      words = {"add", "x", "--", "/bin/cat"};
    } else if (command.front() == "allow" || command.front() == "approve" ||
               command.front() == "deny" || command.back() == "show" ||
               command.back() == "revoke" || command.back() == "import" ||
               command.back() == "backup" || command.back() == "replay" ||
               command.back() == "close" || command == Words{"pin", "accept"} ||
               command == Words{"mandate", "export"} || command == Words{"evidence"}) {
      words.emplace_back("x");
    }
    const Outcome outcome = sandbox.Run(words);
    // Of `status` the exit code tells whether anything can be paid.
    EXPECT_EQ(outcome.code, words == Words{"status"} ? 3 : 1)
        << ::testing::PrintToString(words) << outcome.err;
    EXPECT_NE(outcome.err.find("tollpass init --test"), std::string::npos) << outcome.err;
  }
}

TEST(CommandLine, TakesTheHomeBeforeOrBehindTheCommand) {
  Sandbox sandbox;
  const std::string other = sandbox.Path("other");
  sandbox.Do({"init", "--test", "--home", other});
  const Words address = {"wallet", "address", "--json"};
  const std::string shown = sandbox.Do(With({"--home", other}, address)).out;
  EXPECT_EQ(sandbox.Do(With(address, {"--home", other})).out, shown);
  EXPECT_EQ(sandbox.Do({"wallet", "--home", other, "address", "--json"}).out, shown);
  EXPECT_EQ(sandbox.Do(With(address, {"--home", "other"})).out, shown) << "relative";
  EXPECT_EQ(sandbox.Run(address, {{"TOLLPASS_HOME", other}}).out, shown);
  EXPECT_EQ(sandbox.Run(address).code, 1) << "the default home was never made";
}

TEST(CommandLine, SaysSoWhereItsOutputCannotBeWritten) {
  Sandbox sandbox;
  sandbox.MakeHome();
  for (const std::string program : {"", "stdbuf -o0", "stdbuf -oL"}) {
#ifdef __SANITIZE_ADDRESS__
    if (!program.empty()) continue;  // Its runtime must be the first library, stdbuf's too.
#endif
    const Outcome outcome = sandbox.RunProgram(
        {"/bin/sh", "-c", "exec " + program + " tollpass wallet address > /dev/full"});
    EXPECT_EQ(outcome.code, 3) << program << outcome.err;
    EXPECT_NE(outcome.err, "") << program;
  }
}

}  // namespace
}  // namespace tollpass
