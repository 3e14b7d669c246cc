#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/json/json.h"
#include "tests/core/json_mutator.h"

/// Texts changed at random (one seed, so that a failure can be repeated), read by this reader and
/// by one that shares no code with it.
namespace tollpass::json {
namespace {

constexpr size_t kMutationsPerSeed = 4'000;
constexpr int kDepth = 1'000;

std::vector<std::string> Seeds() {
  return {
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":{"q":"oslo","n":3}}})",
      R"({"x402Version":2,"accepts":[{"scheme":"exact","network":"eip155:84532","amount":"10000"}]})",
      R"([0,-0,1.5,-2e10,3E-7,1.25e+3,123456789012345678901234567890,true,false,null,"",[],{}])",
      R"({"\u0061\n\t\"\\\/":"\uD83D\uDE00 \u20AC","deep":[[[[{"a":[{}]}]]]]})",
      "{\"text\":\"na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80 and more of it\", \"z\" : [ 1 , 2 ] "
      "}",
  };
}

TEST(JsonAgreesWithAnotherReader, OnWhichTextsAreJson) {
  Mutator mutator(20261130);
  size_t accepted = 0;
  size_t refused = 0;
  for (const std::string& seed : Seeds()) {
    ASSERT_TRUE(Parse(seed, kDepth).ok()) << seed;
    for (size_t i = 0; i < kMutationsPerSeed; ++i) {
      const std::string text = mutator.Change(seed);
      const bool ours = Parse(text, kDepth).ok();
      const bool theirs = nlohmann::json::accept(text);
      ++(ours ? accepted : refused);
      if (ours && !theirs && KnownDifference(text)) continue;
      ASSERT_EQ(ours, theirs) << text;
    }
  }
  EXPECT_GT(accepted, 1'000U);
  EXPECT_GT(refused, 1'000U);
}

// Long enough for the steps of sixty-four bytes, and of shapes that they take.
TEST(JsonAgreesWithAnotherReader, OnWhichLongTextsAreJson) {
  constexpr size_t kDocuments = 600;
  constexpr size_t kChangesOfEach = 20;
  Mutator mutator(20261203);
  size_t accepted = 0;
  size_t refused = 0;
  for (size_t document = 0; document < kDocuments; ++document) {
    const std::string text = mutator.Document(100 + mutator.Below(600));
    ASSERT_TRUE(nlohmann::json::accept(text)) << text;
    ASSERT_TRUE(Parse(text, kDepth).ok()) << text;
    for (size_t i = 0; i < kChangesOfEach; ++i) {
      const std::string changed = mutator.Change(text);
      const bool ours = Parse(changed, kDepth).ok();
      const bool theirs = nlohmann::json::accept(changed);
      ++(ours ? accepted : refused);
      if (ours && !theirs && KnownDifference(changed)) continue;
      ASSERT_EQ(ours, theirs) << changed;
    }
  }
  EXPECT_GT(accepted, 1'000U);
  EXPECT_GT(refused, 1'000U);
}

TEST(JsonAgreesWithAnotherReader, WhateverByteStandsAnywhereInALongText) {
  const std::string text =
      R"({"rows":[{"at":1711111100,"low":0.25,"high":-20.5,"ok":true,"tags":["a","b",[],{}]},)"
      R"({"at":1711111101,"low":10.5,"ok":false,"none":null,"deep":{"x":[[1,2],[3]]}}],"n":0},7)";
  // No exponent, no escape: nothing on which the two differ.
  constexpr std::string_view kBytes = "{}[],:\"\\/-+.0159tfnalsrx \t\n\x01\x1F\x7F\x80\xC3\xFF";
  for (const std::string& whole : {"[" + text + "]", "[" + text + "," + text + "]"}) {
    ASSERT_TRUE(Parse(whole, kDepth).ok());
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const char byte : kBytes) {
        std::string changed = whole;
        changed[at] = byte;
        ASSERT_EQ(Parse(changed, kDepth).ok(), nlohmann::json::accept(changed)) << changed;
        changed = whole;
        changed.insert(at, 1, byte);
        ASSERT_EQ(Parse(changed, kDepth).ok(), nlohmann::json::accept(changed)) << changed;
      }
    }
  }
}

TEST(JsonAgreesWithAnotherReader, OnWhatTextsSay) {
  Mutator mutator(20261201);
  size_t compared = 0;
  for (const std::string& seed : Seeds()) {
    for (size_t i = 0; i < kMutationsPerSeed; ++i) {
      const std::string text = mutator.Change(seed);
      const absl::StatusOr<std::string> canonical = Canonical(text, kDepth);
      if (!canonical.ok()) continue;
      ASSERT_EQ(nlohmann::json::parse(*canonical), nlohmann::json::parse(text)) << text;
      ++compared;
    }
  }
  EXPECT_GT(compared, 500U);
}

TEST(JsonAgreesWithItself, WhateverTheInput) {
  Mutator mutator(20261202);
  for (const std::string& seed : Seeds()) {
    for (size_t i = 0; i < kMutationsPerSeed; ++i) {
      const std::string text = mutator.Change(seed);
      const bool valid = Parse(text, kDepth).ok();
      ASSERT_TRUE(valid || !ParseUnique(text, kDepth).ok()) << text;
      const absl::StatusOr<std::string> removed = Splice(text, {{{"params", "name"}, {}}});
      ASSERT_EQ(removed.ok(), valid) << text;
      if (!valid) continue;
      ASSERT_TRUE(Parse(*removed, kDepth).ok()) << text;
      ASSERT_EQ(FindPath(*Parse(*removed, kDepth), {"params", "name"}), std::nullopt) << text;
    }
  }
}

}  // namespace
}  // namespace tollpass::json
