#ifndef TOLLPASS_TESTS_INTERCEPTOR_CANARIES_H_
#define TOLLPASS_TESTS_INTERCEPTOR_CANARIES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace tollpass {

/// Words and numbers that are made anew in each run, to see where they turn up.
class Canaries {
 public:
  std::string Word() {
    words_.push_back(absent_ + std::to_string(engine_()));
    return words_.back();
  }
  std::string Digits() {
    words_.push_back("7" + std::to_string(1'000'000'000 + engine_() % 1'000'000'000));
    return words_.back();
  }
  uint64_t Number() { return std::stoull(Digits()); }

  /// Puts a marker with a marker as its key into every object of `json`.
  void Sow(nlohmann::ordered_json& json) {
    for (nlohmann::ordered_json& inner : json) {
      if (inner.is_structured()) Sow(inner);
    }
    if (!json.is_object()) return;
    json[Word()] = Word();
    json[Word()] = Number();
    json[Word()] = nlohmann::ordered_json::array({Word(), Number(), {{Word(), Word()}}});
  }

  void ExpectNoneIn(const std::string& bytes) const {
    ASSERT_FALSE(words_.empty());
    EXPECT_EQ(bytes.find(absent_), std::string::npos) << bytes;
    for (const std::string& word : words_) {
      EXPECT_EQ(bytes.find(word), std::string::npos) << word << " in " << bytes;
    }
  }

 private:
  const std::string absent_ = "canary";
  std::mt19937_64 engine_{std::random_device{}()};
  std::vector<std::string> words_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_CANARIES_H_
