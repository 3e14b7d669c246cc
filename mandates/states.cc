#include "mandates/states.h"

#include <array>

namespace tollpass {
namespace {

constexpr std::array<std::string_view, 6> kMoneyNames = {"held",    "settled",        "refused",
                                                         "unknown", "presumed_spent", "released"};
constexpr std::array<std::string_view, 3> kCallNames = {"live", "answered", "open"};

template <typename State, size_t kSize>
std::optional<State> FromName(const std::array<std::string_view, kSize>& names,
                              std::string_view name) {
  for (size_t i = 0; i < kSize; ++i) {
    if (names[i] == name) {
      return static_cast<State>(i);
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view MoneyName(MoneyState state) { return kMoneyNames[static_cast<size_t>(state)]; }

std::optional<MoneyState> MoneyFromName(std::string_view name) {
  return FromName<MoneyState>(kMoneyNames, name);
}

std::string_view CallName(CallState state) { return kCallNames[static_cast<size_t>(state)]; }

std::optional<CallState> CallFromName(std::string_view name) {
  return FromName<CallState>(kCallNames, name);
}

MoneyState MoneyAt(MoneyState stored, int64_t dead_after, int64_t now) {
  const bool dead = dead_after != 0 && dead_after <= now;
  const bool unsettled = stored == MoneyState::kRefused || stored == MoneyState::kUnknown;
  return dead && unsettled ? MoneyState::kPresumedSpent : stored;
}

}  // namespace tollpass
