#include "home/limit_bounds.h"

#include <algorithm>
#include <utility>

#include "core/asset.h"

namespace tollpass {
namespace {

using Limits = std::vector<LimitSpec>;
using Keys = std::vector<std::string>;

bool Holds(const Keys& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void Join(const Keys& more, Keys& keys) {
  for (const std::string& key : more) {
    if (!Holds(keys, key)) keys.push_back(key);
  }
}

bool IsCallLimit(const LimitSpec& limit) { return limit.window == WindowKind::kCall; }

Keys PayableKeys(const MandateTerms& terms) {
  Keys keys;
  for (const Asset& asset : terms.assets) keys.push_back(AssetKey(asset.network, asset.id));
  return keys;
}

bool CountsAll(const LimitSpec& limit, const Keys& keys) {
  return std::all_of(keys.begin(), keys.end(),
                     [&](const std::string& key) { return Holds(limit.assets, key); });
}

/// True if `limit` counts all that `inner` counts and that is payable.
bool Encloses(const LimitSpec& limit, const LimitSpec& inner, const Keys& payable) {
  return std::all_of(payable.begin(), payable.end(), [&](const std::string& key) {
    return Holds(limit.assets, key) || !Holds(inner.assets, key);
  });
}

/// The lowest limit of the window that counts the asset.
std::optional<Amount> TightestOf(const Limits& limits, WindowKind window, const std::string& key) {
  std::optional<Amount> tightest;
  for (const LimitSpec& limit : limits) {
    if (limit.window == window && Holds(limit.assets, key)) {
      tightest = std::min(tightest.value_or(limit.maximum), limit.maximum);
    }
  }
  return tightest;
}

/// What a call may cost in the dearest of the assets; one without a limit for a call is not paid.
std::optional<Amount> MostOfACall(const Limits& limits, const LimitSpec& limit) {
  std::optional<Amount> most;
  for (const std::string& key : limit.assets) {
    const auto tightest = TightestOf(limits, WindowKind::kCall, key);
    if (tightest) most = std::max(most.value_or(Amount()), *tightest);
  }
  return most;
}

/// What the assets may come to together: by one limit over all of them, or by one for each.
std::optional<Amount> MostTogether(const Limits& limits, const LimitSpec& limit) {
  std::optional<Amount> most = Amount();
  for (const std::string& key : limit.assets) {
    const auto tightest = TightestOf(limits, limit.window, key);
    most = most && tightest ? most->Plus(*tightest) : std::nullopt;
  }
  for (const LimitSpec& existing : limits) {
    if (existing.window == limit.window && CountsAll(existing, limit.assets)) {
      most = std::min(most.value_or(existing.maximum), existing.maximum);
    }
  }
  return most;
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
    if (in_use) rules.push_back(&rule);
  }
  return rules;
}

/// Lowers what counts assets of `limit` and none else: nothing else gets less.
void Lower(Limits& limits, const LimitSpec& limit, const Keys& payable) {
  for (LimitSpec& existing : limits) {
    const bool shares =
        std::any_of(limit.assets.begin(), limit.assets.end(),
                    [&](const std::string& key) { return Holds(existing.assets, key); });
    if (existing.window == limit.window && shares && Encloses(limit, existing, payable)) {
      existing.maximum = std::min(existing.maximum, limit.maximum);
    }
  }
}

/// Lowers, and adds what no single limit of the list says.
void BoundList(Limits& limits, const LimitSpec& limit, const Keys& payable) {
  Lower(limits, limit, payable);
  LimitSpec* same = nullptr;
  for (LimitSpec& existing : limits) {
    if (existing.window != limit.window) continue;
    if (existing.maximum <= limit.maximum && CountsAll(existing, limit.assets)) return;
    if (existing.unit == limit.unit) same = &existing;
  }
  if (same == nullptr) {
    limits.push_back(limit);
    return;
  }
  Join(limit.assets, same->assets);
  same->maximum = std::min(same->maximum, limit.maximum);
}

/// A call is in one asset, so each has its own bound. One that the list gives no limit for a call
/// is not paid, and one more limit must not change that.
void BoundCalls(Limits& limits, LimitSpec limit, const Keys& payable) {
  Lower(limits, limit, payable);
  std::erase_if(limit.assets, [&](const std::string& key) {
    const auto tightest = TightestOf(limits, WindowKind::kCall, key);
    return !tightest || *tightest <= limit.maximum;
  });
  if (!limit.assets.empty()) BoundList(limits, limit, payable);
}

}  // namespace

std::vector<std::string> AssetsOf(const MandateTerms& terms, std::string_view unit) {
  Keys counted;
  const auto join = [&](const Limits& limits) {
    for (const LimitSpec& limit : limits) {
      if (limit.unit == unit) Join(limit.assets, counted);
    }
  };
  join(terms.limits);
  for (const ToolRule& rule : terms.tools) join(rule.limits);
  Keys keys;
  for (const Asset& asset : terms.assets) {
    std::string key = AssetKey(asset.network, asset.id);
    if (Holds(counted, key) || unit == asset.symbol || unit == asset.symbol + "@" + asset.network) {
      keys.push_back(std::move(key));
    }
  }
  return keys;
}

int DigitsOf(const MandateTerms& terms, const std::vector<std::string>& assets) {
  int digits = kSumDecimals;
  for (const Asset& asset : terms.assets) {
    if (Holds(assets, AssetKey(asset.network, asset.id))) digits = std::min(digits, asset.decimals);
  }
  return digits;
}

std::optional<Amount> CeilingOf(const MandateTerms& terms, const LimitSpec& limit) {
  if (!IsCallLimit(limit)) return MostTogether(terms.limits, limit);
  if (terms.tools.empty()) return MostOfACall(terms.limits, limit);
  std::optional<Amount> ceiling;
  for (const ToolRule* rule : RulesInUse(terms)) {
    if (!rule->pay) continue;
    // Those of a rule replace the outer ones and may be wider.
    const bool own = std::any_of(rule->limits.begin(), rule->limits.end(), IsCallLimit);
    const auto most = MostOfACall(own ? rule->limits : terms.limits, limit);
    if (most) ceiling = std::max(ceiling.value_or(Amount()), *most);
  }
  return ceiling;
}

void Bound(MandateTerms& terms, const LimitSpec& limit) {
  const Keys payable = PayableKeys(terms);
  const bool of_a_call = IsCallLimit(limit);
  of_a_call ? BoundCalls(terms.limits, limit, payable) : BoundList(terms.limits, limit, payable);
  for (ToolRule& rule : terms.tools) {
    // Its sums hold beside the outer ones, which bound it already.
    of_a_call ? BoundCalls(rule.limits, limit, payable) : Lower(rule.limits, limit, payable);
  }
}

}  // namespace tollpass
