#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

TEST(PolicyCheck, ListsEveryErrorWithItsPlace) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Write(sandbox.PolicyPath(),
                "version = 1\nnetworsk = [\"testnet\"]\n[unit]\nUSD = [\"USDC\"]\n"
                "[budget.all]\nper_call = \"much\"\nper_day = \"1 USD\"\n");
  const Outcome checked = sandbox.Run({"policy", "check", "--json"});
  EXPECT_EQ(checked.code, 1);
  const json report = checked.Json();
  EXPECT_EQ(report["ok"], false);
  ASSERT_EQ(report["errors"].size(), 2U) << report;
  EXPECT_EQ(report["errors"][0]["line"], 2);
  EXPECT_EQ(report["errors"][0]["column"], 1);
  EXPECT_EQ(report["errors"][1]["line"], 6);
  EXPECT_NE(report["errors"][0]["message"].get<std::string>().find("networsk"), std::string::npos);
  EXPECT_NE(sandbox.Run({"policy", "check"}).out.find("policy.toml:2:1: unknown key 'networsk'"),
            std::string::npos);
}

TEST(PolicyCheck, TakesADraftElsewhere) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Write(sandbox.Path("draft.toml"), "version = 2\n");
  EXPECT_EQ(sandbox.Run({"policy", "check", "draft.toml"}).code, 1);
  sandbox.Write(sandbox.Path("draft.toml"), sandbox.Read(sandbox.PolicyPath()));
  EXPECT_EQ(sandbox.Do({"policy", "check", "draft.toml", "--json"}).Json()["ok"], true);
}

TEST(PolicyCheck, RefusesALinkAsAHomeDoes) {
  Sandbox sandbox;
  sandbox.MakeHome();
  std::filesystem::create_symlink(sandbox.PolicyPath(), sandbox.Path("link.toml"));
  const Outcome checked = sandbox.Run({"policy", "check", "link.toml"});
  EXPECT_EQ(checked.code, 1);
  EXPECT_NE(checked.err.find("symbolic link"), std::string::npos) << checked.err;
}

TEST(PolicyCheck, RefusesAFileThatOthersMayWrite) {
  Sandbox sandbox;
  sandbox.MakeHome();
  std::filesystem::permissions(sandbox.PolicyPath(), std::filesystem::perms::others_write,
                               std::filesystem::perm_options::add);
  const Outcome checked = sandbox.Run({"policy", "check"});
  EXPECT_EQ(checked.code, 3);
  EXPECT_NE(checked.err.find(sandbox.PolicyPath()), std::string::npos) << checked.err;
}

TEST(PolicyShow, TellsTheRulesAsTheyAreUnderstood) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  const std::string all = sandbox.Do({"policy", "show"}).out;
  const std::string one = sandbox.Do({"policy", "show", "sample"}).out;
  for (const std::string& text : {all, one}) {
    EXPECT_NE(text.find("sample"), std::string::npos) << text;
    EXPECT_NE(text.find("per_call"), std::string::npos) << text;
  }
  EXPECT_NE(all.find("host_timeout"), std::string::npos) << "defaults are told too: " << all;
  const json shown = sandbox.Do({"policy", "show", "--json"}).Json();
  EXPECT_EQ(shown["servers"][0]["name"], "sample");
  EXPECT_EQ(shown["servers"][0]["per_call"][0]["maximum"]["text"], "0.01 USD");
  EXPECT_EQ(shown["servers"][0]["budgets"], json::array({"budget.all"}));
  EXPECT_EQ(shown["budgets"][0]["servers"], json::array({"sample"}));
  EXPECT_EQ(shown["networks"], json::array({"testnet"}));
}

}  // namespace
}  // namespace tollpass
