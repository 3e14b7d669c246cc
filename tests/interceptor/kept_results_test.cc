#include "interceptor/kept_results.h"

#include <gtest/gtest.h>

#include <string>

namespace tollpass {
namespace {

TEST(KeptResults, AreGivenOnce) {
  KeptResults kept;
  kept.Put("c1", "one", 0);
  kept.Put("c2", "two", 0);
  EXPECT_EQ(kept.Take("c1", 1), "one");
  EXPECT_EQ(kept.Take("c1", 1), std::nullopt);
  EXPECT_EQ(kept.Take("c2", 1), "two");
}

TEST(KeptResults, AreKeptForTenMinutes) {
  KeptResults kept;
  kept.Put("c1", "one", 0);
  kept.Put("c2", "two", 1);
  EXPECT_EQ(kept.Take("c1", KeptResults::kMaxAgeMs), std::nullopt);
  EXPECT_EQ(kept.Take("c2", KeptResults::kMaxAgeMs), "two");
}

TEST(KeptResults, AreAtMostThirtyTwoAndTheEldestGoesFirst) {
  KeptResults kept;
  for (int i = 0; i < 33; ++i) kept.Put("c" + std::to_string(i), "r", 0);
  EXPECT_EQ(kept.Take("c0", 0), std::nullopt);
  EXPECT_EQ(kept.Take("c1", 0), "r");
  EXPECT_EQ(kept.Take("c32", 0), "r");
}

TEST(KeptResults, AreAtMostSixteenMebibytesTogether) {
  KeptResults kept;
  kept.Put("small", "r", 0);
  kept.Put("half", std::string(KeptResults::kMaxBytes / 2, 'x'), 0);
  kept.Put("other half", std::string(KeptResults::kMaxBytes / 2, 'y'), 0);
  EXPECT_EQ(kept.Take("small", 0), std::nullopt);
  EXPECT_EQ(kept.Take("half", 0)->size(), KeptResults::kMaxBytes / 2);
  kept.Put("too large", std::string(KeptResults::kMaxBytes + 1, 'z'), 0);
  EXPECT_EQ(kept.Take("too large", 0), std::nullopt);
  EXPECT_EQ(kept.Take("other half", 0)->size(), KeptResults::kMaxBytes / 2);
}

}  // namespace
}  // namespace tollpass
