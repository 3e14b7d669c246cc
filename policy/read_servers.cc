#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/mandate_terms.h"
#include "policy/keys.h"
#include "policy/origin.h"
#include "policy/read_section.h"
#include "policy/safeguards.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr size_t kIdentityPrefix = 12;
constexpr size_t kLongestToolName = 512;

/// Reads every [server.NAME.tool.TOOL].
void ReadTools(const Node& table, const std::string& server_name, const std::string& identity,
               const Units& units, const TimeZone& zone, ServerRules& server, LoadErrors& errors) {
  const Node* tools = ReadTable(table, "tool", "[server.NAME.tool.TOOL]", errors);
  if (tools == nullptr) return;
  for (const Member& member : tools->members) {
    const std::string shown = absl::StrFormat("server.%s.tool.%s", server_name, member.key);
    if (member.key.empty() || member.key.size() > kLongestToolName ||
        member.value.kind != NodeKind::kTable) {
      errors.Add(member.at, absl::StrFormat("%s must be a section [server.%s.tool.TOOL] with the "
                                            "name or glob of a tool",
                                            Quoted(shown), server_name));
      continue;
    }
    CheckKeys(member.value, Place::kTool, InBrackets(shown), errors);
    ToolSection tool;
    tool.pattern = member.key;
    tool.section = ReadSection(member.value, shown, units, zone, errors);
    tool.section.counter = absl::StrFormat("tool.%s.%s:%s", server_name, member.key, identity);
    server.tools.push_back(std::move(tool));
  }
}

void IndexTools(ServerRules& server) {
  for (size_t i = 0; i < server.tools.size(); ++i) {
    if (IsGlob(server.tools[i].pattern)) {
      server.globs.push_back(i);
    } else {
      server.exact.emplace(server.tools[i].pattern, i);
    }
  }
  std::stable_sort(server.globs.begin(), server.globs.end(), [&](size_t a, size_t b) {
    return server.tools[a].pattern.size() > server.tools[b].pattern.size();
  });
}

void SetDefaults(const ServerEndpoint& endpoint, Section& section) {
  if (!section.pay_to) section.pay_to = Payees{.pin = true, .accounts = {}};
  if (!section.price_drift) section.price_drift = kDefaultPriceDrift;
  if (!section.breaker) section.breaker = kDefaultBreaker;
  if (section.schemes) return;
  // All schemes that lock no money for long. Without a key nobody's quote can be paid, and a
  // mandate need not allow it.
  section.schemes = {"exact"};
  if (!endpoint.quote_keys.empty()) section.schemes->emplace_back("quote");
}

std::string HttpsOrigin(const ServerEndpoint& endpoint) {
  const std::optional<Origin> origin = OriginOf(endpoint.url);
  return origin && origin->scheme == "https" ? origin->Text() : "";
}

std::vector<std::string> ReadTrust(const Node& table, LoadErrors& errors) {
  const std::optional<PlacedTexts> words = ReadTexts(table, "trust", errors);
  if (!words) return {};
  for (const auto& [word, at] : *words) {
    if (word != kTrustRefusals && word != kTrustReceipts) {
      errors.Add(at, absl::StrFormat("'trust' is about \"%s\" and \"%s\", not %s", kTrustRefusals,
                                     kTrustReceipts, Quoted(word)));
    }
  }
  // One order and no word twice, so that the digest of a section means what it says.
  std::vector<std::string> trust = WithoutPlaces(*words);
  std::sort(trust.begin(), trust.end());
  trust.erase(std::unique(trust.begin(), trust.end()), trust.end());
  return trust;
}

void LinkBudgets(const PolicyRules& rules, const std::string& name, ServerRules& server) {
  for (size_t i = 0; i < rules.budgets.size(); ++i) {
    const std::vector<std::string>& counted = rules.budgets[i].servers;
    if (rules.budgets[i].counts_all ||
        std::find(counted.begin(), counted.end(), name) != counted.end()) {
      server.budgets.push_back(i);
    }
  }
}

void AddServer(const Member& member, const Units& units, PolicyRules& rules, LoadErrors& errors) {
  const std::string& name = member.key;
  const Node& table = member.value;
  CheckKeys(table, Place::kServer, absl::StrFormat("[server.%s]", name), errors);
  ServerSection known;
  known.name = name;
  known.endpoint = ReadEndpoint(table, member.at, errors);
  known.identity = ServerIdentity(known.endpoint);
  const std::string prefix = known.identity.substr(0, kIdentityPrefix);

  ServerRules server;
  server.section = ReadSection(table, "server." + name, units, rules.zone, errors);
  server.section.counter = absl::StrFormat("server.%s:%s", name, prefix);
  SetDefaults(known.endpoint, server.section);
  server.times = rules.times;
  server.max_validity = rules.max_validity;
  server.after_unknown = rules.after_unknown;
  ReadTiming(table, {server.times, server.max_validity, server.after_unknown}, errors);
  server.trust = ReadTrust(table, errors);
  server.origin = HttpsOrigin(known.endpoint);
  LinkBudgets(rules, name, server);
  ReadTools(table, name, prefix, units, rules.zone, server, errors);
  IndexTools(server);
  server.digest = ServerDigest(rules, server, known.identity);
  for (ToolSection& tool : server.tools) tool.digest = ToolDigest(server.digest, tool.section);

  const size_t index = rules.servers.size();
  const auto [twin, is_new] = rules.by_identity.emplace(known.identity, index);
  if (!is_new) {
    errors.Add(member.at, absl::StrFormat("[server.%s] is the same server as [server.%s]; keep one "
                                          "of the two sections",
                                          name, rules.server_sections[twin->second].name));
  }
  rules.by_name.emplace(name, index);
  rules.server_sections.push_back(std::move(known));
  rules.servers.push_back(std::move(server));
}

}  // namespace

void ReadServers(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors) {
  const Node* servers = ReadTable(root, "server", "[server.NAME]", errors);
  if (servers == nullptr) return;
  for (const Member& member : servers->members) {
    if (!IsPlainName(member.key) || member.value.kind != NodeKind::kTable) {
      errors.Add(member.at, absl::StrFormat("%s must be a section [server.NAME], its name of "
                                            "letters, digits, - and _",
                                            Quoted("server." + member.key)));
      continue;
    }
    AddServer(member, units, rules, errors);
  }
}

}  // namespace tollpass
