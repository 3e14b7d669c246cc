#include "policy/find_endpoint.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"

namespace tollpass {
namespace {

absl::StatusOr<ServerEndpoint> Find(std::string_view toml, std::string_view name = "search") {
  return FindEndpoint(toml, "policy.toml", name);
}

constexpr std::string_view kSearch =
    "[server.search]\n"
    "command = [\"/usr/bin/npx\", \"-y\", \"search\"]\n"
    "cwd = \"/srv\"\n"
    "env = { WORD = \"yes\" }\n";

TEST(FindEndpoint, ReadsAServerThoughTheRestOfTheFileIsWrong) {
  for (const std::string& rest :
       {std::string(), std::string("per_dya = \"1 USD\"\n"), std::string("per_call = \"much\"\n"),
        std::string("[server.other]\ncommand = \"not a list\"\n"),
        std::string("[budget.all]\nper_call = 1\n")}) {
    const absl::StatusOr<ServerEndpoint> endpoint = Find(std::string(kSearch) + rest);
    ASSERT_TRUE(endpoint.ok()) << rest << endpoint.status();
    EXPECT_EQ(endpoint->command, (std::vector<std::string>{"/usr/bin/npx", "-y", "search"}));
    EXPECT_EQ(endpoint->cwd, "/srv");
    EXPECT_EQ(endpoint->env.at("WORD"), "yes");
  }
}

TEST(FindEndpoint, ReadsAServerThoughTheFileIsNoToml) {
  for (const std::string& around :
       {std::string("per_call = \n"), std::string("[budget.all\n"), std::string("]]]\n"),
        std::string("[budget.all]\nper_call = \"open\n"), std::string("[server.other]\nname = {\n"),
        std::string("[budget.all]\n[budget.all]\n")}) {
    for (const std::string& text :
         {around + std::string(kSearch), std::string(kSearch) + "[budget.x]\n" + around}) {
      const absl::StatusOr<ServerEndpoint> endpoint = Find(text);
      ASSERT_TRUE(endpoint.ok()) << text << endpoint.status();
      EXPECT_EQ(endpoint->command, (std::vector<std::string>{"/usr/bin/npx", "-y", "search"}));
      EXPECT_EQ(endpoint->env.at("WORD"), "yes");
    }
  }
}

TEST(FindEndpoint, ReadsEverySectionOfTheServerInAFileThatIsNoToml) {
  const absl::StatusOr<ServerEndpoint> endpoint = Find(
      "[oops\n[server.search]\ncommand = [\n  \"/bin/cat\",\n]\n[server.other]\ncommand = [7\n"
      "[server.search.env]\nWORD = \"yes\"\n");
  ASSERT_TRUE(endpoint.ok()) << endpoint.status();
  EXPECT_EQ(endpoint->command, std::vector<std::string>{"/bin/cat"});
  EXPECT_EQ(endpoint->env.at("WORD"), "yes");
}

TEST(FindEndpoint, GuessesNothingWhereAFileIsNoTomlInWhatMayBeTheServers) {
  for (const char* text :
       {"[server.search]\ncommand = [\"/bin/cat\"\n",
        "[server.search]\ncommand = [\"/bin/cat\"]\n[server.search.env\nA = \"b\"\n",
        "[server.search]\ncommand = [\"/bin/cat\"]\n[server.search]\n"
        "command = [\"/bin/dog\"]\n",
        "oops\n[server.other]\ncommand = [\"/bin/cat\"]\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(Find(text).status())) << text << Find(text).status();
  }
}

TEST(FindEndpoint, GuessesNothingAboutTheServerItself) {
  for (const char* text :
       {"[server.search]\n", "[server.search]\ncommand = []\n",
        "[server.search]\ncommand = [\"npx\"]\n", "[server.search]\ncommand = [\"/bin/cat\", 7]\n",
        "[server.search]\ncommand = [\"/bin/cat\"]\ncwd = \"here\"\n",
        "[server.search]\ncommand = [\"/bin/cat\"]\nenv = { A = 1 }\n", "[server]\nsearch = 7\n",
        "[server.search\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(Find(text).status())) << text << Find(text).status();
  }
}

TEST(FindEndpoint, SaysThatThereIsNoSuchSection) {
  for (const char* text : {"", "version = 1\n", "server = 7\n", "[server.other]\nurl = \"x\"\n"}) {
    EXPECT_TRUE(absl::IsNotFound(Find(text).status())) << text << Find(text).status();
  }
}

}  // namespace
}  // namespace tollpass
