#include "mandates/narrower_limits.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "core/encoding.h"

namespace tollpass {
namespace {

constexpr std::string_view kCalls = "calls";

using Limits = std::vector<LimitSpec>;
using Texts = std::vector<std::string>;

bool Holds(const Texts& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// The most that one payment in the asset may be; std::nullopt: nothing is said about it.
std::optional<Amount> MostPerCall(const Limits& limits, std::string_view asset_key) {
  std::optional<Amount> most;
  for (const LimitSpec& limit : limits) {
    if (limit.window == WindowKind::kCall && Holds(limit.assets, asset_key)) {
      most = std::min(most.value_or(limit.maximum), limit.maximum);
    }
  }
  return most;
}

std::string AmountText(const std::optional<Amount>& amount, const Asset& asset,
                       std::string_view otherwise) {
  if (!amount) return std::string(otherwise);
  return absl::StrFormat("%s %s", FormatDecimal(*amount, kSumDecimals), Printable(asset.symbol));
}

std::string LimitName(const LimitSpec& limit) {
  const std::string length = limit.seconds == 0 ? "" : " " + FormatDuration(limit.seconds);
  return absl::StrFormat("%s%s in %s", WindowName(limit.window), length, Printable(limit.unit));
}

std::string MaximumText(const LimitSpec& limit) {
  return limit.unit == kCalls ? limit.maximum.ToAtomic()
                              : FormatDecimal(limit.maximum, kSumDecimals);
}

bool IsSameSum(const LimitSpec& a, const LimitSpec& b) {
  return a.window == b.window && a.seconds == b.seconds && a.unit == b.unit && a.zone == b.zone;
}

/// Why `limit` does not keep to `above`, which is of the same kind; empty if it does.
std::string WiderSum(const LimitSpec& limit, const LimitSpec& above,
                     const std::vector<Asset>& assets) {
  if (limit.maximum > above.maximum) {
    return absl::StrFormat("%s is %s, where it says %s", LimitName(limit), MaximumText(limit),
                           MaximumText(above));
  }
  for (const Asset& asset : assets) {
    const std::string key = AssetKey(asset.network, asset.id);
    if (Holds(above.assets, key) && !Holds(limit.assets, key)) {
      return absl::StrFormat("%s does not count %s on %s any more", LimitName(limit),
                             Printable(asset.symbol), Printable(asset.network));
    }
  }
  return "";
}

}  // namespace

Texts WiderPerCall(std::string_view field, const LowerLimits& lower, const Limits& upper) {
  Texts wider;
  for (const Asset& asset : lower.assets) {
    const std::string key = AssetKey(asset.network, asset.id);
    const std::optional<Amount> own = MostPerCall(lower.limits, key);
    const std::optional<Amount> most = MostPerCall(upper, key);
    // An asset that has no limit for a call is not paid in at all.
    if (own && (!most || *own > *most)) {
      wider.push_back(absl::StrFormat("%s: %s a call, where it says %s", field,
                                      AmountText(own, asset, ""),
                                      AmountText(most, asset, "nothing about this asset")));
    }
  }
  return wider;
}

Texts WiderSums(std::string_view field, const LowerLimits& lower, const Limits& upper) {
  Texts wider;
  for (const LimitSpec& above : upper) {
    if (above.window == WindowKind::kCall) continue;
    std::string fault =
        absl::StrFormat("%s is missing, where it says %s", LimitName(above), MaximumText(above));
    for (const LimitSpec& limit : lower.limits) {
      if (!IsSameSum(limit, above)) continue;
      fault = WiderSum(limit, above, lower.assets);
      if (fault.empty()) break;  // All of them hold, so one that is no wider is enough.
    }
    if (!fault.empty()) wider.push_back(absl::StrFormat("%s: %s", field, fault));
  }
  return wider;
}

Texts WiderAsking(std::string_view field, const LowerLimits& lower, const Limits& upper) {
  Texts wider;
  if (upper.empty()) return wider;
  for (const Asset& asset : lower.assets) {
    const std::string key = AssetKey(asset.network, asset.id);
    const Amount asked = MostPerCall(upper, key).value_or(Amount());
    const std::optional<Amount> own =
        lower.limits.empty() ? std::nullopt
                             : std::optional(MostPerCall(lower.limits, key).value_or(Amount()));
    if (!own || *own > asked) {
      wider.push_back(absl::StrFormat("%s: it asks above %s, not above %s", field,
                                      AmountText(asked, asset, ""),
                                      AmountText(own, asset, "any amount")));
    }
  }
  return wider;
}

}  // namespace tollpass
