#ifndef TOLLPASS_POLICY_HOURS_H_
#define TOLLPASS_POLICY_HOURS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/time_zone.h"
#include "policy/document.h"
#include "policy/load_errors.h"

namespace tollpass {

/// When payments are made: from one time of day to another, as the clock on the wall shows them.
/// Where `to` is not after `from`, they go on over midnight.
struct Hours {
  int64_t from = 0;  // seconds after midnight, inclusive
  int64_t to = 0;    // exclusive; 86,400 is the end of the day
  TimeZone zone;

  /// `now`: unix seconds.
  [[nodiscard]] bool Include(int64_t now) const;
};

/// `hours` of a table: "08:00-20:00 Europe/Oslo"; without a zone it is in `zone`. std::nullopt
/// where it is absent, and also, after adding an error, where it has another form.
std::optional<Hours> ReadHours(const Node& table, const TimeZone& zone, LoadErrors& errors);

/// `zone` of a table, in the same way.
std::optional<TimeZone> ReadZone(const Node& table, LoadErrors& errors);

/// "08:00-20:00 Europe/Oslo".
std::string HoursText(const Hours& hours);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_HOURS_H_
