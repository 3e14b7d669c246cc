#include "mandates/transitions.h"

namespace tollpass {

MoneyState MoneyAfter(MoneyState state, MoneyState told) {
  switch (state) {
    case MoneyState::kHeld:
      if (told == MoneyState::kUnknown) {
        return told;
      }
      [[fallthrough]];
    case MoneyState::kUnknown:
      if (told == MoneyState::kRefused) {
        return told;
      }
      [[fallthrough]];
    case MoneyState::kRefused:
      return told == MoneyState::kSettled ? told : state;
    default:
      return state;
  }
}

CallState CallAfter(CallState state, CallState told) {
  return state == CallState::kLive ? told : state;
}

}  // namespace tollpass
