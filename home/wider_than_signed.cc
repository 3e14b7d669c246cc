#include "home/wider_than_signed.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/duration.h"
#include "core/encoding.h"
#include "home/mandate_text.h"
#include "home/money_text.h"

namespace tollpass {
namespace {

constexpr std::string_view kEveryTool = "*";

template <typename Item>
const Item* FirstMissing(const std::vector<Item>& today, const std::vector<Item>& then) {
  const auto found = std::find_if(today.begin(), today.end(), [&](const Item& item) {
    return std::find(then.begin(), then.end(), item) == then.end();
  });
  return found == today.end() ? nullptr : &*found;
}

const LimitSpec* FindSame(const std::vector<LimitSpec>& limits, const LimitSpec& limit) {
  const auto found = std::find_if(limits.begin(), limits.end(), [&](const LimitSpec& other) {
    return other.window == limit.window && other.seconds == limit.seconds &&
           other.unit == limit.unit;
  });
  return found == limits.end() ? nullptr : &*found;
}

/// A limit that was signed and is higher now, or gone.
std::optional<std::string> WiderLimit(const std::vector<LimitSpec>& today,
                                      const std::vector<LimitSpec>& then) {
  for (const LimitSpec& signed_limit : then) {
    const LimitSpec* now = FindSame(today, signed_limit);
    if (now == nullptr) {
      return absl::StrFormat("the limit is gone that you signed: %s", LimitText(signed_limit));
    }
    if (now->maximum > signed_limit.maximum) {
      return absl::StrFormat("%s is more than you signed: %s", LimitText(*now),
                             LimitText(signed_limit));
    }
  }
  return std::nullopt;
}

/// What holds for the tools of one rule of a mandate, what stands outside of the rule included.
struct Effective {
  bool pay = false;
  std::vector<LimitSpec> limits;
  std::vector<LimitSpec> ask_above;
  bool ask_always = false;
  std::vector<std::string> payees;
  bool pinned_payee = false;
  std::vector<std::string> schemes;
};

Effective EffectiveFor(const MandateTerms& terms, const ToolRule* rule) {
  Effective all;
  if (rule == nullptr) {
    return all;
  }
  const auto is_of_call = [](const LimitSpec& limit) { return limit.window == WindowKind::kCall; };
  const bool own_per_call = std::ranges::any_of(rule->limits, is_of_call);
  all.pay = rule->pay;
  all.limits = rule->limits;
  for (const LimitSpec& limit : terms.limits) {
    if (is_of_call(limit) && !own_per_call) {
      all.limits.push_back(limit);
    }
  }
  all.ask_above = rule->ask_above.empty() ? terms.ask_above : rule->ask_above;
  all.ask_always = terms.ask_always || rule->ask_always;
  const bool own_payees = !rule->payees.empty() || rule->pinned_payee;
  all.payees = own_payees ? rule->payees : terms.payees;
  all.pinned_payee = own_payees ? rule->pinned_payee : terms.pinned_payee;
  all.schemes = rule->schemes.empty() ? terms.schemes : rule->schemes;
  return all;
}

/// The largest payment in `asset` that is not asked about; std::nullopt: every one is not.
std::optional<Amount> UnaskedUpTo(const std::vector<LimitSpec>& ask_above, const Asset& asset) {
  if (ask_above.empty()) {
    return std::nullopt;
  }
  std::optional<Amount> least;
  for (const LimitSpec& limit : ask_above) {
    const auto& assets = limit.assets;
    if (std::ranges::find(assets, AssetKey(asset.network, asset.id)) != assets.end()) {
      least = std::min(least.value_or(limit.maximum), limit.maximum);
    }
  }
  return least.value_or(Amount());
}

std::optional<std::string> WiderQuestions(const Effective& today, const Effective& then,
                                          const std::vector<Asset>& assets) {
  if (then.ask_always && !today.ask_always) {
    return "you signed that every payment is asked";
  }
  for (const Asset& asset : assets) {
    const std::optional<Amount> signed_most = UnaskedUpTo(then.ask_above, asset);
    const std::optional<Amount> most = UnaskedUpTo(today.ask_above, asset);
    if (signed_most && (!most || *most > *signed_most)) {
      return absl::StrFormat("you signed that payments above %s are asked",
                             SumText(*signed_most, asset.symbol));
    }
  }
  return std::nullopt;
}

std::optional<std::string> WiderRule(const Effective& today, const Effective& then,
                                     const std::vector<Asset>& assets) {
  if (!today.pay) {
    return std::nullopt;
  }
  if (!then.pay) {
    return "you signed that it is not paid";
  }
  if (auto wider = WiderLimit(today.limits, then.limits)) {
    return wider;
  }
  if (const std::string* payee = FirstMissing(today.payees, then.payees)) {
    return absl::StrFormat("you did not sign the payee %s", Printable(*payee));
  }
  if (today.pinned_payee && !then.pinned_payee) {
    return "you signed listed payees, not one that is pinned";
  }
  if (const std::string* scheme = FirstMissing(today.schemes, then.schemes)) {
    return absl::StrFormat("you did not sign the scheme %s", Printable(*scheme));
  }
  return WiderQuestions(today, then, assets);
}

/// Compares what holds under each name or glob that one of the two has a rule for.
std::optional<std::string> WiderTool(const MandateTerms& today, const MandateTerms& then) {
  std::vector<std::string> names;
  for (const std::vector<ToolRule>* rules : {&today.tools, &then.tools}) {
    for (const ToolRule& rule : *rules) {
      names.push_back(rule.tool);
    }
  }
  for (const std::string& name : names) {
    const Effective now = EffectiveFor(today, FindToolRule(today.tools, name));
    const Effective before = EffectiveFor(then, FindToolRule(then.tools, name));
    if (const auto wider = WiderRule(now, before, today.assets)) {
      return name == kEveryTool ? *wider : absl::StrFormat("tool %s: %s", Printable(name), *wider);
    }
  }
  return std::nullopt;
}

/// What today's file lets through and the mandate does not; the first that is found.
std::optional<std::string> WiderPart(const MandateTerms& today, const MandateTerms& then) {
  if (const Asset* asset = FirstMissing(today.assets, then.assets)) {
    return absl::StrFormat("you did not sign %s on %s", Printable(asset->symbol),
                           Printable(asset->network));
  }
  if (auto wider = WiderLimit(today.limits, then.limits)) {
    return wider;
  }
  if (auto wider = WiderTool(today, then)) {
    return wider;
  }
  if (then.max_validity > 0 && today.max_validity > then.max_validity) {
    return absl::StrFormat("max_validity %s is longer than you signed: %s",
                           FormatDuration(today.max_validity), FormatDuration(then.max_validity));
  }
  if (const std::string* trust = FirstMissing(today.trust, then.trust)) {
    return absl::StrFormat("you did not sign that the server's %s are trusted", *trust);
  }
  if (const std::string* source = FirstMissing(today.chain_sources, then.chain_sources)) {
    return absl::StrFormat("you did not sign that budget comes back by %s", Printable(*source));
  }
  return std::nullopt;
}

/// The sentence about one server; std::nullopt where there is nothing to tell.
std::optional<std::string> WarningFor(const Policy& policy, const ServerSection& server,
                                      const std::vector<MandateRow>& mandates, int64_t now) {
  const absl::StatusOr<MandateTerms> today = policy.MandateFor(server.name);
  if (!today.ok()) {
    return std::nullopt;
  }
  std::optional<std::string> wider;
  std::string id;
  bool was_another = false;
  for (const MandateRow& row : mandates) {
    if (MandateStateWord(row, {.now = now}) != "live") {
      continue;
    }
    if (row.terms.server_id != server.identity) {
      was_another = was_another || row.terms.server_name == server.name;
      continue;
    }
    wider = WiderPart(*today, row.terms);
    id = row.terms.id;
    if (!wider) {
      return std::nullopt;  // One that reaches as far as the file is enough.
    }
  }
  if (wider) {
    return absl::StrFormat(
        "[server.%s] is wider than what you signed in %s, which holds: %s; sign "
        "it with: tollpass allow %s",
        server.name, id, *wider, server.name);
  }
  if (was_another) {
    return absl::StrFormat(
        "[server.%s] is another server than the one that you signed for: its "
        "command, url or what belongs to it was changed; sign it with: tollpass "
        "allow %s",
        server.name, server.name);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> WiderThanSigned(const Policy& policy,
                                         const std::vector<MandateRow>& mandates, int64_t now) {
  std::vector<std::string> warnings;
  for (const ServerSection& server : policy.servers()) {
    if (std::optional<std::string> warning = WarningFor(policy, server, mandates, now)) {
      warnings.push_back(*std::move(warning));
    }
  }
  return warnings;
}

}  // namespace tollpass
