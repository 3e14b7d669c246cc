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

ToolRule RuleFor(const ServerRules& server, std::string_view pattern, const ToolSection* tool) {
  ToolRule rule;
  rule.tool = pattern;
  rule.ask_always = AsksAlways(server, tool);
  rule.pay = MayPay(server, tool);
  if (tool != nullptr) {
    rule.limits = tool->section.per_call;
    rule.limits.insert(rule.limits.end(), tool->section.sums.begin(), tool->section.sums.end());
    rule.ask_above = tool->section.ask_above;
  }
  return rule;
}

/// Every tool section, those that pay nothing too: without them a mandate for all tools would
/// cover what the file excludes.
std::vector<ToolRule> RulesFor(const ServerRules& server) {
  std::vector<ToolRule> rules;
  bool has_every = false;
  for (const ToolSection& tool : server.tools) {
    rules.push_back(RuleFor(server, tool.pattern, &tool));
    has_every = has_every || tool.pattern == kEveryTool;
  }
  if (!has_every) rules.push_back(RuleFor(server, kEveryTool, nullptr));
  return rules;
}

void AddNew(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  }
}

/// A mandate has one list of payees and schemes: those of the server and of every tool. Which of
/// them a tool may use is still up to the policy.
void AddParties(const ServerRules& server, const ToolSection* tool, MandateTerms& terms) {
  if (!MayPay(server, tool)) return;
  const Payees& payees = PayeesOf(server, tool);
  terms.pinned_payee = terms.pinned_payee || payees.pin;
  AddNew(terms.payees, payees.accounts);
  AddNew(terms.schemes, SchemesOf(server, tool));
}

}  // namespace

absl::StatusOr<MandateTerms> Policy::MandateFor(std::string_view name) const {
  const auto found = rules_->by_name.find(name);
  if (found == rules_->by_name.end()) {
    return absl::NotFoundError(absl::StrFormat(
        "the policy has no section [server.%s]; add one with: tollpass add", Printable(name)));
  }
  const ServerRules& server = rules_->servers[found->second];
  MandateTerms terms;
  terms.server_id = rules_->server_sections[found->second].identity;
  terms.server_name = name;
  for (const Asset& asset : rules_->assets.all()) {
    if (IsPayable(*rules_, server, asset)) terms.assets.push_back(asset);
  }
  terms.limits = server.section.per_call;
  terms.limits.insert(terms.limits.end(), server.section.sums.begin(), server.section.sums.end());
  terms.tools = RulesFor(server);
  terms.ask_above = server.section.ask_above;
  terms.ask_always = std::all_of(terms.tools.begin(), terms.tools.end(),
                                 [](const ToolRule& rule) { return rule.ask_always; });
  AddParties(server, nullptr, terms);
  for (const ToolSection& tool : server.tools) AddParties(server, &tool, terms);
  terms.max_validity = server.max_validity;
  return terms;
}

}  // namespace tollpass
