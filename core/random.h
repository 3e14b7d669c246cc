#ifndef TOLLPASS_CORE_RANDOM_H_
#define TOLLPASS_CORE_RANDOM_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tollpass {

/// Randomness as an argument. Thread-safe.
class Random {
 public:
  virtual ~Random() = default;
  virtual void Fill(std::span<uint8_t> bytes) = 0;
};

/// The operating system's generator, through libsodium.
class SystemRandom final : public Random {
 public:
  void Fill(std::span<uint8_t> bytes) override;
};

/// `prefix` and `digits` hex digits: ids of charges, approvals, mandates.
std::string RandomId(Random& random, std::string_view prefix, int digits);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_RANDOM_H_
