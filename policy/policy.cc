#include "policy/policy.h"

#include <algorithm>
#include <utility>

#include "policy/document.h"
#include "policy/load_errors.h"
#include "policy/read_chains.h"
#include "policy/read_section.h"
#include "policy/rules.h"
#include "policy/safeguards.h"
#include "policy/units.h"

namespace tollpass {

namespace {

/// What can be read; it is of use only where there are no errors.
std::unique_ptr<PolicyRules> ReadRules(std::string_view toml, LoadErrors& errors) {
  auto rules = std::make_unique<PolicyRules>();
  const Node root = ReadDocument(toml, errors);
  // After broken TOML every other error would only be noise.
  if (!errors.empty()) return rules;
  rules->assets = AssetTable::BuiltIn();
  ReadAssets(root, rules->assets, errors);
  const Units units(root, rules->assets, errors);
  ReadTop(root, units, *rules, errors);
  rules->chains = ReadChains(root, errors);
  ReadBudgets(root, units, *rules, errors);
  ReadServers(root, units, *rules, errors);
  return rules;
}

}  // namespace

absl::StatusOr<Policy> Policy::Parse(std::string_view toml, std::string_view path) {
  LoadErrors errors(path);
  std::unique_ptr<PolicyRules> rules = ReadRules(toml, errors);
  if (!errors.empty()) return errors.ToStatus();
  return Policy(std::move(rules));
}

std::vector<PolicyError> Policy::Errors(std::string_view toml) {
  LoadErrors errors("");
  ReadRules(toml, errors);
  std::vector<PolicyError> found;
  for (LoadError& error : errors.Sorted()) {
    found.push_back({error.at.line, error.at.column, std::move(error.message)});
  }
  return found;
}

Policy::Policy(std::unique_ptr<const PolicyRules> rules) : rules_(std::move(rules)) {}
Policy::Policy(Policy&&) noexcept = default;
Policy& Policy::operator=(Policy&&) noexcept = default;
Policy::~Policy() = default;

size_t Policy::Preference(const Asset& asset) const {
  const std::string with_network = asset.symbol + "@" + asset.network;
  for (size_t rank = 0; rank < rules_->prefer.size(); ++rank) {
    const std::string& name = rules_->prefer[rank];
    if (name == asset.symbol || name == with_network) return rank;
  }
  return rules_->prefer.size();
}

const ServerSection* Policy::ServerByName(std::string_view name) const {
  const auto found = rules_->by_name.find(name);
  return found == rules_->by_name.end() ? nullptr : &rules_->server_sections[found->second];
}

const ServerSection* Policy::ServerByIdentity(std::string_view identity) const {
  const auto found = rules_->by_identity.find(identity);
  return found == rules_->by_identity.end() ? nullptr : &rules_->server_sections[found->second];
}

const std::vector<ServerSection>& Policy::servers() const { return rules_->server_sections; }

ServerTimes Policy::TimesFor(std::string_view server_id) const {
  const auto found = rules_->by_identity.find(server_id);
  return found == rules_->by_identity.end() ? rules_->times : rules_->servers[found->second].times;
}

const AssetTable& Policy::assets() const { return rules_->assets; }

const ChainSection* Policy::ChainFor(std::string_view network) const {
  for (const ChainSection& chain : rules_->chains) {
    if (chain.network == network) return &chain;
  }
  return nullptr;
}

const std::vector<ChainSection>& Policy::chains() const { return rules_->chains; }

std::vector<std::string> Policy::TrustedWith(std::string_view what) const {
  std::vector<std::string> servers;
  for (size_t i = 0; i < rules_->servers.size(); ++i) {
    const std::vector<std::string>& trust = rules_->servers[i].trust;
    if (std::find(trust.begin(), trust.end(), what) != trust.end()) {
      servers.push_back(rules_->server_sections[i].identity);
    }
  }
  return servers;
}

bool Policy::unattended() const { return rules_->unattended; }

bool Policy::observes() const { return rules_->observe; }

std::optional<Reason> Policy::Stops(std::string_view server_id, std::string_view tool,
                                    const Facts& trouble) const {
  const auto found = rules_->by_identity.find(server_id);
  if (found == rules_->by_identity.end()) return std::nullopt;
  const ServerRules& server = rules_->servers[found->second];
  return StoppedBy(server, server.FindTool(tool), trouble);
}

}  // namespace tollpass
