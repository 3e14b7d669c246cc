#include "cli/policy_json.h"

#include <algorithm>
#include <vector>

#include "core/json/json.h"
#include "home/json_rows.h"
#include "home/limits_json.h"

namespace tollpass {
namespace {

constexpr std::string_view kBudget = "budget.";

bool IsToolOf(const ResolvedSection& section, std::string_view server) {
  return section.name.starts_with("server." + std::string(server) + ".tool.");
}

/// What budgets, servers and tools all have.
json::ObjectWriter RulesJson(const ResolvedSection& section) {
  json::ObjectWriter writer;
  writer.String("section", section.name)
      .Raw("per_call", LimitsJson(section.per_call, {}))
      .Raw("limits", LimitsJson(section.sums, {}))
      .Raw("ask_above", LimitsJson(section.ask_above, {}))
      .Bool("ask_always", section.ask_always)
      .Bool("pay", section.pay)
      .Raw("hours", TextOrNull(section.hours));
  return writer;
}

/// What holds for calls: of a server without a tool section, or of one tool.
json::ObjectWriter CallsJson(const ResolvedSection& section) {
  return RulesJson(section)
      .Bool("pin", section.pin)
      .Raw("payees", StringsJson(section.payees))
      .Raw("schemes", StringsJson(section.schemes))
      .String("price_drift", section.price_drift)
      .Raw("breaker", section.breaker == 0 ? "null" : std::to_string(section.breaker));
}

std::string ServerJson(const ServerSection& server, const std::vector<ResolvedSection>& sections) {
  const auto own = std::find_if(
      sections.begin(), sections.end(),
      [&](const ResolvedSection& section) { return section.name == "server." + server.name; });
  std::vector<std::string> tools;
  for (const ResolvedSection& section : sections) {
    if (IsToolOf(section, server.name)) {
      tools.push_back(CallsJson(section).Done());
    }
  }
  return CallsJson(*own)
      .String("name", server.name)
      .String("identity", server.identity)
      .Raw("command", StringsJson(server.endpoint.command))
      .Raw("url", TextOrNull(server.endpoint.url))
      .Raw("trust", StringsJson(own->trust))
      .Raw("budgets", StringsJson(own->budgets))
      .Raw("tools", json::Array(tools))
      .Done();
}

std::string ChainsJson(const Policy& policy) {
  std::vector<std::string> names;
  for (const ChainSection& chain : policy.chains()) {
    names.push_back(ChainSourceName(chain));
  }
  return StringsJson(names);
}

std::string UnitsJson(const ResolvedTop& top) {
  std::vector<std::string> units;
  for (const auto& [name, assets] : top.units) {
    units.push_back(
        json::ObjectWriter().String("name", name).Raw("assets", StringsJson(assets)).Done());
  }
  return json::Array(units);
}

bool Counts(const ResolvedSection& budget, std::string_view name) {
  return name.empty() ||
         std::find(budget.servers.begin(), budget.servers.end(), name) != budget.servers.end();
}

}  // namespace

std::string PolicyJson(const Policy& policy, std::string_view name) {
  const ResolvedTop top = policy.Top();
  const std::vector<ResolvedSection> sections = policy.Sections();
  std::vector<std::string> budgets;
  for (const ResolvedSection& section : sections) {
    if (section.name.starts_with(kBudget) && Counts(section, name)) {
      budgets.push_back(RulesJson(section).Raw("servers", StringsJson(section.servers)).Done());
    }
  }
  std::vector<std::string> servers;
  for (const ServerSection& server : policy.servers()) {
    if (name.empty() || name == server.name) {
      servers.push_back(ServerJson(server, sections));
    }
  }
  return json::ObjectWriter()
      .Raw("networks", StringsJson(top.networks))
      .Raw("prefer", StringsJson(top.prefer))
      .Bool("unattended", top.unattended)
      .Bool("observe", top.observe)
      .String("zone", top.zone)
      .Raw("chains", ChainsJson(policy))
      .Raw("units", UnitsJson(top))
      .Raw("budgets", json::Array(budgets))
      .Raw("servers", json::Array(servers))
      .Done();
}

}  // namespace tollpass
