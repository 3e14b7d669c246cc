#include "interceptor/mcp/ids.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tollpass {
namespace {

json::Value Value(std::string_view text) { return *json::Parse(text, 1); }

TEST(IdKey, TellsIdsApartByJsonTypeAndValue) {
  const char* ids[] = {"1", "\"1\"", "1.0", "1e0", "-1", "\"v1\"", "\"\"", "\"s1\"", "10"};
  for (const char* a : ids) {
    for (const char* b : ids) {
      EXPECT_EQ(IdKey(Value(a)) == IdKey(Value(b)), a == b) << a << " and " << b;
    }
  }
  EXPECT_EQ(IdKey(Value(R"("\u0061\/b")")), IdKey(Value(R"("a/b")")));
}

TEST(IdMint, MintsInTheHostsType) {
  IdMint ids("k3v9");
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000000");
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000001");
  EXPECT_EQ(ids.Mint(json::Type::kString), "\"tk3v9-1000000002\"");
}

TEST(IdMint, NeverMintsAStringThatIsOnlyDigits) {
  for (const char* prefix : {"", "123", "4e5"}) {
    const std::string id = IdMint(prefix).Mint(json::Type::kString);
    EXPECT_NE(id.find_first_not_of("\"0123456789-"), std::string::npos) << id;
  }
}

TEST(IdMint, SkipsWhatTheHostUses) {
  IdMint ids("k3v9");
  ids.Seen(Value("1000000000"));
  ids.Seen(Value("1e9"));
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000001");
  ids.Seen(Value("1000000003"));
  ids.Seen(Value("1000000002.0"));
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000004");
  ids.Seen(Value("\"tk3v9-1000000005\""));
  EXPECT_EQ(ids.Mint(json::Type::kString), "\"tk3v9-1000000006\"");
  ids.Seen(Value("3"));
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000007");
}

TEST(IdMint, LeavesAHostThatCountsAfterItFarBehind) {
  IdMint ids("k3v9");
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000000");
  ids.Seen(Value("1000000000"));
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1001000001");
}

// Of both ends of what JSON readers hold exactly, and of hosts that leave gaps everywhere.
TEST(IdMint, NeverMintsTwiceNorWhatTheHostHasUsedNorAboveWhatEveryReaderHolds) {
  constexpr int64_t kLast = (int64_t{1} << 53) - 1;
  std::mt19937_64 random(7);
  const std::function<int64_t(int)> hosts[] = {
      [](int i) { return kLast - i; },
      [](int i) { return kLast + 5 - i; },
      [](int i) { return 1'000'000'000 + i; },
      [](int i) { return 1'000'000'000 + 2 * int64_t{i}; },
      [](int i) { return 1'000'009'000 - i; },
      [](int i) { return kLast - 5'000 + i; },
      [&](int) { return static_cast<int64_t>(random() >> 11); },
      [&](int) { return static_cast<int64_t>(1'000'000'000 + random() % 10'000); },
  };
  for (const auto& host : hosts) {
    IdMint ids("k3v9");
    std::set<int64_t> used;
    for (int i = 0; i < 5'000; ++i) {
      const int64_t id = host(i);
      ids.Seen(Value(std::to_string(id)));
      used.insert(id);
      if (i % 3 != 0) continue;
      const std::string minted = ids.Mint(json::Type::kNumber);
      ASSERT_TRUE(used.insert(std::stoll(minted)).second) << minted;
      ASSERT_LE(std::stoll(minted), kLast);
      ASSERT_GE(std::stoll(minted), 1'000'000'000);
      ASSERT_TRUE(ids.IsMinted(Value(minted)));
    }
  }
}

TEST(SimilarIdKeys, AreThoseOfTheSameDigitsInAnyJsonType) {
  EXPECT_EQ(SimilarIdKeys(Value("7")), (std::vector<std::string>{"v7", "s7"}));
  EXPECT_EQ(SimilarIdKeys(Value("\"7\"")), (std::vector<std::string>{"s7", "v7"}));
  EXPECT_EQ(SimilarIdKeys(Value("7.0")), (std::vector<std::string>{"v7.0", "v7", "s7"}));
  EXPECT_EQ(SimilarIdKeys(Value("-7")), (std::vector<std::string>{"v-7", "s-7"}));
  for (const char* alone : {"\"a\"", "\"\"", "1.5", "true", "99999999999999999999"}) {
    EXPECT_EQ(SimilarIdKeys(Value(alone)), std::vector<std::string>{IdKey(Value(alone))}) << alone;
  }
}

TEST(IdMint, RecognisesItsOwnInAnyJsonType) {
  IdMint ids("k3v9");
  EXPECT_FALSE(ids.IsMinted(Value("1000000000")));
  ids.Mint(json::Type::kNumber);
  ids.Mint(json::Type::kString);
  for (const char* own :
       {"1000000000", "1000000000.0", "\"1000000000\"", "\"tk3v9-1000000001\"", "1000000001"}) {
    EXPECT_TRUE(ids.IsMinted(Value(own))) << own;
  }
  for (const char* other : {"1", "1000000002", "\"a\"", "\"tk3v9-\"", "-1", "\"tk3v9-7\"", "1e400",
                            "99999999999999999999"}) {
    EXPECT_FALSE(ids.IsMinted(Value(other))) << other;
  }
}

}  // namespace
}  // namespace tollpass
