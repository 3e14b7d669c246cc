#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/cli/running.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

TEST(Misuse, NamesTheWordThatIsNoCommand) {
  Sandbox sandbox;
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"statu"}, "there is no command 'statu'; did you mean 'status'?"},
      {{"bogus"}, "there is no command 'bogus'\n"},
      {{"--home", "x", "lgo"}, "there is no command 'lgo'; did you mean 'log'?"},
      {{"policy", "chekc"}, "there is no command 'policy chekc'; did you mean 'check'?"},
      {{"policy"}, "see: tollpass policy --help"},
  };
  for (const auto& [words, told] : cases) {
    const Outcome outcome = sandbox.Run(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find(told), std::string::npos) << outcome.err;
  }
}

TEST(Misuse, HelpOfAGroupHasAnExampleOfItsOwn) {
  Sandbox sandbox;
  for (const char* group : {"policy", "mandate", "ledger", "wallet"}) {
    const std::string help = sandbox.Do({group, "--help"}).out;
    EXPECT_NE(help.find("Example:\n  tollpass " + std::string(group)), std::string::npos) << help;
  }
}

TEST(Misuse, SaysWhyAnAmountOrATimeIsRefused) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const Outcome zero = sandbox.Run({"allow", "sample", "--per-call", "0 USD"});
  EXPECT_NE(zero.err.find("lets nothing be paid"), std::string::npos) << zero.err;
  const Outcome longest = sandbox.Run({"allow", "sample", "--for", "99999d"});
  EXPECT_NE(longest.err.find("at most 36500d"), std::string::npos) << longest.err;
}

struct Case {
  const char* damage;  // run in the sandbox's folder
  Words words;
  int code;
};

TEST(ExitCode, IsOneForANoAndThreeForAHomeThatCannotBeUsed) {
  for (const Case& one : std::vector<Case>{
           {"true", {"status"}, 0},
           {"true", {"mandate", "show", "m"}, 1},  // several begin so
           {"true", {"mandate", "show", "x"}, 1},
           {"true", {"mandate", "show"}, 2},
           {"rm home/ledger.key", {"ledger", "verify"}, 3},
           {"rm home/ledger.key", {"pause"}, 3},
           {"rm home/keys/*approval*", {"resume"}, 3},
           {"rm home/keys/*approval*", {"allow", "sample"}, 3},
           {"rm home/ledger.db*", {"log"}, 3},
           {"rm home/ledger.db*; echo broken > home/ledger.db", {"log"}, 3},
           {"rm home/policy.toml", {"allow", "sample"}, 3},
           {"rm home/policy.toml", {"policy", "check"}, 3},
           {"echo '[[[' > home/policy.toml", {"allow", "sample"}, 3},
           {"echo '[[[' > home/policy.toml", {"policy", "check"}, 1},
           {"rm -r home", {"status"}, 3},  // nothing can be paid
           {"rm -r home", {"log"}, 1},
       }) {
    Sandbox sandbox;
    sandbox.MakeReady();
    sandbox.Do({"allow", "sample"});
    ASSERT_EQ(sandbox.RunProgram({"/bin/sh", "-c", one.damage}).code, 0) << one.damage;
    const Outcome outcome = sandbox.Run(one.words);
    EXPECT_EQ(outcome.code, one.code)
        << one.damage << ::testing::PrintToString(one.words) << outcome.out << outcome.err;
  }
}

TEST(ExitCode, IsThreeForALockedLedgerWhichIsToBeTriedAgain) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Running holder(sandbox, {"/usr/bin/python3", "-c",
                           "import sqlite3, sys; c = sqlite3.connect('home/ledger.db'); "
                           "c.execute('BEGIN IMMEDIATE'); print('held', flush=True); "
                           "sys.stdin.read()"});
  ASSERT_EQ(holder.ReadLine(), "held");
  const Outcome outcome = sandbox.Run({"pause"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("try again"), std::string::npos) << outcome.err;
  const Outcome status = sandbox.Run({"status"});
  EXPECT_EQ(status.code, 3);
  EXPECT_NE(status.out.find("in use by another process"), std::string::npos) << status.out;
}

}  // namespace
}  // namespace tollpass
