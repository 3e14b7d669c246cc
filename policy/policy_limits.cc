#include "policy/policy_limits.h"

#include <algorithm>

#include "core/network.h"
#include "policy/coverage.h"

namespace tollpass {
namespace {

bool SameCounter(const Limit& a, const Limit& b) {
  return a.counter == b.counter && a.unit == b.unit && a.window == b.window &&
         a.seconds == b.seconds && a.maximum == b.maximum;
}

void AppendNew(const std::vector<Limit>& more, std::vector<Limit>& limits) {
  for (const Limit& limit : more) {
    if (std::none_of(limits.begin(), limits.end(),
                     [&](const Limit& known) { return SameCounter(known, limit); })) {
      limits.push_back(limit);
    }
  }
}

/// The smallest payment in `asset`.
Terms SmallestIn(const Asset& asset) {
  Terms terms;
  terms.network = asset.network;
  terms.asset = asset;
  terms.charge = Amount(1);
  return terms;
}

}  // namespace

void AppendPolicyLimits(const PolicyRules& rules, const ServerRules& server,
                        const ToolSection* tool, const Intent& intent, std::vector<Limit>& limits) {
  const auto append = [&](const Section& section, const std::vector<LimitSpec>& specs) {
    const LimitOwner owner = {section.counter, section.name, ""};
    for (const LimitSpec& spec : specs) AppendLimit(spec, owner, intent, limits);
  };
  for (const size_t index : server.budgets) {
    const Section& budget = rules.budgets[index].section;
    append(budget, budget.per_call);
    append(budget, budget.sums);
  }
  const Section& per_call = PerCallSection(server, tool);
  append(per_call, per_call.per_call);
  append(server.section, server.section.sums);
  if (tool != nullptr) append(tool->section, tool->section.sums);
}

std::vector<Limit> Policy::LimitsOf(std::string_view name,
                                    const std::vector<MandateTerms>& mandates, int64_t now) const {
  std::vector<Limit> limits;
  const auto found = rules_->by_name.find(name);
  if (found == rules_->by_name.end()) return limits;
  const ServerRules& server = rules_->servers[found->second];
  std::vector<const ToolSection*> tools = {nullptr};
  for (const ToolSection& tool : server.tools) tools.push_back(&tool);
  const Call call;
  const Facts facts;
  for (const Asset& asset : rules_->assets.all()) {
    if (!IsPayable(*rules_, server, asset)) continue;
    const Terms terms = SmallestIn(asset);
    const Intent intent(call, terms, facts, now);
    for (const ToolSection* tool : tools) {
      std::vector<Limit> more;
      if (MayPay(server, tool)) AppendPolicyLimits(*rules_, server, tool, intent, more);
      AppendNew(more, limits);
    }
  }
  for (const MandateTerms& mandate : mandates) {
    for (const Asset& asset : mandate.assets) {
      const Terms terms = SmallestIn(asset);
      const Intent intent(call, terms, facts, now);
      for (const ToolRule& rule : mandate.tools) {
        std::vector<Limit> more;
        if (rule.pay) AppendMandateLimits({&mandate, &rule}, intent, more);
        AppendNew(more, limits);
      }
    }
  }
  return limits;
}

std::vector<Limit> Policy::Totals() const {
  std::vector<Limit> totals;
  const auto add = [&](const Section& section) {
    for (const LimitSpec& spec : section.sums) {
      if (spec.window != WindowKind::kTotal) continue;
      for (const NetworkClass of : {NetworkClass::kTest, NetworkClass::kMain}) {
        Limit& total = totals.emplace_back();
        total.counter = section.counter;
        total.unit = CountedUnit(spec, ClassName(of));
        total.window = spec.window;
        total.maximum = spec.maximum;
        total.section = section.name;
      }
    }
  };
  for (const BudgetRules& budget : rules_->budgets) add(budget.section);
  for (const ServerRules& server : rules_->servers) {
    add(server.section);
    for (const ToolSection& tool : server.tools) add(tool.section);
  }
  return totals;
}

}  // namespace tollpass
