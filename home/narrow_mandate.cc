#include "home/narrow_mandate.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "absl/strings/str_format.h"
#include "core/amount.h"
#include "core/encoding.h"
#include "home/limit_bounds.h"

namespace tollpass {
namespace {

/// What is the ceiling of `terms`.
std::string CeilingName(const MandateTerms& terms) {
  return terms.parent.empty() ? "the policy" : "mandate " + terms.parent;
}

/// The calendar in which its limits count; std::nullopt where none is of a calendar.
std::optional<TimeZone> ZoneOf(const MandateTerms& terms) {
  for (const LimitSpec& limit : terms.limits) {
    if (IsCalendar(limit.window)) {
      return limit.zone;
    }
  }
  return std::nullopt;
}

/// True if the rules let some tool that matches `only`, a name or glob, be paid. One rule holds for
/// all of them, unless a longer one holds for some.
bool IsPayable(const std::vector<ToolRule>& rules, const std::string& only) {
  const ToolRule* all = FindToolRule(rules, only);
  if (all != nullptr && all->pay) {
    return true;
  }
  return IsGlob(only) && std::any_of(rules.begin(), rules.end(), [&](const ToolRule& rule) {
           const bool wins =
               all == nullptr || !IsGlob(rule.tool) || rule.tool.size() > all->tool.size();
           return rule.pay && wins && GlobsOverlap(only, rule.tool);
         });
}

}  // namespace

absl::Status KeepTools(MandateTerms& terms, std::string_view flag,
                       const std::vector<std::string>& tools) {
  for (const std::string& tool : tools) {
    if (!IsPayable(terms.tools, tool)) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "%s %s: %s lets no such tool be paid, and it is the ceiling of %s mandate", flag,
          Printable(tool), CeilingName(terms), terms.parent.empty() ? "every" : "this"));
    }
  }
  if (!tools.empty()) {
    terms.only_tools = tools;
  }
  return absl::OkStatus();
}

absl::Status Narrow(MandateTerms& terms, const NarrowerLimit& narrower) {
  LimitSpec limit;
  limit.window = narrower.window;
  if (IsCalendar(limit.window)) {
    limit.zone = ZoneOf(terms).value_or(narrower.zone);
  }
  limit.unit = narrower.money.unit;
  limit.assets = AssetsOf(terms, limit.unit);
  limit.maximum = narrower.money.sum;
  if (limit.assets.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %s counts no %s for this server",
                                                      narrower.flag, CeilingName(terms),
                                                      Printable(limit.unit)));
  }
  // As in the policy file: what the asset cannot hold is a slip.
  if (const auto exact = ParseDecimal(narrower.money.number, DigitsOf(terms, limit.assets));
      !exact.ok()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s", narrower.flag, std::string(exact.status().message())));
  }
  if (const auto ceiling = CeilingOf(terms, limit);
      ceiling.has_value() && limit.maximum > *ceiling) {
    const std::string above = CeilingName(terms);
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s %s is wider than %s, which says %s: %s", narrower.flag,
        SumText(limit.maximum, limit.unit), above, SumText(*ceiling, limit.unit),
        terms.parent.empty() ? "the policy is the ceiling of every mandate. Edit the policy file "
                               "first if you want more"
                             : "a mandate only narrows the one above it"));
  }
  Bound(terms, limit);
  return absl::OkStatus();
}

}  // namespace tollpass
