#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/mandate_terms.h"

namespace tollpass {
namespace {

struct GlobCase {
  std::string pattern;
  std::string name;
  bool matches;
};

TEST(Glob, MatchesTheWholeName) {
  const GlobCase cases[] = {
      {"", "", true},
      {"", "a", false},
      {"*", "", true},
      {"*", "anything", true},
      {"?", "", false},
      {"?", "a", true},
      {"?", "ab", false},
      {"a", "a", true},
      {"a", "A", false},
      {"a", "ab", false},
      {"admin_*", "admin_", true},
      {"admin_*", "admin_delete", true},
      {"admin_*", "xadmin_delete", false},
      {"*_search", "deep_search", true},
      {"*_search", "deep_searches", false},
      {"a*b*c", "abc", true},
      {"a*b*c", "a-b-b-c", true},
      {"a*b*c", "acb", false},
      {"**", "x", true},
      {"a?c", "abc", true},
      {"a?c", "ac", false},
      {"*?", "a", true},
      {"*?", "", false},
      {"[a]", "a", false},
      {"[a]", "[a]", true},
      {"*", std::string("a\0b", 3), true},
  };
  for (const GlobCase& one : cases) {
    EXPECT_EQ(GlobMatches(one.pattern, one.name), one.matches) << one.pattern << " " << one.name;
  }
}

TEST(Glob, OverlapsWhereANameMatchesBoth) {
  const struct {
    std::string a;
    std::string b;
    bool overlap;
  } cases[] = {
      {"", "", true},           {"*", "", true},      {"*", "*", true},
      {"?", "", false},         {"a", "a", true},     {"a", "b", false},
      {"a*", "*b", true},       {"a*", "b*", false},  {"search_*", "*_admin", true},
      {"search_*", "s", false}, {"a?c", "*bc", true}, {"a?c", "ab", false},
      {"*a*", "bb", false},     {"*a*", "b?", true},  {"??", "*x*", true},
      {"a*c", "ab*", true},     {"a*c", "ab", false}, {"**", "?", true},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(GlobsOverlap(one.a, one.b), one.overlap) << one.a << " " << one.b;
    EXPECT_EQ(GlobsOverlap(one.b, one.a), one.overlap) << one.b << " " << one.a;
  }
}

TEST(Glob, ManyStarsCostLittle) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "a*";
  EXPECT_FALSE(GlobMatches(pattern + "b", std::string(20'000, 'a')));
}

TEST(Glob, IsToldByItsCharacters) {
  EXPECT_TRUE(IsGlob("a*"));
  EXPECT_TRUE(IsGlob("a?b"));
  EXPECT_FALSE(IsGlob("search"));
  EXPECT_FALSE(IsGlob("[a]"));
}

std::string Found(const std::vector<std::string>& names, std::string_view tool) {
  std::vector<ToolRule> rules;
  for (const std::string& name : names) {
    rules.emplace_back();
    rules.back().tool = name;
  }
  const ToolRule* rule = FindToolRule(rules, tool);
  return rule == nullptr ? "none" : rule->tool;
}

TEST(ToolRule, TheExactNameWinsThenTheLongestGlob) {
  EXPECT_EQ(Found({"*", "se*", "search", "searc*"}, "search"), "search");
  EXPECT_EQ(Found({"*", "se*", "searc*"}, "search"), "searc*");
  EXPECT_EQ(Found({"*", "se*"}, "other"), "*");
  EXPECT_EQ(Found({"se*"}, "other"), "none");
  EXPECT_EQ(Found({"search"}, "Search"), "none");
  EXPECT_EQ(Found({}, "search"), "none");
  EXPECT_EQ(Found({"a????", "a*"}, "abcde"), "a????");
  EXPECT_EQ(Found({"s*h", "*ch"}, "search"), "s*h");  // equally long: the one that is written first
}

TEST(ToolRule, IsFoundWhereverAHintPoints) {
  std::vector<ToolRule> rules(3);
  rules[0].tool = "s*";
  rules[1].tool = "search";
  rules[2].tool = "deep";
  for (const size_t hint : {0, 1, 2, 3, 1000}) {
    EXPECT_EQ(FindToolRule(rules, "search", hint), &rules[1]) << hint;
    EXPECT_EQ(FindToolRule(rules, "so", hint), &rules[0]) << hint;
    EXPECT_EQ(FindToolRule(rules, "other", hint), nullptr) << hint;
  }
}

}  // namespace
}  // namespace tollpass
