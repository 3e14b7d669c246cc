#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

json ServerOf(Sandbox& sandbox, const std::string& name) {
  const json shown = sandbox.Do({"policy", "show", name, "--json"}).Json();
  return shown["servers"].at(0);
}

TEST(Add, AppendsASectionAndLeavesTheRestAsItIs) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string before = sandbox.Read(sandbox.PolicyPath());
  const Outcome added = sandbox.Do({"add", "search", "--", "/bin/cat", "-u"});
  const std::string after = sandbox.Read(sandbox.PolicyPath());
  EXPECT_EQ(after, before + "\n" + added.out);
  EXPECT_NE(added.out.find("command  = [\"/bin/cat\", \"-u\"]"), std::string::npos) << added.out;
  EXPECT_NE(added.out.find("per_call = \"0.01 USD\""), std::string::npos) << added.out;
  EXPECT_NE(added.out.find("per_day  = \"0.50 USD\""), std::string::npos) << added.out;
  EXPECT_NE(added.err.find("tollpass allow search"), std::string::npos) << added.err;
}

TEST(Add, KeepsEveryByteOfTheCommand) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const Words words = {"--flag", "two words", "\"quoted\"", "back\\slash", "tab\tline\nend",
                       "\x7f",   "Zürich",    "--",         "'$HOME'",     ""};
  Words command = {"add", "odd", "--", "/bin/cat"};
  command.insert(command.end(), words.begin(), words.end());
  sandbox.Do(command);
  json expected = {"/bin/cat"};
  for (const std::string& word : words) {
    expected.push_back(word);
  }
  EXPECT_EQ(ServerOf(sandbox, "odd")["command"], expected);
}

TEST(Add, WritesTheProgramAsAnAbsolutePath) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Write(sandbox.Path("server"), "#!/bin/sh\n");
  std::filesystem::permissions(sandbox.Path("server"), std::filesystem::perms::owner_all);
  sandbox.Do({"add", "by-path", "--", "./server"});
  sandbox.Do({"add", "by-name", "--", "paid_server"});
  EXPECT_EQ(ServerOf(sandbox, "by-path")["command"][0], sandbox.Path("server"));
  EXPECT_EQ(ServerOf(sandbox, "by-name")["command"][0], PAID_SERVER);
}

TEST(Add, WarnsOfAFileThatDependsOnTheFolder) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Write(sandbox.Path("server.py"), "");
  EXPECT_NE(sandbox.Do({"add", "a", "--", "/bin/cat", "server.py"}).err.find("server.py"),
            std::string::npos);
  EXPECT_EQ(sandbox.Do({"add", "b", "--", "/bin/cat", "other.py"}).err.find("other.py"),
            std::string::npos);
}

TEST(Add, TakesPayeesLimitsAndAUrl) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const json added =
      sandbox
          .Do({"add", "remote", "--pay-to", kPayee, "--pay-to",
               "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf", "--per-call", "0.002 USDC",
               "--per-day", "0.1 USDC", "--url", "https://mcp.acme.example/mcp", "--json"})
          .Json();
  EXPECT_EQ(added["name"], "remote");
  EXPECT_EQ(added["identity"].get<std::string>().size(), 64U);
  EXPECT_EQ(added["section"],
            "[server.remote]\nurl      = \"https://mcp.acme.example/mcp\"\n"
            "per_call = \"0.002 USDC\"\nper_day  = \"0.1 USDC\"\n"
            "pay_to   = [\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\", "
            "\"0x7e5f4552091a69125d5dfcb7b8c2659029395bdf\"]\n");
}

TEST(Add, SaysWhereABudgetIsTighter) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const Outcome added = sandbox.Do({"add", "dear", "--per-call", "1 USD", "--", "/bin/cat"});
  EXPECT_NE(added.err.find("[budget.all] per_call = 0.05 USD"), std::string::npos) << added.err;
  const Outcome other = sandbox.Do({"add", "cheap", "--", "/bin/cat", "x"});
  EXPECT_EQ(other.err.find("warning"), std::string::npos) << "of its own section: " << other.err;
}

TEST(Add, SaysWhoReachesAServerOverHttpAndWhatIsNext) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const Outcome added = sandbox.Do({"add", "web", "--url", "https://mcp.acme.example/mcp"});
  EXPECT_NE(added.err.find("in Python and C++"), std::string::npos) << added.err;
  EXPECT_NE(added.err.find("Next: tollpass allow web"), std::string::npos) << added.err;
  sandbox.Do({"allow", "web"});
  const Outcome proxy = sandbox.Run({"proxy", "web"});
  EXPECT_EQ(proxy.code, 3);
  EXPECT_NE(proxy.err.find("in Python and C++"), std::string::npos) << proxy.err;
}

TEST(Add, RefusesANameThatIsTaken) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Do({"add", "search", "--", "/bin/cat"});
  const std::string before = sandbox.Read(sandbox.PolicyPath());
  const Outcome again = sandbox.Run({"add", "search", "--", "/bin/true"});
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_EQ(sandbox.Read(sandbox.PolicyPath()), before);
}

TEST(Add, WritesNothingThatWouldBreakThePolicy) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::string before = sandbox.Read(sandbox.PolicyPath());
  for (const Words& words :
       std::vector<Words>{{"add", "x", "--per-call", "0.01 NOSUCH", "--", "/bin/cat"},
                          {"add", "x", "--per-call", "0.0000001 USDC", "--", "/bin/cat"},
                          {"add", "x", "--pay-to", "", "--", "/bin/cat"},
                          {"add", "x", "--url", "not a url"}}) {
    const Outcome outcome = sandbox.Run(words);
    EXPECT_EQ(outcome.code, 2) << ::testing::PrintToString(words) << outcome.err;
    EXPECT_EQ(outcome.err.find("policy.toml:"), std::string::npos)
        << "no line of a file that was never written: " << outcome.err;
    EXPECT_EQ(sandbox.Read(sandbox.PolicyPath()), before);
  }
}

TEST(Add, RefusesToTouchABrokenPolicy) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.EditPolicy("per_day ", "per_dya ");
  const std::string before = sandbox.Read(sandbox.PolicyPath());
  const Outcome outcome = sandbox.Run({"add", "search", "--", "/bin/cat"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("per_dya"), std::string::npos) << outcome.err;
  EXPECT_EQ(sandbox.Read(sandbox.PolicyPath()), before);
}

TEST(Add, SixAtOnceAreSixSections) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const Outcome all = sandbox.RunProgram(
      {"/bin/sh", "-c",
       "for n in 1 2 3 4 5 6; do tollpass add s$n -- /bin/cat $n >&2 & done; wait"});
  EXPECT_EQ(sandbox.Do({"policy", "show", "--json"}).Json()["servers"].size(), 6U) << all.err;
}

}  // namespace
}  // namespace tollpass
