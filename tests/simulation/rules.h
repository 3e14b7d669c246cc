#ifndef TOLLPASS_TESTS_SIMULATION_RULES_H_
#define TOLLPASS_TESTS_SIMULATION_RULES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simulation/dice.h"

namespace tollpass::simulation {

/// The sections of the policy file.
inline constexpr const char* kShop = "shop";
inline constexpr const char* kPress = "press";

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
  std::string press_program = "/usr/bin/press";

  /// The policy file.
  [[nodiscard]] std::string Text() const;
  /// Whether a section is for the server with that identity.
  [[nodiscard]] bool Names(std::string_view server_id) const;
  /// What `section` names as its command.
  [[nodiscard]] const std::string& ProgramOf(std::string_view section) const {
    return section == kShop ? shop_program : press_program;
  }
};

inline constexpr uint64_t kPerCall = 20'000;

/// What the shop's section may name, first that of FirstRules: each another server.
const std::vector<std::string>& ShopPrograms();

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

/// How far back a window that slides reaches: docs/policy.md lets it count up to a 60th more.
enum class Reach { kWindow, kWindowAndStep };

/// The first limit of `rules` that the last of `spent` breaks together with those before it;
/// empty: none. Windows are those of docs/policy.md.
std::string BrokenLimit(const Rules& rules, const std::vector<Spent>& spent,
                        Reach reach = Reach::kWindow);

/// The identity of the server that is the program `path`.
std::string IdentityOf(const std::string& path);

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_RULES_H_
