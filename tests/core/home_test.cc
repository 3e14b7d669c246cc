#include "core/home.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

namespace tollpass {
namespace {

Home ResolveAll(std::string_view flag, const std::map<std::string, std::string>& variables) {
  const auto env = [&variables](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(std::string(name));
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
  return ResolveHome(flag, env);
}

std::string Resolve(std::string_view flag, const std::map<std::string, std::string>& variables) {
  return ResolveAll(flag, variables).path;
}

TEST(Home, IsTheFirstThatIsNamed) {
  const std::map<std::string, std::string> all = {
      {"TOLLPASS_HOME", "/t"}, {"XDG_DATA_HOME", "/x"}, {"HOME", "/h"}};
  EXPECT_EQ(Resolve("/flag", all), "/flag");
  EXPECT_EQ(Resolve("", all), "/t");
  EXPECT_EQ(Resolve("", {{"XDG_DATA_HOME", "/x"}, {"HOME", "/h"}}), "/x/tollpass");
  EXPECT_EQ(Resolve("", {{"HOME", "/h"}}), "/h/.local/share/tollpass");
}

TEST(Home, AnEmptyVariableIsNotSet) {
  EXPECT_EQ(Resolve("", {{"TOLLPASS_HOME", ""}, {"XDG_DATA_HOME", ""}, {"HOME", "/h"}}),
            "/h/.local/share/tollpass");
}

TEST(Home, ARelativeBaseDirectoryIsIgnored) {
  EXPECT_EQ(Resolve("", {{"XDG_DATA_HOME", "x"}, {"HOME", "/h"}}), "/h/.local/share/tollpass");
}

TEST(Home, IsAbsoluteAndHasOneSpelling) {
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(Resolve("home", {}), here + "/home");
  EXPECT_EQ(Resolve("./a/../home/", {}), here + "/home");
  EXPECT_EQ(Resolve("", {{"TOLLPASS_HOME", "home"}}), here + "/home");
  EXPECT_EQ(Resolve("/a//b/./c/", {}), "/a/b/c");
}

TEST(Home, KeepsItsStateOutsideOfItself) {
  const auto state = [](const std::map<std::string, std::string>& variables) {
    return ResolveAll("/flag", variables).state_path;
  };
  EXPECT_EQ(state({{"XDG_STATE_HOME", "/s"}, {"HOME", "/h"}}), "/s/tollpass");
  EXPECT_EQ(state({{"HOME", "/h"}}), "/h/.local/state/tollpass");
  EXPECT_EQ(state({{"XDG_STATE_HOME", "s"}, {"HOME", "/h"}}), "/h/.local/state/tollpass")
      << "a relative base directory is ignored";
  EXPECT_EQ(state({{"HOME", "h"}}), "") << "nowhere rather than in some folder";
  EXPECT_EQ(state({}), "");
}

TEST(Home, NamesItsFiles) {
  const Home home{"/h", "/s"};
  EXPECT_EQ(home.MirrorPath("l1"), "/s/l1");
  EXPECT_EQ(Home{"/h"}.MirrorPath("l1"), "");
  EXPECT_EQ(home.PolicyPath(), "/h/policy.toml");
  EXPECT_EQ(home.LedgerPath(), "/h/ledger.db");
  EXPECT_EQ(home.LedgerKeyPath(), "/h/ledger.key");
  EXPECT_EQ(home.KeysPath(), "/h/keys");
}

}  // namespace
}  // namespace tollpass
