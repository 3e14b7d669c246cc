#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::perms ModeOf(const std::string& path) { return fs::status(path).permissions(); }

TEST(Init, MakesAPrivateHomeWithPolicyKeysAndLedger) {
  Sandbox sandbox;
  const Outcome made = sandbox.Do({"init", "--test"});
  EXPECT_EQ(ModeOf(sandbox.home()), fs::perms::owner_all);
  EXPECT_EQ(ModeOf(sandbox.home() + "/keys"), fs::perms::owner_all);
  const fs::perms private_file = fs::perms::owner_read | fs::perms::owner_write;
  for (const char* name : {"policy.toml", "ledger.db", "ledger.key"}) {
    EXPECT_EQ(ModeOf(sandbox.home() + "/" + name), private_file) << name;
  }
  for (const auto& file : fs::directory_iterator(sandbox.home() + "/keys")) {
    EXPECT_EQ(ModeOf(file.path()), private_file) << file.path();
  }
  EXPECT_EQ(sandbox.Do({"policy", "check"}).code, 0);
  EXPECT_EQ(sandbox.Do({"ledger", "verify"}).code, 0);
  const std::string account = sandbox.Do({"wallet", "address", "--network", "eip155:84532"}).out;
  EXPECT_EQ(account.size(), 43U) << account;
  EXPECT_NE(made.out.find(account.substr(0, 42)), std::string::npos) << made.out;
}

TEST(Init, TellsWhatItMadeAsJson) {
  Sandbox sandbox;
  const json made = sandbox.Do({"init", "--test", "--json"}).Json();
  EXPECT_EQ(made["home"], sandbox.home());
  EXPECT_EQ(made["policy"], sandbox.PolicyPath());
  ASSERT_EQ(made["keys"].size(), 1U);
  EXPECT_EQ(made["keys"][0]["family"], "eip155");
  EXPECT_EQ(made["keys"][0]["network_class"], "testnet");
  EXPECT_EQ(made["keys"][0]["hot"], true);
}

TEST(Init, TakesAnEmptyFolderAndMakesItPrivate) {
  Sandbox sandbox;
  fs::create_directory(sandbox.home());
  fs::permissions(sandbox.home(), fs::perms::all);
  sandbox.MakeHome();
  EXPECT_EQ(ModeOf(sandbox.home()), fs::perms::owner_all);
}

TEST(Init, NeverOverwritesAHome) {
  for (const char* name : {"policy.toml", "ledger.db", "ledger.key", "keys", "letter.txt"}) {
    Sandbox sandbox;
    fs::create_directory(sandbox.home());
    sandbox.Write(sandbox.home() + "/" + name, "mine");
    const Outcome again = sandbox.Run({"init", "--test"});
    EXPECT_EQ(again.code, 1) << name;
    EXPECT_NE(again.err.find(sandbox.home() + "/" + name), std::string::npos) << again.err;
    EXPECT_EQ(sandbox.Read(sandbox.home() + "/" + name), "mine");
    EXPECT_EQ(std::distance(fs::directory_iterator(sandbox.home()), {}), 1) << name;
  }
}

TEST(Init, LeavesNothingBehindWhereAStepFails) {
  Sandbox sandbox;
  // A program of the sandbox may make files of one kilobyte: keys and policy, but no database.
  const Outcome outcome =
      sandbox.RunProgram({"/bin/sh", "-c", "trap '' XFSZ; ulimit -f 2; exec tollpass init --test"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_NE(outcome.err, "");
  EXPECT_FALSE(fs::exists(sandbox.home())) << outcome.err;
  sandbox.MakeHome();
}

TEST(Init, WithoutTestSaysWhatIsMissingAndMakesNothing) {
  Sandbox sandbox;
  const Outcome outcome = sandbox.Run({"init"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("passphrase"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(sandbox.home()));
}

}  // namespace
}  // namespace tollpass
