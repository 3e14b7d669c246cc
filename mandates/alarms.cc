#include "mandates/alarms.h"

#include <string>

#include "absl/strings/str_format.h"

namespace tollpass {

void AddAlarm(sql::ChargeState& state, std::string_view alarm) {
  const std::string known = absl::StrFormat(",%s,", state.alarm);
  if (alarm.empty() || known.find(absl::StrFormat(",%s,", alarm)) != std::string::npos) {
    return;
  }
  state.alarm += state.alarm.empty() ? "" : ",";
  state.alarm += alarm;
}

}  // namespace tollpass
