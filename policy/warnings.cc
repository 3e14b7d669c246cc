#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "policy/limit_text.h"
#include "policy/rules.h"

namespace tollpass {
namespace {

constexpr std::array<std::string_view, 5> kPackageRunners = {"npx", "bunx", "uvx", "pnpx", "pipx"};

using Texts = std::vector<std::string>;

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// True for a package that is not tied to one version: "pkg", "@scope/pkg", "pkg@latest", and for
/// npm also "pkg@1" and "pkg@^1.2.3", which are ranges.
bool IsFloating(std::string_view runner, std::string_view package) {
  if (package.find("==") != std::string_view::npos) return false;
  const size_t at = package.rfind('@');
  if (at == std::string_view::npos || at == 0) return true;
  const std::string_view version = package.substr(at + 1);
  const bool is_number = !version.empty() && version.front() >= '0' && version.front() <= '9';
  const bool is_python = runner == "uvx" || runner == "pipx";
  return !is_number || (!is_python && (std::ranges::count(version, '.') < 2 ||
                                       version.find_first_of("xX*|<> ") != version.npos));
}

/// The package that a runner like npx downloads and starts; empty for other programs.
std::string_view PackageOf(const std::vector<std::string>& command) {
  const auto& runners = kPackageRunners;
  if (command.empty() ||
      std::find(runners.begin(), runners.end(), BaseName(command[0])) == runners.end()) {
    return "";
  }
  const auto package = std::find_if(command.begin() + 1, command.end(), [](const std::string& arg) {
    return !arg.empty() && arg.front() != '-' && arg != "run";
  });
  return package == command.end() ? std::string_view() : std::string_view(*package);
}

void WarnOfFloating(const PolicyRules& rules, size_t index, Texts& warnings) {
  const ServerRules& server = rules.servers[index];
  const std::string_view package = PackageOf(rules.server_sections[index].endpoint.command);
  if (package.empty() || !PayeesOf(server, nullptr).pin) return;
  if (!IsFloating(BaseName(rules.server_sections[index].endpoint.command[0]), package)) return;
  const size_t at = package.rfind('@');
  warnings.push_back(absl::StrFormat(
      "[%s]: %s has no fixed version, so what runs there, and whom it wants paid, can change "
      "without you; write %s@VERSION, or list pay_to",
      server.section.name, Printable(package),
      Printable(at == 0 ? package : package.substr(0, at))));
}

bool ShareAsset(const LimitSpec& a, const LimitSpec& b) {
  return std::any_of(a.assets.begin(), a.assets.end(), [&](const std::string& asset) {
    return std::find(b.assets.begin(), b.assets.end(), asset) != b.assets.end();
  });
}

/// Warns where a limit of `inner` lets more through than `outer` ever will.
void WarnOfCeiling(const std::vector<LimitSpec>& inner, std::string_view inner_name,
                   const std::vector<LimitSpec>& outer, std::string_view outer_name,
                   Texts& warnings) {
  for (const LimitSpec& limit : inner) {
    for (const LimitSpec& ceiling : outer) {
      if (limit.window != ceiling.window || limit.seconds != ceiling.seconds ||
          limit.maximum <= ceiling.maximum || !ShareAsset(limit, ceiling)) {
        continue;
      }
      warnings.push_back(absl::StrFormat(
          "[%s] %s = %s is above [%s] %s = %s, which holds too; lower the one or raise the other",
          Printable(inner_name), LimitKey(limit), MaximumText(limit), Printable(outer_name),
          LimitKey(ceiling), MaximumText(ceiling)));
    }
  }
}

void WarnOfZero(const Section& section, Texts& warnings) {
  for (const std::vector<LimitSpec>* specs : {&section.per_call, &section.sums}) {
    for (const LimitSpec& spec : *specs) {
      if (!spec.maximum.IsZero()) continue;
      warnings.push_back(
          absl::StrFormat("[%s] %s = %s lets nothing through; pay = false says that "
                          "more plainly",
                          Printable(section.name), LimitKey(spec), MaximumText(spec)));
    }
  }
}

void WarnOfCeilings(const PolicyRules& rules, const ServerRules& server, Texts& warnings) {
  const Section& own = server.section;
  for (const size_t index : server.budgets) {
    const Section& budget = rules.budgets[index].section;
    WarnOfCeiling(own.per_call, own.name, budget.per_call, budget.name, warnings);
    WarnOfCeiling(own.sums, own.name, budget.sums, budget.name, warnings);
    for (const ToolSection& tool : server.tools) {
      WarnOfCeiling(tool.section.per_call, tool.section.name, budget.per_call, budget.name,
                    warnings);
    }
  }
  for (const ToolSection& tool : server.tools) {
    WarnOfCeiling(tool.section.sums, tool.section.name, own.sums, own.name, warnings);
  }
}

std::string WithSingleStars(std::string_view glob) {
  std::string plain;
  for (const char c : glob) {
    if (c != '*' || plain.empty() || plain.back() != '*') plain.push_back(c);
  }
  return plain;
}

/// Globs that match the same names: the longest wins, the others are never asked.
void WarnOfShadowed(const ServerRules& server, Texts& warnings) {
  TextMap<size_t> first;
  for (const size_t index : server.globs) {
    const ToolSection& tool = server.tools[index];
    const auto [winner, is_new] = first.emplace(WithSingleStars(tool.pattern), index);
    if (is_new) continue;
    warnings.push_back(absl::StrFormat("[%s] is never reached: [%s] matches the same tools",
                                       Printable(tool.section.name),
                                       Printable(server.tools[winner->second].section.name)));
  }
}

void WarnOfUnlimited(const PolicyRules& rules, const ServerRules& server, Texts& warnings) {
  const bool on_purpose = !server.section.pay.value_or(true) ||
                          std::any_of(server.budgets.begin(), server.budgets.end(), [&](size_t i) {
                            return !rules.budgets[i].section.pay.value_or(true);
                          });
  if (on_purpose) return;
  const std::string why = WhyNothingIsPaid(rules, server);
  if (why.empty()) return;
  warnings.push_back(
      absl::StrFormat("[%s]: nothing can be paid there; %s", server.section.name, why));
}

}  // namespace

std::vector<std::string> Policy::Warnings() const {
  Texts warnings;
  for (const BudgetRules& budget : rules_->budgets) {
    WarnOfZero(budget.section, warnings);
    if (budget.counts_all || !budget.servers.empty()) continue;
    warnings.push_back(
        absl::StrFormat("[%s] is never reached: it counts no server", budget.section.name));
  }
  for (size_t i = 0; i < rules_->servers.size(); ++i) {
    const ServerRules& server = rules_->servers[i];
    WarnOfFloating(*rules_, i, warnings);
    WarnOfZero(server.section, warnings);
    WarnOfUnlimited(*rules_, server, warnings);
    WarnOfCeilings(*rules_, server, warnings);
    WarnOfShadowed(server, warnings);
    for (const ToolSection& tool : server.tools) WarnOfZero(tool.section, warnings);
  }
  return warnings;
}

}  // namespace tollpass
