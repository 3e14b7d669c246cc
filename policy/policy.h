#ifndef TOLLPASS_POLICY_POLICY_H_
#define TOLLPASS_POLICY_POLICY_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/asset.h"
#include "core/call.h"
#include "core/chain_sighting.h"
#include "core/facts.h"
#include "core/limit.h"
#include "core/mandate_terms.h"
#include "core/server_identity.h"
#include "core/terms.h"
#include "core/verdict.h"

namespace tollpass {

/// A policy file is read up to this size. Bytes.
inline constexpr size_t kMaxPolicyBytes = size_t{16} * 1024 * 1024;

/// True for a name that the user may give to a section or unit: 1 to 64 letters, digits, `-`, `_`.
bool IsPlainName(std::string_view name);

enum class AfterUnknown { kAsk, kDeny };

struct PolicyRules;  // policy/rules.h, for this room only

/// Times that hold for one server; milliseconds.
struct ServerTimes {
  int64_t ask_wait_ms = 20'000;
  int64_t host_timeout_ms = 60'000;
};

/// Payees that are pinned, for people ("0x... on eip155:8453"), by server identity.
using PinnedPayees = std::map<std::string, std::vector<std::string>>;

/// A server that has a section.
struct ServerSection {
  std::string name;
  ServerEndpoint endpoint;
  std::string identity;  // ServerIdentity(endpoint)
};

/// What is wrong with a policy file, and where; line and column count from 1.
struct PolicyError {
  uint32_t line = 1;
  uint32_t column = 1;
  std::string message;
};

/// What one section says, defaults and inherited values filled in.
struct ResolvedSection {
  std::string name;  // "budget.all", "server.search", "server.search.tool.deep_research"
  std::vector<LimitSpec> per_call;
  std::vector<LimitSpec> sums;  // windows, totals and rates that this section counts itself
  std::vector<LimitSpec> ask_above;
  bool ask_always = false;
  bool pay = true;
  std::string hours;  // "08:00-20:00 Europe/Oslo"; empty: all. Of budgets and servers only
  // Of servers and tools only.
  bool pin = false;
  std::vector<std::string> payees;
  std::vector<std::string> schemes;
  std::string price_drift;         // "1.5", or "off"
  int64_t breaker = 0;             // 0: off
  std::vector<std::string> trust;  // of a server: "refusals", "receipts"
  // Of a budget: the servers that it counts; of a server: the budgets that count it.
  std::vector<std::string> servers;
  std::vector<std::string> budgets;
};

/// What stands at the top of the file, defaults filled in.
struct ResolvedTop {
  std::vector<std::string> networks;
  std::vector<std::string> prefer;
  bool unattended = false;
  bool observe = false;
  std::string zone;  // "Europe/Oslo"
  std::vector<std::pair<std::string, std::vector<std::string>>> units;
};

/// The user's policy file, checked and resolved. Immutable and pure: no clock, no file, no key; the
/// same arguments give the same verdict. Thread-safe.
///
/// Format: docs/policy.md.
class Policy {
 public:
  /// Reads the text of a policy file. `path` is for messages only. InvalidArgument lists every
  /// error with line and column: "policy.toml:12:3: unknown key 'per_dya'".
  static absl::StatusOr<Policy> Parse(std::string_view toml, std::string_view path);

  /// Every error of such a text, in the order of the file; none where Parse takes it.
  static std::vector<PolicyError> Errors(std::string_view toml);

  Policy(Policy&&) noexcept;
  Policy& operator=(Policy&&) noexcept;
  ~Policy();

  /// Whether `call` may be paid under `terms` at `now` (unix seconds), and under which limits.
  /// Total: every input gives a verdict. Sums already spent are not looked at: the verdict lists
  /// the limits, the ledger tells which is full.
  [[nodiscard]] Verdict Decide(const Call& call, const Terms& terms, const Facts& facts,
                               int64_t now) const;

  /// Rank of an asset in `prefer`, best first; the number of entries where it is not named.
  [[nodiscard]] size_t Preference(const Asset& asset) const;

  [[nodiscard]] const ServerSection* ServerByName(std::string_view name) const;
  [[nodiscard]] const ServerSection* ServerByIdentity(std::string_view identity) const;
  [[nodiscard]] const std::vector<ServerSection>& servers() const;
  /// Times of the server with this identity; the top-level ones where it has no section.
  [[nodiscard]] ServerTimes TimesFor(std::string_view server_id) const;

  [[nodiscard]] const AssetTable& assets() const;
  /// Where facts about `network` come from; nullptr: from nowhere.
  [[nodiscard]] const ChainSection* ChainFor(std::string_view network) const;
  [[nodiscard]] const std::vector<ChainSection>& chains() const;
  /// Identities of the servers whose word about `what` is trusted: kTrustRefusals, kTrustReceipts.
  [[nodiscard]] std::vector<std::string> TrustedWith(std::string_view what) const;
  /// True: what would be asked is declined.
  [[nodiscard]] bool unattended() const;
  /// True: nothing is paid, and what would be is logged.
  [[nodiscard]] bool observes() const;
  /// Whether `trouble` stops payments to the tool, and why: kBreakerOpen or kPriceProbing.
  [[nodiscard]] std::optional<Reason> Stops(std::string_view server_id, std::string_view tool,
                                            const Facts& trouble) const;

  /// What `allow` signs for the server section `name` today: everything but ids, keys and times.
  /// Each value is the strictest of all sections that apply, budgets included, so that no later
  /// edit of one of them widens it. NotFound: no such section. FailedPrecondition: it lets nothing
  /// be paid, and why.
  [[nodiscard]] absl::StatusOr<MandateTerms> MandateFor(std::string_view name) const;

  /// The resolved rules as text for people, defaults included; one section if `name` is not empty.
  [[nodiscard]] absl::StatusOr<std::string> Describe(std::string_view name,
                                                     const PinnedPayees& pinned = {}) const;

  [[nodiscard]] ResolvedTop Top() const;
  /// Every budget, then every server followed by its tools, in the order of the file.
  [[nodiscard]] std::vector<ResolvedSection> Sections() const;

  /// Every limit under which a payment to the server section `name` could be charged at `now` (unix
  /// seconds), whatever the tool and the asset: the policy's, then those of `mandates`; one for
  /// each counter, as for the smallest payment.
  [[nodiscard]] std::vector<Limit> LimitsOf(std::string_view name,
                                            const std::vector<MandateTerms>& mandates,
                                            int64_t now) const;

  /// Every `total` of the file, in each class of networks, also of sections that pay nothing today:
  /// what was paid before counts in them all the same. `counter`, `unit`, `window`, `maximum` and
  /// `section` are set.
  [[nodiscard]] std::vector<Limit> Totals() const;

  /// What is legal but probably not meant, one sentence each.
  [[nodiscard]] std::vector<std::string> Warnings() const;

 private:
  explicit Policy(std::unique_ptr<const PolicyRules> rules);
  std::unique_ptr<const PolicyRules> rules_;
};

/// One offer of a challenge after it was judged.
struct JudgedOffer {
  std::optional<Terms> terms;  // absent: the scheme refused it, see `verdict`
  Verdict verdict;             // a full limit is already turned into a denial
  std::optional<Limit> full;   // that limit
  /// Only its amount keeps it from being paid: a server that sees that learns where a limit lies.
  bool tells_of_limit = false;
};

/// Index of the offer to take: pay before ask before deny, then the order of `prefer`, then the
/// smaller amount within one asset, then the server's order. `offers` must not be empty.
size_t ChooseOffer(const Policy& policy, const std::vector<JudgedOffer>& offers);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_POLICY_H_
