#include "policy/coverage.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/join.h"
#include "core/mandate_chain.h"
#include "policy/units.h"

namespace tollpass {
namespace {

bool Holds(const std::vector<std::string>& list, std::string_view value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool IsCallLimit(const LimitSpec& spec) { return spec.window == WindowKind::kCall; }

/// A rule's per-call limits replace the outer ones; every other limit of both levels holds.
bool IsReplaced(const LimitSpec& outer, const ToolRule& rule) {
  return IsCallLimit(outer) && std::any_of(rule.limits.begin(), rule.limits.end(), IsCallLimit);
}

/// True if one of the limits that hold for a tool is as `matches` says.
template <typename Predicate>
bool AnyLimit(const MandateLink& link, const Predicate& matches) {
  const auto& outer = link.mandate->limits;
  return std::any_of(link.rule->limits.begin(), link.rule->limits.end(), matches) ||
         std::any_of(outer.begin(), outer.end(), [&](const LimitSpec& spec) {
           return matches(spec) && !IsReplaced(spec, *link.rule);
         });
}

bool ExceedsCallLimit(const MandateLink& link, const Intent& intent) {
  return AnyLimit(
      link, [&](const LimitSpec& spec) { return IsCallLimit(spec) && Exceeds(spec, intent); });
}

/// A calendar whose rules are not known here tells of no payment in which window it counts.
bool KnowsItsCalendars(const MandateLink& link) {
  return !AnyLimit(link, [](const LimitSpec& spec) { return !spec.zone.IsKnown(); });
}

bool CoversPayee(const MandateLink& link, const Intent& intent) {
  const MandateTerms& mandate = *link.mandate;
  const ToolRule& rule = *link.rule;
  const bool own = !rule.payees.empty() || rule.pinned_payee;
  return Holds(own ? rule.payees : mandate.payees, intent.payee) ||
         ((own ? rule.pinned_payee : mandate.pinned_payee) && intent.IsPinned());
}

bool CoversScheme(const MandateLink& link, const Intent& intent) {
  return Holds(link.rule->schemes.empty() ? link.mandate->schemes : link.rule->schemes,
               intent.terms.scheme);
}

/// Everything except the time.
bool CoversApartFromTime(const MandateLink& link, const Intent& intent) {
  const MandateTerms& mandate = *link.mandate;
  const auto& assets = mandate.assets;
  return mandate.server_id == intent.call.server_id && link.rule != nullptr && link.rule->pay &&
         IsAmongTools(mandate, intent.call.tool) &&
         std::find(assets.begin(), assets.end(), intent.terms.asset) != assets.end() &&
         CoversScheme(link, intent) && Holds(mandate.wallet_keys, intent.terms.payer) &&
         CoversPayee(link, intent) && LimitsAsset(link, intent) &&
         !ExceedsCallLimit(link, intent) && KnowsItsCalendars(link);
}

/// `leaf` and its ancestors with their rules; empty where one is missing or there are too many.
std::vector<MandateLink> LinksOf(const MandateTerms& leaf, const Intent& intent,
                                 size_t likely_rule) {
  const auto link = [&](const MandateTerms& mandate) {
    return MandateLink{&mandate, FindToolRule(mandate.tools, intent.call.tool, likely_rule)};
  };
  if (leaf.parent.empty()) return {link(leaf)};
  std::vector<MandateLink> links;
  for (const MandateTerms* mandate : ChainOf(intent.facts.mandates, leaf)) {
    links.push_back(link(*mandate));
  }
  return links;
}

/// True if `chain` is of those mandates to which the kernel was bound.
bool IsOpenTo(const Intent& intent, const std::vector<MandateLink>& chain) {
  const std::string& bound = intent.facts.bound_to;
  return bound.empty() || std::any_of(chain.begin(), chain.end(), [&](const MandateLink& link) {
           return link.mandate->id == bound;
         });
}

/// std::nullopt if the chain pays; else why not.
std::optional<Reason> FaultOf(const std::vector<MandateLink>& chain, const Intent& intent,
                              bool policy_asks) {
  if (chain.empty() || !IsOpenTo(intent, chain)) return Reason::kNoMandate;
  bool expired = false;
  std::optional<Reason> unanswered;
  for (const MandateLink& link : chain) {
    if (!CoversApartFromTime(link, intent) || intent.now < link.mandate->not_before) {
      return Reason::kNoMandate;
    }
    expired = expired || intent.now >= link.mandate->not_after;
    const std::optional<Reason> ask = AskOf(link, intent);
    if (ask && !unanswered) unanswered = ask;
    const bool answers = AnswersAsk(*link.mandate);
    if (policy_asks && !answers && !unanswered) unanswered = Reason::kNoMandate;
  }
  return expired ? Reason::kMandateExpired : unanswered;
}

/// How near to paying a mandate is with this fault: a question that it puts itself is answered at
/// once, an expired one is signed anew, a revoked one was taken back on purpose.
int Rank(Reason reason) {
  switch (reason) {
    case Reason::kNoMandate:
      return 0;
    case Reason::kMandateRevoked:
      return 1;
    case Reason::kMandateExpired:
      return 2;
    default:
      return 3;
  }
}

/// True if a mandate that was revoked would pay, or did before it expired.
bool WasRevoked(const Intent& intent) {
  return std::any_of(intent.facts.revoked.begin(), intent.facts.revoked.end(),
                     [&](const MandateTerms& mandate) {
                       const ToolRule* rule = FindToolRule(mandate.tools, intent.call.tool);
                       return CoversApartFromTime({&mandate, rule}, intent);
                     });
}

}  // namespace

Coverage FindCoverage(const Intent& intent, bool policy_asks, size_t likely_rule) {
  Coverage coverage;
  for (const MandateTerms& mandate : intent.facts.mandates) {
    std::vector<MandateLink> chain = LinksOf(mandate, intent, likely_rule);
    const std::optional<Reason> fault = FaultOf(chain, intent, policy_asks);
    if (!fault) {
      coverage.chain = std::move(chain);
      coverage.reason = Reason::kInBounds;
      return coverage;
    }
    if (Rank(*fault) > Rank(coverage.reason)) coverage.reason = *fault;
  }
  if (coverage.reason == Reason::kNoMandate && WasRevoked(intent)) {
    coverage.reason = Reason::kMandateRevoked;
  }
  return coverage;
}

bool LimitsAsset(const MandateLink& link, const Intent& intent) {
  const auto counts = [&](const LimitSpec& spec) {
    return Holds(spec.assets, intent.counted.asset_key);
  };
  return AnyLimit(link, [&](const LimitSpec& spec) { return IsCallLimit(spec) && counts(spec); }) &&
         (link.mandate->uses > 0 || AnyLimit(link, [&](const LimitSpec& spec) {
            return !IsCallLimit(spec) && counts(spec);
          }));
}

std::optional<Reason> AskOf(const MandateLink& link, const Intent& intent) {
  if (AnswersAsk(*link.mandate)) return std::nullopt;
  if (link.mandate->ask_always || link.rule->ask_always) return Reason::kAskAlways;
  const auto& ask_above =
      link.rule->ask_above.empty() ? link.mandate->ask_above : link.rule->ask_above;
  if (AsksAbove(ask_above, intent)) return Reason::kAboveAskAbove;
  return std::nullopt;
}

void AppendMandateLimits(const MandateLink& link, const Intent& intent,
                         std::vector<Limit>& limits) {
  const MandateTerms& mandate = *link.mandate;
  const std::string counter = MandateCounter(mandate.id);
  const LimitOwner owner = {counter, counter, mandate.id};
  for (const LimitSpec& spec : mandate.limits) {
    if (!IsReplaced(spec, *link.rule)) AppendLimit(spec, owner, intent, limits);
  }
  if (mandate.uses > 0) {
    LimitSpec uses;
    uses.window = WindowKind::kUses;
    uses.unit = kCallsUnit;
    uses.maximum = Amount(static_cast<uint64_t>(mandate.uses));
    AppendLimit(uses, owner, intent, limits);
  }
  if (link.rule->limits.empty()) return;
  const std::string own = Join({counter, ".tool.", link.rule->tool});
  for (const LimitSpec& spec : link.rule->limits) {
    AppendLimit(spec, {own, own, mandate.id}, intent, limits);
  }
}

}  // namespace tollpass
