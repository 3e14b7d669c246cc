#ifndef TOLLPASS_HOME_HOME_STATE_TEXT_H_
#define TOLLPASS_HOME_HOME_STATE_TEXT_H_

#include <cstdint>
#include <string>

#include "home/home_state.h"

namespace tollpass {

/// The state for people, several lines without line end.
std::string HomeStateText(const Home& home, const HomeState& state);

/// `now` in unix seconds, for the state words of mandates.
std::string HomeStateJson(const Home& home, const HomeState& state, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_HOME_STATE_TEXT_H_
