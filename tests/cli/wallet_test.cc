#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/sealed_home.h"
#include "tests/cli/terminal.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Known to everybody (a development chain's): never fund them.
constexpr char kSecret[] = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
constexpr char kAccount[] = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
constexpr char kCurveOrder[] = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

const std::string& Passphrase() {
  static const std::string line = std::string(kPassphrase) + "\n";
  return line;
}

json KeysOf(Sandbox& sandbox, const Words& more = {}) {
  Words words = {"wallet", "list", "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return sandbox.Do(words).Json();
}

std::string PutHex(const Sandbox& sandbox, std::string_view text, unsigned mode = 0600) {
  std::string file = sandbox.Path("key.hex");
  sandbox.Write(file, text);
  chmod(file.c_str(), mode);
  return file;
}

TEST(WalletList, ShowsEveryKeyWithoutAPassphrase) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const json keys = KeysOf(sandbox);
  ASSERT_EQ(keys.size(), 4U);
  EXPECT_EQ(keys[3]["family"], "quote");
  EXPECT_EQ(keys[3]["account"].get<std::string>().size(), 64U) << "its public key";
  EXPECT_EQ(keys[0]["family"], "approval");
  EXPECT_EQ(keys[0]["hot"], false);
  EXPECT_EQ(keys[2]["network_class"], "mainnet");
  EXPECT_EQ(keys[2]["hot"], false);
  EXPECT_EQ(keys[2]["retired"], false);
  EXPECT_EQ(sandbox.Do({"wallet", "address", "--network", "eip155:8453"}).out,
            keys[2]["account"].get<std::string>() + "\n");
  const std::string text = sandbox.Do({"wallet", "list"}).out;
  EXPECT_NE(text.find("(eip155, mainnet, sealed)"), std::string::npos) << text;
}

TEST(WalletNew, ReplacesAKeyOnlyWhenToldAndKeepsTheOld) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const std::string old_account = KeysOf(sandbox)[2]["account"];
  const Outcome refused = sandbox.Run({"wallet", "new", "--hot"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("--replace"), std::string::npos) << refused.err;
  EXPECT_EQ(KeysOf(sandbox)[2]["account"], old_account);

  const json made = sandbox.Do({"wallet", "new", "--hot", "--replace", "--json"}).Json();
  EXPECT_EQ(made["hot"], true);
  EXPECT_NE(made["account"], old_account);
  EXPECT_EQ(made["replaced"], sandbox.home() + "/keys/retired/eip155.mainnet.1.key");
  const json keys = KeysOf(sandbox);
  ASSERT_EQ(keys.size(), 5U);
  EXPECT_EQ(keys[2]["account"], made["account"]);
  EXPECT_EQ(keys[4]["account"], old_account);
  EXPECT_EQ(keys[4]["retired"], true);
}

TEST(WalletNew, GivesAnOlderHomeTheKeyThatSignsProofs) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const json before = KeysOf(sandbox);
  ASSERT_TRUE(fs::remove(sandbox.home() + "/keys/quote.testnet.key"));
  const json made = sandbox.Do({"wallet", "new", "--family", "quote", "--json"}).Json();
  EXPECT_EQ(made["network_class"], "testnet");
  EXPECT_EQ(KeysOf(sandbox).size(), before.size());
  EXPECT_EQ(KeysOf(sandbox).back()["account"], made["account"]);
}

// Mandates name the accounts that pay, and the key that signs proofs is none.
TEST(WalletNew, AsksForANewMandateOnlyWhereMandatesNameTheKey) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string proofs = sandbox.Do({"wallet", "new", "--family", "quote", "--replace"}).err;
  EXPECT_NE(proofs.find("no mandate names"), std::string::npos) << proofs;
  EXPECT_EQ(proofs.find("tollpass allow"), std::string::npos) << proofs;
  const std::string pays = sandbox.Do({"wallet", "new", "--replace"}).err;
  EXPECT_NE(pays.find("run tollpass allow again"), std::string::npos) << pays;
}

TEST(WalletNew, SealsUnderTheHomesPassphraseAlone) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  fs::remove(sandbox.home() + "/keys/eip155.mainnet.key");
  EXPECT_EQ(sandbox.Run({"wallet", "new"}).code, 3) << "nobody to ask";
  const Outcome wrong = RunWith(sandbox, std::string(kOtherPassphrase) + "\n", {"wallet", "new"});
  EXPECT_EQ(wrong.code, 1) << wrong.err;
  EXPECT_FALSE(fs::exists(sandbox.home() + "/keys/eip155.mainnet.key"));
  const Outcome made = RunWith(sandbox, Passphrase(), {"wallet", "new", "--json"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.Json()["hot"], false);
  EXPECT_EQ(made.Json()["replaced"], nullptr);
  EXPECT_EQ(KeysOf(sandbox)[2]["account"], made.Json()["account"]);
}

TEST(PassphraseFile, MayComeFromASystemThatEndsLinesInCrLf) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  sandbox.Do({"pause"});
  EXPECT_EQ(RunWith(sandbox, std::string(kPassphrase) + "\r\n", {"resume"}).code, 0);
  EXPECT_EQ(RunWith(sandbox, kPassphrase, {"resume"}).code, 0) << "or have no line end";
}

TEST(Allow, SaysThatASealedKeyPaysNothingYet) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  sandbox.AddSample();
  const std::string sealed = KeysOf(sandbox)[2]["account"];
  const Words allow = {"allow", "sample"};
  EXPECT_EQ(RunWith(sandbox, Passphrase(), allow).err.find(sealed), std::string::npos)
      << "the policy allows test networks only";
  sandbox.EditPolicy("networks = [\"testnet\"]", "networks = [\"testnet\", \"mainnet\"]");
  const Outcome allowed = RunWith(sandbox, Passphrase(), allow);
  EXPECT_NE(allowed.err.find(sealed + " is sealed"), std::string::npos) << allowed.err;
  EXPECT_NE(sandbox.Do({"status"}).out.find(sealed), std::string::npos);
}

TEST(WalletNew, OfATestHomeIsForTestNetworksOnly) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const json made = sandbox.Do({"wallet", "new", "--replace", "--json"}).Json();
  EXPECT_EQ(made["network_class"], "testnet");
  EXPECT_EQ(made["hot"], true);
  EXPECT_EQ(sandbox.Run({"wallet", "address", "--network", "eip155:8453"}).code, 1);
  EXPECT_EQ(sandbox.Run({"wallet", "passphrase"}).code, 1);
}

TEST(WalletImport, TakesOverAKeyAndSaysThatTheFileStaysOpen) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string file = PutHex(sandbox, std::string("0x") + kSecret + "\n");
  const Outcome taken = sandbox.Do({"wallet", "import", file, "--replace", "--json"});
  EXPECT_EQ(taken.Json()["account"], kAccount);
  EXPECT_NE(taken.err.find(file), std::string::npos) << taken.err;
  EXPECT_EQ(taken.err.find(kSecret), std::string::npos) << taken.err;
  EXPECT_EQ(sandbox.Do({"wallet", "address", "--network", "eip155:84532"}).out,
            std::string(kAccount) + "\n");
}

TEST(WalletImport, RefusesWhatIsNoKeyOrOpenToOthers) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const json before = KeysOf(sandbox);
  const std::string secret = kSecret;
  for (const std::string& text : {secret.substr(2), secret + "00", std::string(64, '0'),
                                  std::string(kCurveOrder), std::string("no key"), std::string()}) {
    const Outcome refused = sandbox.Run({"wallet", "import", PutHex(sandbox, text), "--replace"});
    EXPECT_EQ(refused.code, 1) << text << refused.err;
    EXPECT_NE(refused.err.find("key.hex"), std::string::npos) << refused.err;
  }
  for (const unsigned mode : {0640U, 0604U}) {
    EXPECT_EQ(sandbox.Run({"wallet", "import", PutHex(sandbox, secret, mode), "--replace"}).code,
              1);
  }
  EXPECT_EQ(sandbox.Run({"wallet", "import", "/nothing", "--replace"}).code, 1);
  EXPECT_EQ(sandbox.Run({"wallet", "import", PutHex(sandbox, secret), "--family", "nothing"}).code,
            2);
  EXPECT_EQ(KeysOf(sandbox), before);
}

TEST(WalletPassphrase, ChangesThatOfEveryKeyOnATerminal) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const json before = KeysOf(sandbox);
  Terminal terminal(sandbox, {"wallet", "passphrase"});
  terminal.Answer("Passphrase of this home's keys: ", kPassphrase);
  terminal.Answer("New passphrase of this home's keys", kOtherPassphrase);
  terminal.Answer("The same again: ", kOtherPassphrase);
  EXPECT_EQ(terminal.Wait(), 0) << terminal.screen();
  EXPECT_EQ(KeysOf(sandbox), before);
  sandbox.Do({"pause"});
  EXPECT_EQ(RunWith(sandbox, Passphrase(), {"resume"}).code, 1);
  EXPECT_EQ(RunWith(sandbox, std::string(kOtherPassphrase) + "\n", {"resume"}).code, 0);
}

#ifdef TOLLPASS_FAULTS

TEST(WalletPassphrase, CutOffInTheMiddleIsFinishedByTheSameCommand) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const std::string answers = Passphrase() + std::string(kOtherPassphrase) + "\n";
  sandbox.Write(sandbox.Path("answers"), answers);
  chmod(sandbox.Path("answers").c_str(), 0600);
  const Words change = {"wallet", "passphrase", "--passphrase-file", sandbox.Path("answers")};
  EXPECT_EQ(sandbox.Run(change, {{"TOLLPASS_FAULT", "keys_sealed_one"}}).code, 128 + SIGKILL);
  EXPECT_EQ(sandbox.Run(change).code, 0);
  EXPECT_EQ(
      RunWith(sandbox, std::string(kOtherPassphrase) + "\n", {"wallet", "passphrase", "--hot"})
          .code,
      0);
}

#endif  // TOLLPASS_FAULTS

TEST(WalletPassphrase, WrongOrTooShortChangesNothing) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const std::string file = sandbox.home() + "/keys/approval.key";
  const std::string before = sandbox.Read(file);
  EXPECT_EQ(RunWith(sandbox, std::string(kOtherPassphrase) + "\nanother long passphrase\n",
                    {"wallet", "passphrase"})
                .code,
            1);
  EXPECT_EQ(RunWith(sandbox, Passphrase() + "short\n", {"wallet", "passphrase"}).code, 1);
  EXPECT_EQ(RunWith(sandbox, Passphrase(), {"wallet", "passphrase"}).code, 3) << "no new one";
  EXPECT_EQ(
      RunWith(sandbox, std::string(kOtherPassphrase) + "\n", {"wallet", "passphrase", "--hot"})
          .code,
      1);
  EXPECT_EQ(sandbox.Read(file), before);
  EXPECT_EQ(KeysOf(sandbox)[2]["hot"], false);
}

TEST(WalletBackup, IsRestoredIntoANewHomeOnAnotherMachine) {
  Sandbox sandbox;
  MakeSealedHome(sandbox, /*hot=*/true);
  sandbox.Do({"wallet", "new", "--testnet", "--replace"});
  const std::string backup = sandbox.Path("keys.backup");
  EXPECT_EQ(
      RunWith(sandbox, std::string(kOtherPassphrase) + "\n", {"wallet", "backup", backup}).code, 1);
  ASSERT_EQ(RunWith(sandbox, Passphrase(), {"wallet", "backup", backup}).code, 0);
  EXPECT_EQ(RunWith(sandbox, Passphrase(), {"wallet", "backup", backup}).code, 1)
      << "overwrites nothing";

  const std::string other = sandbox.Path("other");
  const Words restore = {"wallet", "restore", backup, "--home", other};
  EXPECT_EQ(RunWith(sandbox, std::string(kOtherPassphrase) + "\n", restore).code, 1);
  EXPECT_FALSE(fs::exists(other));
  Words with_json = restore;
  with_json.emplace_back("--json");
  const Outcome restored = RunWith(sandbox, Passphrase(), with_json);
  ASSERT_EQ(restored.code, 0) << restored.err;
  EXPECT_EQ(restored.Json()["new_home"], true);
  json here = KeysOf(sandbox);
  json there = KeysOf(sandbox, {"--home", other});
  ASSERT_EQ(here.size(), 5U);
  for (json* keys : {&here, &there}) {
    for (json& key : *keys) key.erase("file");
  }
  EXPECT_EQ(there, here);
  sandbox.Do({"pause", "--home", other});
  EXPECT_EQ(RunWith(sandbox, Passphrase(), {"resume", "--home", other}).code, 0)
      << "the new home obeys the same approval key";
}

TEST(WalletBackup, BringsLostKeysBackAndOverwritesNone) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const std::string backup = sandbox.Path("keys.backup");
  ASSERT_EQ(RunWith(sandbox, Passphrase(), {"wallet", "backup", backup}).code, 0);
  const json before = KeysOf(sandbox);
  const Words restore = {"wallet", "restore", backup};
  EXPECT_EQ(RunWith(sandbox, Passphrase(), restore).code, 0) << "all are there";

  fs::remove_all(sandbox.home() + "/keys");
  EXPECT_EQ(sandbox.Run({"status", "--json"}).Json()["wallet"]["ok"], false);
  ASSERT_EQ(RunWith(sandbox, Passphrase(), restore).code, 0);
  EXPECT_EQ(KeysOf(sandbox), before);

  sandbox.Do({"wallet", "new", "--hot", "--replace"});
  fs::remove_all(sandbox.home() + "/keys/retired");
  const json mine = KeysOf(sandbox);
  const Outcome refused = RunWith(sandbox, Passphrase(), restore);
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("eip155.mainnet.key"), std::string::npos) << refused.err;
  EXPECT_EQ(KeysOf(sandbox), mine);

  sandbox.Do({"init", "--test", "--home", sandbox.Path("other")});
  EXPECT_EQ(
      RunWith(sandbox, Passphrase(), {"wallet", "restore", backup, "--home", sandbox.Path("other")})
          .code,
      1)
      << "another home's";
}

TEST(WalletBackup, ThatIsDamagedSaysSoAndRestoresNothing) {
  Sandbox sandbox;
  MakeSealedHome(sandbox);
  const std::string backup = sandbox.Path("keys.backup");
  ASSERT_EQ(RunWith(sandbox, Passphrase(), {"wallet", "backup", backup}).code, 0);
  const std::string text = sandbox.Read(backup);
  sandbox.Write(backup, text.substr(0, text.size() / 2));
  const Words restore = {"wallet", "restore", backup, "--home", sandbox.Path("other")};
  const Outcome refused = RunWith(sandbox, Passphrase(), restore);
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.err.find(backup), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("damaged"), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(sandbox.Path("other")));
}

TEST(MainNetworks, ArePaidByAHotKeyOnceThePolicyAllowsThem) {
  Sandbox sandbox;
  MakeSealedHome(sandbox, /*hot=*/true);
  sandbox.AddSample({"--network", "eip155:8453", "--asset",
                     "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "--asset-name", "USD Coin"});
  ASSERT_EQ(RunWith(sandbox, Passphrase(), {"allow", "sample"}).code, 0);
  Host host(sandbox);
  EXPECT_NE(host.CallText("paid_echo", {{"text", "one"}}), "one");
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().back()["reason"], "network_not_allowed");
  sandbox.EditPolicy("networks = [\"testnet\"]", "networks = [\"testnet\", \"mainnet\"]");
  ASSERT_EQ(RunWith(sandbox, Passphrase(), {"allow", "sample"}).code, 0);
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  const json paid = sandbox.Do({"log", "--json"}).Json().back();
  EXPECT_EQ(paid["network"], "eip155:8453");
  EXPECT_EQ(paid["amount"]["text"], "0.01 USDC");
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 1U);
}

}  // namespace
}  // namespace tollpass
