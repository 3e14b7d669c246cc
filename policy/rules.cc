#include "policy/rules.h"

#include <algorithm>

#include "core/network.h"

namespace tollpass {
namespace {

bool CountsOverTime(const Section& section, std::string_view asset_key) {
  return Counts(section.sums, asset_key);  // A rate counts calls and names no asset.
}

}  // namespace

const ToolSection* ServerRules::FindTool(std::string_view tool) const {
  if (const auto found = exact.find(tool); found != exact.end()) return &tools[found->second];
  for (const size_t index : globs) {
    if (GlobMatches(tools[index].pattern, tool)) return &tools[index];
  }
  return nullptr;
}

const Section& PerCallSection(const ServerRules& server, const ToolSection* tool) {
  return tool != nullptr && !tool->section.per_call.empty() ? tool->section : server.section;
}

const Section& AskAboveSection(const ServerRules& server, const ToolSection* tool) {
  return tool != nullptr && !tool->section.ask_above.empty() ? tool->section : server.section;
}

bool AsksAlways(const ServerRules& server, const ToolSection* tool) {
  const bool outer = server.section.ask_always.value_or(false);
  return tool == nullptr ? outer : tool->section.ask_always.value_or(outer);
}

bool MayPay(const ServerRules& server, const ToolSection* tool) {
  const bool outer = server.section.pay.value_or(true);
  return tool == nullptr ? outer : tool->section.pay.value_or(outer);
}

const Payees& PayeesOf(const ServerRules& server, const ToolSection* tool) {
  if (tool != nullptr && tool->section.pay_to) return *tool->section.pay_to;
  return *server.section.pay_to;
}

const std::vector<std::string>& SchemesOf(const ServerRules& server, const ToolSection* tool) {
  if (tool != nullptr && tool->section.schemes) return *tool->section.schemes;
  return *server.section.schemes;
}

uint64_t PriceDriftOf(const ServerRules& server, const ToolSection* tool) {
  return tool != nullptr && tool->section.price_drift ? *tool->section.price_drift
                                                      : *server.section.price_drift;
}

int64_t BreakerOf(const ServerRules& server, const ToolSection* tool) {
  return tool != nullptr && tool->section.breaker ? *tool->section.breaker
                                                  : *server.section.breaker;
}

bool Counts(const std::vector<LimitSpec>& specs, std::string_view asset_key) {
  return std::any_of(specs.begin(), specs.end(), [&](const LimitSpec& spec) {
    return std::find(spec.assets.begin(), spec.assets.end(), asset_key) != spec.assets.end();
  });
}

bool IsLimited(const PolicyRules& rules, const ServerRules& server, const ToolSection* tool,
               std::string_view asset_key) {
  if (!rules.budget_all) return false;
  const Section& all = rules.budgets[*rules.budget_all].section;
  return Counts(all.per_call, asset_key) && CountsOverTime(all, asset_key) &&
         Counts(PerCallSection(server, tool).per_call, asset_key) &&
         CountsOverTime(server.section, asset_key);
}

bool AllowsNetwork(const PolicyRules& rules, std::string_view network) {
  const std::string_view network_class = ClassName(ClassOf(network));
  return std::any_of(rules.networks.begin(), rules.networks.end(), [&](const std::string& allowed) {
    return allowed == network_class || allowed == network;
  });
}

bool IsPayable(const PolicyRules& rules, const ServerRules& server, const Asset& asset) {
  if (!AllowsNetwork(rules, asset.network)) return false;
  if (std::any_of(server.budgets.begin(), server.budgets.end(), [&](size_t budget) {
        return !rules.budgets[budget].section.pay.value_or(true);
      })) {
    return false;
  }
  const std::string key = AssetKey(asset.network, asset.id);
  const auto payable = [&](const ToolSection* tool) {
    return MayPay(server, tool) && IsLimited(rules, server, tool, key);
  };
  return payable(nullptr) || std::any_of(server.tools.begin(), server.tools.end(),
                                         [&](const ToolSection& tool) { return payable(&tool); });
}

}  // namespace tollpass
