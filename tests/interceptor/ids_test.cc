#include "interceptor/mcp/ids.h"

#include <gtest/gtest.h>

#include <string>

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
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000001");
  ids.Seen(Value("1000000005"));
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000006");
  ids.Seen(Value("\"tk3v9-1000000007\""));
  EXPECT_EQ(ids.Mint(json::Type::kString), "\"tk3v9-1000000008\"");
  ids.Seen(Value("3"));
  EXPECT_EQ(ids.Mint(json::Type::kNumber), "1000000009");
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
