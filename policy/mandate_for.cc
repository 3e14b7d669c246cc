#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "policy/rules.h"

namespace tollpass {
namespace {

constexpr std::string_view kEveryTool = "*";

using Limits = std::vector<LimitSpec>;

/// Adds `limit`, or lowers the one of the same window and unit: a unit counts the same assets
/// everywhere in one file.
void AddStricter(const LimitSpec& limit, Limits& limits) {
  const auto same = std::find_if(limits.begin(), limits.end(), [&](const LimitSpec& other) {
    return other.window == limit.window && other.seconds == limit.seconds &&
           other.unit == limit.unit;
  });
  if (same == limits.end()) {
    limits.push_back(limit);
  } else {
    same->maximum = std::min(same->maximum, limit.maximum);
  }
}

/// Folds a budget's limits into a section's. An asset that the section does not limit stays without
/// a limit, so that the mandate does not cover it.
void FoldLimits(const Limits& budget, Limits& section) {
  const Limits own = section;
  for (LimitSpec limit : budget) {
    const bool counts_money = !limit.assets.empty();
    std::erase_if(limit.assets, [&](const std::string& asset) { return !Counts(own, asset); });
    if (!counts_money || !limit.assets.empty()) AddStricter(limit, section);
  }
}

/// One list that asks where any of `lists` does. Each asks for what it does not name; so an asset
/// that only some name gets a limit of zero, above which everything is.
Limits FoldAskAbove(const std::vector<const Limits*>& lists, const std::vector<Asset>& assets) {
  Limits folded;
  for (const Limits* list : lists) {
    for (const LimitSpec& limit : *list) AddStricter(limit, folded);
  }
  for (const Limits* list : lists) {
    if (list->empty()) continue;
    for (const Asset& asset : assets) {
      LimitSpec zero;
      zero.unit = asset.symbol + "@" + asset.network;
      zero.assets = {AssetKey(asset.network, asset.id)};
      if (!Counts(*list, zero.assets[0])) AddStricter(zero, folded);
    }
  }
  return folded;
}

/// What `allow` signs for one server: the sections that apply to its calls, the stricter of each.
class Mandate {
 public:
  Mandate(const PolicyRules& rules, const ServerRules& server) : server_(server) {
    for (const size_t index : server.budgets) budgets_.push_back(&rules.budgets[index].section);
    for (const Asset& asset : rules.assets.all()) {
      if (IsPayable(rules, server, asset)) terms_.assets.push_back(asset);
    }
  }

  MandateTerms Terms() &&;

 private:
  [[nodiscard]] ToolRule RuleFor(std::string_view pattern, const ToolSection* tool) const;
  [[nodiscard]] Limits PerCall(const Section& section) const;
  [[nodiscard]] Limits AskAbove(const Section& section) const;
  void AddRules();

  const ServerRules& server_;
  std::vector<const Section*> budgets_;
  MandateTerms terms_;
};

Limits Mandate::PerCall(const Section& section) const {
  Limits limits = section.per_call;
  for (const Section* budget : budgets_) FoldLimits(budget->per_call, limits);
  return limits;
}

Limits Mandate::AskAbove(const Section& section) const {
  std::vector<const Limits*> lists = {&section.ask_above};
  for (const Section* budget : budgets_) lists.push_back(&budget->ask_above);
  return FoldAskAbove(lists, terms_.assets);
}

ToolRule Mandate::RuleFor(std::string_view pattern, const ToolSection* tool) const {
  ToolRule rule;
  rule.tool = pattern;
  rule.ask_always = AsksAlways(server_, tool);
  rule.pay = MayPay(server_, tool);
  for (const Section* budget : budgets_) {
    rule.ask_always = rule.ask_always || budget->ask_always.value_or(false);
    rule.pay = rule.pay && budget->pay.value_or(true);
  }
  if (tool == nullptr) return rule;
  const Section& section = tool->section;
  if (!section.per_call.empty()) rule.limits = PerCall(section);
  for (const LimitSpec& sum : section.sums) AddStricter(sum, rule.limits);
  if (!section.ask_above.empty()) rule.ask_above = AskAbove(section);
  if (section.pay_to) {
    rule.payees = section.pay_to->accounts;
    rule.pinned_payee = section.pay_to->pin;
  }
  if (section.schemes) rule.schemes = *section.schemes;
  return rule;
}

/// Every tool section, those that pay nothing too: without them a mandate for all tools would
/// cover what the file excludes.
void Mandate::AddRules() {
  bool has_every = false;
  for (const ToolSection& tool : server_.tools) {
    terms_.tools.push_back(RuleFor(tool.pattern, &tool));
    has_every = has_every || tool.pattern == kEveryTool;
  }
  if (!has_every) terms_.tools.push_back(RuleFor(kEveryTool, nullptr));
}

MandateTerms Mandate::Terms() && {
  const Section& section = server_.section;
  terms_.limits = PerCall(section);
  Limits sums;
  for (const LimitSpec& sum : section.sums) AddStricter(sum, sums);
  for (const Section* budget : budgets_) FoldLimits(budget->sums, sums);
  terms_.limits.insert(terms_.limits.end(), sums.begin(), sums.end());
  AddRules();
  terms_.only_tools = {std::string(kEveryTool)};
  terms_.ask_above = AskAbove(section);
  terms_.ask_always = std::all_of(terms_.tools.begin(), terms_.tools.end(),
                                  [](const ToolRule& rule) { return rule.ask_always; });
  terms_.payees = section.pay_to->accounts;
  terms_.pinned_payee = section.pay_to->pin;
  terms_.schemes = *section.schemes;
  terms_.max_validity = server_.max_validity;
  terms_.trust = server_.trust;
  return std::move(terms_);
}

}  // namespace

absl::StatusOr<MandateTerms> Policy::MandateFor(std::string_view name) const {
  const auto found = rules_->by_name.find(name);
  if (found == rules_->by_name.end()) {
    return absl::NotFoundError(absl::StrFormat(
        "the policy has no section [server.%s]; write one with: tollpass add", Printable(name)));
  }
  const ServerRules& server = rules_->servers[found->second];
  if (const std::string why = WhyNothingIsPaid(*rules_, server); !why.empty()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "the policy lets nothing be paid to %s, so there is nothing to allow: %s", name, why));
  }
  MandateTerms terms = Mandate(*rules_, server).Terms();
  terms.server_id = rules_->server_sections[found->second].identity;
  terms.server_name = name;
  for (const ChainSection& chain : rules_->chains) {
    const bool pays =
        std::any_of(terms.assets.begin(), terms.assets.end(),
                    [&](const Asset& asset) { return asset.network == chain.network; });
    if (pays) terms.chain_sources.push_back(ChainSourceName(chain));
  }
  return terms;
}

}  // namespace tollpass
