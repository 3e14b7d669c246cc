#ifndef TOLLPASS_HOME_NARROW_MANDATE_H_
#define TOLLPASS_HOME_NARROW_MANDATE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/limit.h"
#include "core/mandate_terms.h"
#include "core/time_zone.h"
#include "home/money_text.h"

namespace tollpass {

/// A flag of `allow`, or a field of Permission, that sets a limit.
struct NarrowerLimit {
  std::string flag;  // how errors call it: "--per-day", "per_day"
  WindowKind window = WindowKind::kDay;
  MoneyFlag money;
  TimeZone zone = {};  // whose day it is, where no limit tells
};

/// Lets `terms`, what the policy (or the mandate above it) allows, pay only `tools` (names or
/// globs; all if empty), which errors call `flag`. Every rule stays, those that pay nothing too.
/// FailedPrecondition: the policy lets no tool of one of them be paid.
absl::Status KeepTools(MandateTerms& terms, std::string_view flag,
                       const std::vector<std::string>& tools);

/// Lowers `terms` to `limit`, the rules of single tools included. FailedPrecondition: it is wider
/// than the policy (or the mandate above), which is the ceiling; InvalidArgument: a unit that
/// `terms` does not count.
absl::Status Narrow(MandateTerms& terms, const NarrowerLimit& limit);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_NARROW_MANDATE_H_
