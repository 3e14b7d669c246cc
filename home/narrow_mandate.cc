#include "home/narrow_mandate.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/encoding.h"

namespace tollpass {
namespace {

/// What is the ceiling of `terms`.
std::string CeilingName(const MandateTerms& terms) {
  return terms.parent.empty() ? "the policy" : "mandate " + terms.parent;
}

/// The assets that `unit` stands for: as a limit of the policy counts it, else by symbol.
std::vector<std::string> AssetsOf(const MandateTerms& terms, std::string_view unit) {
  const auto counted = std::find_if(terms.limits.begin(), terms.limits.end(),
                                    [&](const LimitSpec& limit) { return limit.unit == unit; });
  if (counted != terms.limits.end()) {
    return counted->assets;
  }
  std::vector<std::string> assets;
  for (const Asset& asset : terms.assets) {
    if (unit == asset.symbol || unit == asset.symbol + "@" + asset.network) {
      assets.push_back(AssetKey(asset.network, asset.id));
    }
  }
  return assets;
}

bool ShareAsset(const LimitSpec& a, const LimitSpec& b) {
  return std::any_of(a.assets.begin(), a.assets.end(), [&](const std::string& asset) {
    return std::find(b.assets.begin(), b.assets.end(), asset) != b.assets.end();
  });
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

/// Lowers every limit of the same window that counts one of the same assets.
void Lower(std::vector<LimitSpec>& limits, const LimitSpec& limit) {
  for (LimitSpec& existing : limits) {
    if (existing.window == limit.window && ShareAsset(existing, limit)) {
      existing.maximum = std::min(existing.maximum, limit.maximum);
    }
  }
}

/// All limits of one list hold, so the lowest one bounds.
std::optional<Amount> Tightest(const std::vector<LimitSpec>& limits, const LimitSpec& limit) {
  std::optional<Amount> tightest;
  for (const LimitSpec& existing : limits) {
    if (existing.window == limit.window && ShareAsset(existing, limit)) {
      tightest = std::min(tightest.value_or(existing.maximum), existing.maximum);
    }
  }
  return tightest;
}

/// The rules that some tool among `only_tools` may come under.
std::vector<const ToolRule*> RulesInUse(const MandateTerms& terms) {
  std::vector<const ToolRule*> rules;
  for (const ToolRule& rule : terms.tools) {
    const bool in_use =
        std::any_of(terms.only_tools.begin(), terms.only_tools.end(), [&](const std::string& only) {
          return IsGlob(only) ? GlobsOverlap(only, rule.tool)
                              : FindToolRule(terms.tools, only) == &rule;
        });
    if (in_use) {
      rules.push_back(&rule);
    }
  }
  return rules;
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

/// The most that the policy lets through in this window; a tool's `per_call` replaces the outer
/// one and may be wider.
std::optional<Amount> CeilingOf(const MandateTerms& terms, const LimitSpec& limit) {
  const std::optional<Amount> outer = Tightest(terms.limits, limit);
  if (limit.window != WindowKind::kCall || terms.tools.empty()) {
    return outer;
  }
  std::optional<Amount> ceiling;
  for (const ToolRule* rule : RulesInUse(terms)) {
    if (!rule->pay) {
      continue;
    }
    const std::optional<Amount> own = Tightest(rule->limits, limit);
    const std::optional<Amount> effective = own.has_value() ? own : outer;
    if (!effective.has_value()) {
      return std::nullopt;
    }
    ceiling = std::max(ceiling.value_or(Amount()), *effective);
  }
  return ceiling;
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
  Lower(terms.limits, limit);
  for (ToolRule& rule : terms.tools) {
    Lower(rule.limits, limit);
  }
  if (!Tightest(terms.limits, limit).has_value()) {
    terms.limits.push_back(limit);
  }
  return absl::OkStatus();
}

}  // namespace tollpass
