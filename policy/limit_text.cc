#include "policy/limit_text.h"

#include "absl/strings/str_format.h"
#include "core/duration.h"

namespace tollpass {

std::string LimitKey(const LimitSpec& spec) {
  switch (spec.window) {
    case WindowKind::kRolling:
      return "rolling " + FormatDuration(spec.seconds);
    case WindowKind::kRate:
    case WindowKind::kUses:
    case WindowKind::kTotal:
      return std::string(WindowName(spec.window));
    default:
      return absl::StrFormat("per_%s", WindowName(spec.window));
  }
}

std::string MaximumText(const LimitSpec& spec) {
  if (spec.window == WindowKind::kRate) {
    return absl::StrFormat("%s payments in %s", spec.maximum.ToAtomic(),
                           FormatDuration(spec.seconds));
  }
  return absl::StrFormat("%s %s", FormatDecimal(spec.maximum, kSumDecimals), spec.unit);
}

}  // namespace tollpass
