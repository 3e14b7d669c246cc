#include "core/nearest_word.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace tollpass {
namespace {

TEST(NearestWord, IsTheOneThatWasMeant) {
  const std::vector<std::string> words = {"status", "show", "pause"};
  EXPECT_EQ(NearestWord("statu", words), "status");
  EXPECT_EQ(NearestWord("shwo", words), "show");
  EXPECT_EQ(NearestWord("pause", words), "pause");
  EXPECT_EQ(NearestWord("bogus", words), std::nullopt);
  EXPECT_EQ(NearestWord(std::string(100'000, 's'), words), std::nullopt);
  EXPECT_EQ(NearestWord("x", {}), std::nullopt);
}

}  // namespace
}  // namespace tollpass
