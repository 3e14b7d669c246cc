#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "core/mandate_terms.h"
#include "core/network.h"
#include "policy/keys.h"
#include "policy/read_section.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr int64_t kVersion = 1;
constexpr int64_t kMillis = 1000;

void ReadVersion(const Node& root, LoadErrors& errors) {
  const Node* node = FindMember(root, "version");
  if (node == nullptr) {
    errors.Add({}, "'version' is missing; write version = 1 in the first line");
    return;
  }
  const std::optional<int64_t> version = ReadInteger(root, "version", errors);
  if (version && *version != kVersion) {
    errors.Add(node->at, absl::StrFormat("version %d is not known to this program; it reads "
                                         "version = %d",
                                         *version, kVersion));
  }
}

void ReadNetworks(const Node& root, PolicyRules& rules, LoadErrors& errors) {
  rules.networks = {"testnet"};
  const std::optional<PlacedTexts> networks = ReadTexts(root, "networks", errors);
  if (!networks) return;
  rules.networks = WithoutPlaces(*networks);
  if (networks->empty()) {
    errors.Add(FindMember(root, "networks")->at,
               "'networks' allows none; name \"testnet\", \"mainnet\", or a network like "
               "\"eip155:8453\"");
  }
  for (const auto& [network, at] : *networks) {
    if (network != "testnet" && network != "mainnet" && !IsNetworkId(network)) {
      errors.Add(at, absl::StrFormat("%s is not a network; write \"testnet\", \"mainnet\", or a "
                                     "CAIP-2 id like \"eip155:8453\"",
                                     Quoted(network)));
    }
  }
}

void ReadPreferences(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors) {
  const std::optional<PlacedTexts> names = ReadTexts(root, "prefer", errors);
  if (!names) return;
  rules.prefer = WithoutPlaces(*names);
  for (const auto& [name, at] : *names) {
    if (units.AssetsNamed(name).empty()) {
      errors.Add(at, absl::StrFormat("%s is not in the asset table; write a symbol like \"USDC\" "
                                     "or \"USDC@eip155:8453\"",
                                     Quoted(name)));
    }
  }
}

void ReadBudgetServers(const Member& member, const Node& root, BudgetRules& budget,
                       LoadErrors& errors) {
  const Node* listed = FindMember(member.value, "servers");
  if (budget.counts_all) {
    if (listed != nullptr) {
      errors.Add(listed->at, "[budget.all] counts every server; remove 'servers'");
    }
    return;
  }
  if (listed == nullptr) {
    errors.Add(member.at, absl::StrFormat("[budget.%s] must say which servers it counts: servers = "
                                          "[\"NAME\"]",
                                          member.key));
    return;
  }
  const std::optional<PlacedTexts> names = ReadTexts(member.value, "servers", errors);
  if (!names) return;
  const Node* servers = FindMember(root, "server");
  for (const auto& [name, at] : *names) {
    if (servers == nullptr || FindMember(*servers, name) == nullptr) {
      errors.Add(at, absl::StrFormat("there is no section %s; repair the name",
                                     InBrackets("server." + name)));
    }
  }
  budget.servers = WithoutPlaces(*names);
}

}  // namespace

void ReadTiming(const Node& table, Timing timing, LoadErrors& errors) {
  if (const auto seconds = ReadDuration(table, "max_validity", 1, errors)) {
    // A mandate holds this value, and none that is longer can be read.
    if (*seconds > kLongestValiditySeconds) {
      errors.Add(FindMember(table, "max_validity")->at,
                 absl::StrFormat("'max_validity' must be %s or less",
                                 FormatDuration(kLongestValiditySeconds)));
    }
    timing.max_validity = *seconds;
  }
  if (const auto seconds = ReadDuration(table, "ask_wait", 0, errors)) {
    timing.times.ask_wait_ms = *seconds * kMillis;
  }
  if (const auto seconds = ReadDuration(table, "host_timeout", 1, errors)) {
    timing.times.host_timeout_ms = *seconds * kMillis;
  }
  const std::optional<std::string> after = ReadText(table, "after_unknown", errors);
  if (!after) return;
  if (*after != "ask" && *after != "deny") {
    errors.Add(
        FindMember(table, "after_unknown")->at,
        absl::StrFormat("'after_unknown' must be \"ask\" or \"deny\", not %s", Quoted(*after)));
    return;
  }
  timing.after_unknown = *after == "ask" ? AfterUnknown::kAsk : AfterUnknown::kDeny;
}

void ReadTop(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors) {
  CheckKeys(root, Place::kTop, "the top of the file", errors);
  ReadVersion(root, errors);
  ReadNetworks(root, rules, errors);
  ReadPreferences(root, units, rules, errors);
  rules.units = units.declared();
  rules.zone = ReadZone(root, errors).value_or(TimeZone());
  rules.observe = ReadBool(root, "observe", errors).value_or(false);
  rules.unattended = ReadBool(root, "unattended", errors).value_or(false);
  ReadTiming(root, {rules.times, rules.max_validity, rules.after_unknown}, errors);
}

void ReadBudgets(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors) {
  const Node* budgets = ReadTable(root, "budget", "[budget.NAME]", errors);
  if (budgets == nullptr) return;
  for (const Member& member : budgets->members) {
    if (!IsPlainName(member.key) || member.value.kind != NodeKind::kTable) {
      errors.Add(member.at, absl::StrFormat("%s must be a section [budget.NAME], its name of "
                                            "letters, digits, - and _",
                                            Quoted("budget." + member.key)));
      continue;
    }
    CheckKeys(member.value, Place::kBudget, absl::StrFormat("[budget.%s]", member.key), errors);
    BudgetRules budget;
    budget.section = ReadSection(member.value, "budget." + member.key, units, rules.zone, errors);
    budget.section.counter = budget.section.name;
    budget.counts_all = member.key == "all";
    ReadBudgetServers(member, root, budget, errors);
    if (budget.counts_all) rules.budget_all = rules.budgets.size();
    rules.budgets.push_back(std::move(budget));
  }
}

}  // namespace tollpass
