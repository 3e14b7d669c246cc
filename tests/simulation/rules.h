#ifndef TOLLPASS_TESTS_SIMULATION_RULES_H_
#define TOLLPASS_TESTS_SIMULATION_RULES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simulation/dice.h"

namespace tollpass::simulation {

/// What the user's policy file says, as numbers: the simulation counts by itself. Money is in
/// atomic units of USDC. Every edit has the same limits with other maxima, because a limit that is
/// new counts only what comes after it.
struct Rules {
  uint64_t all_per_day = 0;
  uint64_t all_per_six_hours = 0;  // rolling
  uint64_t shop_per_hour = 0;
  uint64_t shop_total = 0;
  uint64_t press_per_minute = 0;  // calls
  std::string shop_program;       // an edit may name another, which is another server

  /// The policy file.
  [[nodiscard]] std::string Text() const;
};

inline constexpr uint64_t kPerCall = 20'000;

Rules FirstRules();
/// An edit of `rules`.
Rules EditedRules(const Rules& rules, Dice& dice);
/// Everything fits.
Rules WideRules();

/// A payment as limits see it.
struct Spent {
  std::string server;     // section and identity: the same section with another program is another
  int64_t signed_at = 0;  // unix seconds, as the ledger tells
  uint64_t amount = 0;    // 0: did not move
  bool counts_call = true;
};

/// The first limit of `rules` that the last of `spent` breaks together with those before it;
/// empty: none. Windows are those of docs/policy.md.
std::string BrokenLimit(const Rules& rules, const std::vector<Spent>& spent);

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_RULES_H_
