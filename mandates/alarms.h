#ifndef TOLLPASS_MANDATES_ALARMS_H_
#define TOLLPASS_MANDATES_ALARMS_H_

#include <string_view>

#include "mandates/sql/charges.h"

namespace tollpass {

/// Adds a code to the alarms of a charge, once. An empty one changes nothing.
void AddAlarm(sql::ChargeState& state, std::string_view alarm);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_ALARMS_H_
