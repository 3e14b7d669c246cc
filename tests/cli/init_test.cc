#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "tests/cli/sandbox.h"
#include "tests/cli/sealed_home.h"
#include "tests/cli/terminal.h"

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

TEST(Init, WithNobodyToAskSaysWhatToDoAndMakesNothing) {
  Sandbox sandbox;
  const Outcome outcome = sandbox.Run({"init"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  for (const char* word : {"passphrase", "--passphrase-fd", "init --test", "Nothing was made"}) {
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(sandbox.home()));
}

json KeysOf(Sandbox& sandbox) { return sandbox.Do({"wallet", "list", "--json"}).Json(); }

/// "approval mainnet sealed" and so on, in the order of `wallet list`.
Words UsesOf(Sandbox& sandbox) {
  Words uses;
  for (const json& key : KeysOf(sandbox)) {
    uses.push_back(key["family"].get<std::string>() + " " +
                   key["network_class"].get<std::string>() + (key["hot"] ? " hot" : " sealed"));
  }
  return uses;
}

const Words kSealedHome = {"approval mainnet sealed", "eip155 testnet hot", "eip155 mainnet sealed",
                           "quote testnet hot", "quote mainnet sealed"};
const Words kHotHome = {"approval mainnet sealed", "eip155 testnet hot", "eip155 mainnet hot",
                        "quote testnet hot", "quote mainnet hot"};

TEST(InitWithAPassphrase, TakesItFromAFileOfMode0600) {
  Sandbox sandbox;
  sandbox.Write(sandbox.Path("words"), std::string(kPassphrase) + "\n");
  fs::permissions(sandbox.Path("words"), fs::perms::owner_read | fs::perms::group_read);
  EXPECT_EQ(sandbox.Run({"init", "--passphrase-file", sandbox.Path("words")}).code, 1)
      << "others could read it";
  EXPECT_FALSE(fs::exists(sandbox.home()));

  const Outcome made = RunWith(sandbox, std::string(kPassphrase) + "\n", {"init"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(UsesOf(sandbox), kSealedHome);
  EXPECT_NE(made.err.find("nothing is paid with it"), std::string::npos) << made.err;
  for (const auto& file : fs::directory_iterator(sandbox.home() + "/keys")) {
    EXPECT_EQ(ModeOf(file.path()), fs::perms::owner_read | fs::perms::owner_write) << file.path();
    const std::string text = sandbox.Read(file.path());
    EXPECT_TRUE(text.find(" hot\n") != std::string::npos ||
                text.find("\nargon2id 3 262144 ") != std::string::npos)
        << text;
  }
}

TEST(InitWithAPassphrase, TakesItFromADescriptor) {
  Sandbox sandbox;
  const Outcome made = sandbox.RunProgram(
      {"/bin/bash", "-c",
       "exec tollpass init --hot --passphrase-fd 3 3<<< '" + std::string(kPassphrase) + "'"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(UsesOf(sandbox), kHotHome);
  EXPECT_NE(made.err.find("pocket money"), std::string::npos) << made.err;
}

TEST(InitWithAPassphrase, RefusesAShortOneAndFlagsThatCannotGoTogether) {
  Sandbox sandbox;
  EXPECT_EQ(RunWith(sandbox, "short\n", {"init"}).code, 1);
  EXPECT_EQ(RunWith(sandbox, "", {"init"}).code, 3);
  EXPECT_EQ(RunWith(sandbox, "long enough to be one\n", {"init", "--test"}).code, 2);
  EXPECT_EQ(sandbox.Run({"init", "--test", "--hot"}).code, 2);
  EXPECT_EQ(sandbox.Run({"init", "--sealed", "--hot"}).code, 2);
  EXPECT_EQ(sandbox.Run({"init", "--passphrase-fd", "77"}).code, 2);
  EXPECT_EQ(sandbox.Run({"init", "--passphrase-fd", "-1"}).code, 2);
  EXPECT_FALSE(fs::exists(sandbox.home()));
}

TEST(InitOnATerminal, AsksTwoQuestionsAndSealsByDefault) {
  Sandbox sandbox;
  Terminal terminal(sandbox, {"init"});
  terminal.Await("New passphrase of the keys (at least 12 characters): ");
  EXPECT_FALSE(terminal.Echoes());
  terminal.Type(std::string(kPassphrase) + "\n");
  terminal.Await("The same again: ");
  EXPECT_FALSE(terminal.Echoes());
  terminal.Type(std::string(kPassphrase) + "\n");
  terminal.Await("nothing can be paid with it");
  terminal.Await("sealed or hot [sealed]: ");
  EXPECT_TRUE(terminal.Echoes());
  EXPECT_FALSE(fs::exists(sandbox.home())) << "nothing is made before both are answered";
  terminal.Type("\n");
  EXPECT_EQ(terminal.Wait(), 0) << terminal.screen();
  EXPECT_EQ(terminal.screen().find(kPassphrase), std::string::npos) << terminal.screen();
  EXPECT_EQ(UsesOf(sandbox), kSealedHome);
}

TEST(InitOnATerminal, AsksAgainUntilThePassphraseIsLongAndTwiceTheSame) {
  Sandbox sandbox;
  Terminal terminal(sandbox, {"init", "--hot"});
  terminal.Answer("New passphrase of the keys", "short");
  terminal.Await("at least 12 characters");
  terminal.Answer("New passphrase of the keys", kPassphrase);
  terminal.Answer("The same again: ", kOtherPassphrase);
  terminal.Await("not the same");
  terminal.Answer("New passphrase of the keys", kPassphrase);
  terminal.Answer("The same again: ", kPassphrase);
  EXPECT_EQ(terminal.Wait(), 0) << terminal.screen();
  EXPECT_EQ(UsesOf(sandbox), kHotHome);
}

TEST(InitOnATerminal, InterruptedAtAQuestionLeavesNothingAndAnEchoingTerminal) {
  for (const bool second : {false, true}) {
    Sandbox sandbox;
    Terminal terminal(sandbox, {"init"});
    terminal.Await("New passphrase of the keys");
    if (second) {
      terminal.Type(std::string(kPassphrase) + "\n");
      terminal.Await("The same again: ");
    }
    terminal.Type("\x03");
    EXPECT_EQ(terminal.Wait(), 128 + SIGINT) << terminal.screen();
    EXPECT_TRUE(terminal.Echoes());
    EXPECT_FALSE(fs::exists(sandbox.home()));
  }
}

TEST(InitOnATerminal, EndOfInputMakesNothing) {
  Sandbox sandbox;
  Terminal terminal(sandbox, {"init"});
  terminal.Await("New passphrase of the keys");
  terminal.Type("\x04");
  EXPECT_EQ(terminal.Wait(), 1) << terminal.screen();
  EXPECT_FALSE(fs::exists(sandbox.home()));
}

TEST(InitOnATerminal, InterruptedWhileItWorksLeavesNothing) {
  Sandbox sandbox;
  Terminal terminal(sandbox, {"init", "--hot"});
  terminal.Answer("New passphrase of the keys", kPassphrase);
  terminal.Answer("The same again: ", kPassphrase);
  terminal.Await("\n");
  terminal.Type("\x03");
  EXPECT_EQ(terminal.Wait(), 128 + SIGINT) << terminal.screen();
  EXPECT_EQ(std::distance(fs::directory_iterator(sandbox.Path("")), {}), 0)
      << "neither a home nor a part of one";
}

#ifdef TOLLPASS_FAULTS

TEST(Init, CutOffAnywhereLeavesNoHomeAndTheNextOneWorks) {
  for (const char* place : {"home_made_one", "keys_made_one", "keys_made_one:2", "home_made_one:2",
                            "home_made_one:3", "home_made_one:4"}) {
    Sandbox sandbox;
    EXPECT_EQ(sandbox.Run({"init", "--test"}, {{"TOLLPASS_FAULT", place}}).code, 128 + SIGKILL)
        << place;
    EXPECT_FALSE(fs::exists(sandbox.home())) << place;
    const Outcome again = sandbox.Do({"init", "--test"});
    EXPECT_NE(again.err.find("left of an init that was cut off"), std::string::npos) << again.err;
    EXPECT_EQ(sandbox.Do({"status", "--json"}).Json()["wallet"]["ok"], true) << place;
  }
}

#endif  // TOLLPASS_FAULTS

TEST(Init, MakesTheHomeWhereALinkToAnEmptyFolderLeads) {
  Sandbox sandbox;
  fs::create_directory(sandbox.Path("elsewhere"));
  fs::create_directory_symlink("elsewhere", sandbox.home());
  sandbox.MakeHome();
  EXPECT_TRUE(fs::is_symlink(sandbox.home()));
  EXPECT_TRUE(fs::exists(sandbox.Path("elsewhere/policy.toml")));
}

}  // namespace
}  // namespace tollpass
