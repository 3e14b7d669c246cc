#include <gtest/gtest.h>

#include <string>

#include "core/byte_block.h"
#include "core/json/json.h"
#include "core/json/whole_items.h"
#include "tests/core/json_mutator.h"

namespace tollpass::json {
namespace {

constexpr size_t kDocuments = 400;

/// Where the first item of a whole array or object is.
ItemPlace FirstItem(const std::string& text) {
  return {.at = 1, .objects = text[0] == '{' ? 1U : 0U, .levels = 1};
}

ItemPlace Skipped(const std::string& text, ItemPlace place, Processor processor,
                  size_t most_levels = ItemPlace::kMostLevels) {
  SkipWholeItems(text, most_levels, place, processor);
  return place;
}

class WholeItems : public testing::TestWithParam<Processor> {
 protected:
  void SetUp() override {
    if (GetParam() == Processor::kAvx2 && ThisProcessor() == Processor::kAny) {
      GTEST_SKIP() << "this processor has no AVX2";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(On, WholeItems, testing::Values(Processor::kAny, Processor::kAvx2),
                         [](const auto& tested) {
                           return tested.param == Processor::kAny ? "AnyProcessor" : "Avx2";
                         });

// The rest, behind as many containers as are open, is right exactly if the whole text is.
TEST_P(WholeItems, WhatIsTakenWasRight) {
  Mutator mutator(20261204);
  size_t taken = 0;
  for (size_t document = 0; document < kDocuments; ++document) {
    std::string text = mutator.Document(200 + mutator.Below(600));
    if (document % 4 != 0) text = mutator.Change(text);
    if (text.empty() || (text[0] != '{' && text[0] != '[')) continue;
    const ItemPlace place = Skipped(text, FirstItem(text), GetParam());
    taken += place.at;
    std::string rest;
    for (size_t level = place.levels; level-- > 0;) {
      rest += (place.objects >> level & 1) != 0 ? '{' : '[';
      if (level > 0) rest += (place.objects >> level & 1) != 0 ? "\"k\":" : "";
    }
    if (!place.may_close) rest += (place.objects & 1) != 0 ? "\"k\":0," : "0,";
    if (place.levels == 0) rest = "0";
    rest += text.substr(place.at);
    const bool right = nlohmann::json::accept(rest);
    if (right && KnownDifference(text)) continue;
    ASSERT_EQ(nlohmann::json::accept(text), right) << text << "\nfrom " << place.at;
  }
  EXPECT_GT(taken, kDocuments * 20);
}

TEST_P(WholeItems, AreTakenUpToTheEndOfTheirContainer) {
  std::string text = "[";
  for (int i = 0; i < 100; ++i) text += R"({"a":[1,2],"b":{"c":null},"d":"e"}, )";
  text += "0]";
  const size_t size = text.size();
  for (int i = 0; i < 100; ++i) text += ",{]},:";
  const ItemPlace place = Skipped(text, FirstItem(text), GetParam());
  EXPECT_EQ(place.levels, 0U);
  EXPECT_EQ(place.at, size);
}

TEST_P(WholeItems, StopBeforeAnItemThatHasToBeLookedAt) {
  const std::string before = R"(["plain",12,)";
  for (const char* item : {R"("an \"escape")", "\"\xC3\xA9\"", "\"\x01\"", "1e5", "nul", "\\"}) {
    const std::string text = before + item + "," + std::string(100, ' ') + "0]";
    EXPECT_EQ(Skipped(text, FirstItem(text), GetParam()).at, before.size()) << item;
  }
}

TEST_P(WholeItems, StayWithinTheLevelsThatAreGiven) {
  std::string text = "[";
  for (int i = 0; i < 100; ++i) text += "[[0]],";
  text += "0]";
  EXPECT_EQ(Skipped(text, FirstItem(text), GetParam(), 2).at, 1U);
  EXPECT_GT(Skipped(text, FirstItem(text), GetParam()).at, 500U);
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  EXPECT_LE(Skipped(deep, FirstItem(deep), GetParam()).levels, ItemPlace::kMostLevels);
}

// Also of texts and at places that no reader would ask for.
TEST(WholeItemsOfEachProcessor, AreTheSame) {
  if (ThisProcessor() == Processor::kAny) GTEST_SKIP() << "this processor has no AVX2";
  Mutator mutator(20261205);
  for (size_t document = 0; document < kDocuments; ++document) {
    const std::string text = mutator.Change(mutator.Document(150 + mutator.Below(200)));
    for (size_t at = 0; at < text.size(); ++at) {
      const ItemPlace place = {.at = at,
                               .objects = mutator.Below(16),
                               .levels = 4 + mutator.Below(3),
                               .may_close = mutator.Below(2) == 0};
      ASSERT_EQ(Skipped(text, place, Processor::kAny), Skipped(text, place, Processor::kAvx2))
          << text << "\nfrom " << at;
    }
  }
}

TEST(ByteBlock, GivesThePlacesOfItsHighestBitsOnAnyProcessor) {
  Mutator mutator(20261206);
  for (int i = 0; i < 1'000; ++i) {
    std::string bytes(16, '\0');
    for (char& byte : bytes) byte = static_cast<char>(mutator.Below(256));
    uint32_t expected = 0;
    for (size_t place = 0; place < bytes.size(); ++place) {
      if ((bytes[place] & 0x80) != 0) expected |= uint32_t{1} << place;
    }
    ASSERT_EQ(PlacesOf(LoadBlock(bytes.data())), expected);
    ASSERT_EQ(PortablePlacesOf(LoadBlock(bytes.data())), expected);
  }
}

}  // namespace
}  // namespace tollpass::json
