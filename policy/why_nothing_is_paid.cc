#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "policy/rules.h"

namespace tollpass {
namespace {

/// The keys of the assets on networks that the policy allows.
std::vector<std::string> AllowedAssets(const PolicyRules& rules) {
  std::vector<std::string> keys;
  for (const Asset& asset : rules.assets.all()) {
    if (AllowsNetwork(rules, asset.network)) keys.push_back(AssetKey(asset.network, asset.id));
  }
  return keys;
}

/// Keeps those that `limits` counts; false if none is left.
bool Keep(std::vector<std::string>& keys, const std::vector<LimitSpec>& limits) {
  std::erase_if(keys, [&](const std::string& key) { return !Counts(limits, key); });
  return !keys.empty();
}

std::string LacksPerCall(const Section& section) {
  return absl::StrFormat("[%s] limits none of the assets by call; add per_call = \"0.01 USD\"",
                         section.name);
}

std::string LacksWindow(const Section& section) {
  return absl::StrFormat(
      "[%s] limits none of the assets over time; add a window like per_day = \"1 USD\"",
      section.name);
}

/// What the limits of budget.all and the server lack.
std::string WhyOfLimits(const PolicyRules& rules, const ServerRules& server) {
  if (!rules.budget_all) return "there is no section [budget.all]; add one with its limits";
  std::vector<std::string> keys = AllowedAssets(rules);
  if (keys.empty()) return "no asset of the table is on one of the 'networks'";
  const Section& all = rules.budgets[*rules.budget_all].section;
  if (!Keep(keys, all.per_call)) return LacksPerCall(all);
  if (!Keep(keys, all.sums)) return LacksWindow(all);
  if (!Keep(keys, server.section.sums)) return LacksWindow(server.section);
  return LacksPerCall(server.section);
}

}  // namespace

std::string WhyNothingIsPaid(const PolicyRules& rules, const ServerRules& server) {
  const auto& assets = rules.assets.all();
  if (std::any_of(assets.begin(), assets.end(),
                  [&](const Asset& asset) { return IsPayable(rules, server, asset); })) {
    return "";
  }
  for (const size_t index : server.budgets) {
    const Section& budget = rules.budgets[index].section;
    if (!budget.pay.value_or(true)) return absl::StrFormat("[%s] says pay = false", budget.name);
  }
  const bool some_tool =
      std::any_of(server.tools.begin(), server.tools.end(),
                  [&](const ToolSection& tool) { return MayPay(server, &tool); });
  if (!MayPay(server, nullptr) && !some_tool) {
    return absl::StrFormat("[%s] says pay = false", server.section.name);
  }
  return WhyOfLimits(rules, server);
}

}  // namespace tollpass
