#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "core/encoding.h"
#include "policy/limit_text.h"
#include "policy/rules.h"
#include "policy/safeguards.h"

namespace tollpass {
namespace {

constexpr int64_t kMillis = 1000;

void Line(std::string& text, std::string_view key, std::string_view value) {
  absl::StrAppendFormat(&text, "%-14s%s\n", key, value);
}

void Heading(std::string& text, std::string_view section) {
  absl::StrAppendFormat(&text, "\n[%s]\n", Printable(section));
}

std::string Joined(const std::vector<std::string>& texts, std::string_view otherwise) {
  std::string joined;
  for (const std::string& text : texts) {
    absl::StrAppendFormat(&joined, "%s%s", joined.empty() ? "" : ", ", Printable(text));
  }
  return joined.empty() ? std::string(otherwise) : joined;
}

std::string Amounts(const std::vector<LimitSpec>& specs, std::string_view otherwise) {
  std::vector<std::string> texts;
  for (const LimitSpec& spec : specs) texts.push_back(MaximumText(spec));
  return Joined(texts, otherwise);
}

void DescribeTiming(std::string& text, const ServerTimes& times, int64_t max_validity,
                    AfterUnknown after_unknown) {
  Line(text, "max_validity", FormatDuration(max_validity));
  Line(text, "ask_wait", FormatDuration(times.ask_wait_ms / kMillis));
  Line(text, "host_timeout", FormatDuration(times.host_timeout_ms / kMillis));
  Line(text, "after_unknown", after_unknown == AfterUnknown::kAsk ? "ask" : "deny");
}

void DescribeTop(std::string& text, const PolicyRules& rules) {
  Line(text, "networks", Joined(rules.networks, "none"));
  Line(text, "prefer", Joined(rules.prefer, "none"));
  Line(text, "unattended",
       rules.unattended ? "true: what would be asked is declined" : "false: the user is asked");
  Line(text, "observe",
       rules.observe ? "true: nothing is paid, and what would be is logged" : "false");
  Line(text, "zone", rules.zone.name());
  DescribeTiming(text, rules.times, rules.max_validity, rules.after_unknown);
  for (const ChainSection& chain : rules.chains) Line(text, "chain", ChainSourceName(chain));
  if (rules.units.empty()) return;
  Heading(text, "unit");
  for (const auto& [name, assets] : rules.units) Line(text, name, Joined(assets, "none"));
}

void DescribeSums(std::string& text, const Section& section) {
  for (const LimitSpec& spec : section.sums) Line(text, LimitKey(spec), MaximumText(spec));
}

void DescribeBudget(std::string& text, const BudgetRules& budget) {
  const Section& section = budget.section;
  Heading(text, section.name);
  Line(text, "servers", budget.counts_all ? "every one" : Joined(budget.servers, "none"));
  Line(text, "per_call", Amounts(section.per_call, "no limit of its own"));
  DescribeSums(text, section);
  if (!section.ask_above.empty()) Line(text, "ask_above", Amounts(section.ask_above, ""));
  if (section.ask_always.value_or(false)) Line(text, "ask", "always");
  if (!section.pay.value_or(true)) Line(text, "pay", "false");
  if (section.hours) Line(text, "hours", HoursText(*section.hours));
}

std::string PayeesText(const Payees& payees, const std::vector<std::string>& pinned) {
  if (!payees.pin) return Joined(payees.accounts, "nobody");
  if (pinned.empty()) return "pin: the first payee asks, a change asks";
  return absl::StrFormat("pin: %s is pinned, a change asks", Joined(pinned, ""));
}

/// What holds for one tool, or with `tool` = nullptr for every tool without a section.
void DescribeRules(std::string& text, const ServerRules& server, const ToolSection* tool,
                   const std::vector<std::string>& pinned) {
  if (!MayPay(server, tool)) {
    Line(text, "pay", "false");
    return;
  }
  Line(text, "per_call", Amounts(PerCallSection(server, tool).per_call, "none: cannot be paid"));
  DescribeSums(text, tool == nullptr ? server.section : tool->section);
  Line(text, "pay_to", PayeesText(PayeesOf(server, tool), pinned));
  Line(text, "schemes", Joined(SchemesOf(server, tool), "none"));
  Line(text, "ask", AsksAlways(server, tool) ? "always" : "auto");
  Line(text, "ask_above", Amounts(AskAboveSection(server, tool).ask_above, "none"));
  Line(text, "price_drift", PriceDriftText(PriceDriftOf(server, tool)));
  Line(text, "breaker", BreakerText(BreakerOf(server, tool)));
}

void DescribeServer(std::string& text, const PolicyRules& rules, size_t index,
                    const PinnedPayees& all_pinned) {
  const ServerSection& known = rules.server_sections[index];
  const auto found = all_pinned.find(known.identity);
  const std::vector<std::string> pinned =
      found == all_pinned.end() ? std::vector<std::string>() : found->second;
  const ServerRules& server = rules.servers[index];
  Heading(text, server.section.name);
  Line(text, "identity", known.identity);
  if (known.endpoint.url.empty()) {
    Line(text, "command", Joined(known.endpoint.command, ""));
  } else {
    Line(text, "url", known.endpoint.url);
  }
  if (!known.endpoint.quote_keys.empty()) {
    Line(text, "quote_keys", Joined(known.endpoint.quote_keys, ""));
  }
  std::vector<std::string> budgets;
  for (const size_t budget : server.budgets) budgets.push_back(rules.budgets[budget].section.name);
  Line(text, "counted by", Joined(budgets, "no budget"));
  DescribeRules(text, server, nullptr, pinned);
  Line(text, "hours", server.section.hours ? HoursText(*server.section.hours) : std::string("all"));
  Line(text, "trust", server.trust.empty() ? "nothing" : "its " + Joined(server.trust, ""));
  DescribeTiming(text, server.times, server.max_validity, server.after_unknown);
  for (const ToolSection& tool : server.tools) {
    Heading(text, tool.section.name);
    DescribeRules(text, server, &tool, pinned);
  }
}

}  // namespace

absl::StatusOr<std::string> Policy::Describe(std::string_view name,
                                             const PinnedPayees& pinned) const {
  std::string text;
  if (!name.empty()) {
    const auto found = rules_->by_name.find(name);
    if (found == rules_->by_name.end()) {
      return absl::NotFoundError(absl::StrFormat(
          "the policy has no section [server.%s]; write one with: tollpass add", Printable(name)));
    }
    DescribeServer(text, *rules_, found->second, pinned);
    return text.substr(1, text.size() - 2);  // without the empty first line and the last newline
  }
  DescribeTop(text, *rules_);
  for (const BudgetRules& budget : rules_->budgets) DescribeBudget(text, budget);
  for (size_t i = 0; i < rules_->servers.size(); ++i) DescribeServer(text, *rules_, i, pinned);
  return text.substr(0, text.size() - 1);
}

}  // namespace tollpass
