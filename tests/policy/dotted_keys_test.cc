#include "policy/dotted_keys.h"

#include <gtest/gtest.h>

#include <string>

namespace tollpass {
namespace {

const std::string kMost(kMaxDotsInLine, '.');
const std::string kTooMany(kMaxDotsInLine + 1, '.');

TEST(DottedKeys, DotsAreCountedLineByLine) {
  EXPECT_EQ(FindTooManyDots(kMost + "\n" + kMost + "\n"), std::nullopt);
  EXPECT_EQ(FindTooManyDots("a = 1\n" + kTooMany), (Position{2, 33}));
  EXPECT_EQ(FindTooManyDots("\"\"\"\n\n\"\"\" " + kTooMany), (Position{3, 37}));
}

TEST(DottedKeys, DotsInStringsAndCommentsAreNone) {
  for (const std::string& text :
       {"a = \"" + kTooMany + "\"", "a = '" + kTooMany + "'", "a = \"\\\"" + kTooMany + "\"",
        "a = \"\"\"\n" + kTooMany + "\"\"\"\"\"", "a = '''\n'" + kTooMany + "'''",
        "a = 1 # " + kTooMany, "a = \"\" # \"" + kTooMany, "a = \"" + kTooMany}) {
    EXPECT_EQ(FindTooManyDots(text), std::nullopt) << text;
  }
}

TEST(DottedKeys, AStringEndsWhereTomlSaysSo) {
  for (const std::string& text :
       {"a = \"\" " + kTooMany, "a = '\\' " + kTooMany, "a = \"\\\\\" " + kTooMany,
        "\"a\" " + kTooMany, "a = \"\"\"x\"\"\" " + kTooMany, "a = \"open\n" + kTooMany,
        "a = ''''x''''' " + kTooMany, "# it's\n" + kTooMany}) {
    EXPECT_NE(FindTooManyDots(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tollpass
