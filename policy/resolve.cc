#include <string>
#include <utility>
#include <vector>

#include "policy/rules.h"
#include "policy/safeguards.h"

namespace tollpass {
namespace {

ResolvedSection ResolveBudget(const PolicyRules& rules, const BudgetRules& budget) {
  const Section& section = budget.section;
  ResolvedSection resolved = {.name = section.name,
                              .per_call = section.per_call,
                              .sums = section.sums,
                              .ask_above = section.ask_above,
                              .ask_always = section.ask_always.value_or(false),
                              .pay = section.pay.value_or(true),
                              .hours = section.hours ? HoursText(*section.hours) : "",
                              .payees = {},
                              .schemes = {},
                              .price_drift = {},
                              .trust = {},
                              .servers = budget.servers,
                              .budgets = {}};
  if (budget.counts_all) {
    for (const ServerSection& server : rules.server_sections) {
      resolved.servers.push_back(server.name);
    }
  }
  return resolved;
}

/// What holds for one tool, or with `tool` = nullptr for every tool without a section.
ResolvedSection ResolveCalls(const PolicyRules& rules, const ServerRules& server,
                             const ToolSection* tool) {
  const Section& own = tool == nullptr ? server.section : tool->section;
  const Payees& payees = PayeesOf(server, tool);
  ResolvedSection resolved = {.name = own.name,
                              .per_call = PerCallSection(server, tool).per_call,
                              .sums = own.sums,
                              .ask_above = AskAboveSection(server, tool).ask_above,
                              .ask_always = AsksAlways(server, tool),
                              .pay = MayPay(server, tool),
                              .hours = own.hours ? HoursText(*own.hours) : "",
                              .pin = payees.pin,
                              .payees = payees.accounts,
                              .schemes = SchemesOf(server, tool),
                              .price_drift = PriceDriftText(PriceDriftOf(server, tool)),
                              .breaker = BreakerOf(server, tool),
                              .trust = tool == nullptr ? server.trust : std::vector<std::string>(),
                              .servers = {},
                              .budgets = {}};
  for (const size_t index : server.budgets) {
    resolved.budgets.push_back(rules.budgets[index].section.name);
  }
  return resolved;
}

}  // namespace

ResolvedTop Policy::Top() const {
  return {.networks = rules_->networks,
          .prefer = rules_->prefer,
          .unattended = rules_->unattended,
          .observe = rules_->observe,
          .zone = std::string(rules_->zone.name()),
          .units = {rules_->units.begin(), rules_->units.end()}};
}

std::vector<ResolvedSection> Policy::Sections() const {
  std::vector<ResolvedSection> sections;
  for (const BudgetRules& budget : rules_->budgets) {
    sections.push_back(ResolveBudget(*rules_, budget));
  }
  for (const ServerRules& server : rules_->servers) {
    sections.push_back(ResolveCalls(*rules_, server, nullptr));
    for (const ToolSection& tool : server.tools) {
      sections.push_back(ResolveCalls(*rules_, server, &tool));
    }
  }
  return sections;
}

}  // namespace tollpass
