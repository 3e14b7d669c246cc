#ifndef TOLLPASS_TESTS_KIT_CANARIES_H_
#define TOLLPASS_TESTS_KIT_CANARIES_H_

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

/// How every word of Canaries begins.
inline constexpr std::string_view kCanary = "canary";

/// Words and numbers that turn up nowhere by chance, to see where they turn up. Not thread-safe.
class Canaries {
 public:
  /// Others in each run.
  Canaries() : Canaries(std::random_device{}()) {}
  /// The same for the same seed, in the same order.
  explicit Canaries(uint64_t seed) : engine_(seed) {}

  std::string Word() {
    words_.push_back(std::string(kCanary) + std::to_string(engine_()));
    return words_.back();
  }
  /// Eleven decimal digits.
  std::string Digits() {
    words_.push_back("7" + std::to_string(1'000'000'000 + engine_() % 1'000'000'000));
    return words_.back();
  }
  uint64_t Number() { return std::stoull(Digits()); }

  /// Puts a marker with a marker as its key into every object of `json`, a tree of nlohmann's.
  template <typename Json>
  void Sow(Json& json) {
    for (Json& inner : json) {
      if (inner.is_structured()) Sow(inner);
    }
    if (!json.is_object()) return;
    json[Word()] = Word();
    json[Word()] = Number();
    json[Word()] = Json::array({Word(), Number(), {{Word(), Word()}}});
  }

  /// Everything that was made so far.
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

 private:
  std::mt19937_64 engine_;
  std::vector<std::string> words_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_KIT_CANARIES_H_
