#ifndef TOLLPASS_MANDATES_TRANSITIONS_H_
#define TOLLPASS_MANDATES_TRANSITIONS_H_

#include "mandates/states.h"

namespace tollpass {

/// The state of money in `state` after a report that it is `told`. What a server says only ever
/// goes up: held, unknown, refused, settled; nothing of it releases.
MoneyState MoneyAfter(MoneyState state, MoneyState told);

/// The state of a call in `state` after a report that it is `told`: a live call ends once.
CallState CallAfter(CallState state, CallState told);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_TRANSITIONS_H_
