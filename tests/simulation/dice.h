#ifndef TOLLPASS_TESTS_SIMULATION_DICE_H_
#define TOLLPASS_TESTS_SIMULATION_DICE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/random.h"

namespace tollpass::simulation {

/// All chance of a simulation: the same numbers for the same seed on every machine (SplitMix64).
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t mixed = state_ += 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }
  /// 0 … `size` - 1.
  uint64_t Below(uint64_t size) { return Next() % size; }
  /// `low` … `high`.
  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Below(static_cast<uint64_t>(high - low + 1)));
  }
  /// True once in `times`.
  bool OneIn(uint64_t times) { return Below(times) == 0; }
  template <typename T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[Below(choices.size())];
  }

 private:
  uint64_t state_;
};

/// What product code draws: a stream of its own, so that it moves no other choice.
class SimRandom final : public Random {
 public:
  explicit SimRandom(uint64_t seed) : dice_(seed) {}
  void Fill(std::span<uint8_t> bytes) override {
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(dice_.Next());
  }

 private:
  Dice dice_;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_DICE_H_
