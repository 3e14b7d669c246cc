#ifndef TOLLPASS_POLICY_RULES_H_
#define TOLLPASS_POLICY_RULES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/time_zone.h"
#include "policy/hours.h"
#include "policy/policy.h"

/// The policy file as resolved values: what Parse makes and everything else reads.
namespace tollpass {

/// Lets maps of std::string be searched by std::string_view.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Whom a section lets be paid: the listed accounts, or the one that is pinned for the server.
struct Payees {
  bool pin = false;
  std::vector<std::string> accounts;  // canonical
};

/// What one section says. Absent values are inherited; a server's `pay_to`, `schemes`,
/// `price_drift` and `breaker` are never absent.
struct Section {
  std::string name;                  // "server.search.tool.deep_research"
  std::string counter;               // of its limits
  std::vector<LimitSpec> per_call;   // kCall
  std::vector<LimitSpec> sums;       // windows, totals and rates
  std::vector<LimitSpec> ask_above;  // kCall
  std::optional<bool> ask_always;
  std::optional<bool> pay;
  std::optional<Hours> hours;
  std::optional<Payees> pay_to;
  std::optional<std::vector<std::string>> schemes;
  std::optional<uint64_t> price_drift;  // thousandths of the last price; 0: off
  std::optional<int64_t> breaker;       // paid calls without delivery; 0: off
};

struct BudgetRules {
  Section section;
  bool counts_all = false;           // [budget.all]
  std::vector<std::string> servers;  // section names
};

struct ToolSection {
  std::string pattern;
  Section section;
  std::string digest;  // over every section that applies to a call of this tool
};

struct ServerRules {
  Section section;
  std::vector<size_t> budgets;  // those that count it; indices into PolicyRules
  ServerTimes times;
  int64_t max_validity = 0;  // seconds
  AfterUnknown after_unknown = AfterUnknown::kAsk;
  std::vector<std::string> trust;  // kTrustRefusals, kTrustReceipts
  std::string origin;              // of an https url: "https://host:443"; else empty
  std::vector<ToolSection> tools;  // in the order of the file
  TextMap<size_t> exact;           // name -> index into `tools`
  std::vector<size_t> globs;       // longest first
  std::string digest;              // over every section that applies where no tool section does

  /// The one tool section that applies; nullptr if none. As FindToolRule, without a search.
  [[nodiscard]] const ToolSection* FindTool(std::string_view tool) const;
};

struct PolicyRules {
  AssetTable assets;
  std::map<std::string, std::vector<std::string>> units;
  std::vector<std::string> networks;  // "testnet", "mainnet", or CAIP-2 ids
  std::vector<std::string> prefer;
  bool unattended = false;
  bool observe = false;
  TimeZone zone;  // whose calendar windows count
  ServerTimes times;
  int64_t max_validity = 300;  // seconds
  AfterUnknown after_unknown = AfterUnknown::kAsk;
  std::vector<ChainSection> chains;
  std::vector<BudgetRules> budgets;
  std::optional<size_t> budget_all;  // index into `budgets`
  std::vector<ServerSection> server_sections;
  std::vector<ServerRules> servers;  // parallel to `server_sections`
  TextMap<size_t> by_name;
  TextMap<size_t> by_identity;
};

/// What holds for a call: a tool section's value replaces the server's.
const Section& PerCallSection(const ServerRules& server, const ToolSection* tool);
const Section& AskAboveSection(const ServerRules& server, const ToolSection* tool);
bool AsksAlways(const ServerRules& server, const ToolSection* tool);
bool MayPay(const ServerRules& server, const ToolSection* tool);
const Payees& PayeesOf(const ServerRules& server, const ToolSection* tool);
const std::vector<std::string>& SchemesOf(const ServerRules& server, const ToolSection* tool);
uint64_t PriceDriftOf(const ServerRules& server, const ToolSection* tool);
int64_t BreakerOf(const ServerRules& server, const ToolSection* tool);

/// True if `specs` has one that counts the asset with this AssetKey as money.
bool Counts(const std::vector<LimitSpec>& specs, std::string_view asset_key);
/// True if budget.all and the server each limit the asset by call and over time.
bool IsLimited(const PolicyRules& rules, const ServerRules& server, const ToolSection* tool,
               std::string_view asset_key);
bool AllowsNetwork(const PolicyRules& rules, std::string_view network);

/// True if some tool of the server may be paid in `asset`.
bool IsPayable(const PolicyRules& rules, const ServerRules& server, const Asset& asset);
/// Why no tool of the server may be paid in any asset, and what to write; empty where one may.
std::string WhyNothingIsPaid(const PolicyRules& rules, const ServerRules& server);

/// Digest of the sections that apply to a server's calls where no tool section does, as resolved;
/// 64 hex digits.
std::string ServerDigest(const PolicyRules& rules, const ServerRules& server,
                         std::string_view identity);
/// The same where the section `tool` applies too.
std::string ToolDigest(std::string_view server_digest, const Section& tool);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_RULES_H_
