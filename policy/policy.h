#ifndef TOLLPASS_POLICY_POLICY_H_
#define TOLLPASS_POLICY_POLICY_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/asset.h"
#include "core/call.h"
#include "core/facts.h"
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

/// The user's policy file, checked and resolved. Immutable and pure: no clock, no file, no key; the
/// same arguments give the same verdict. Thread-safe.
///
/// Format: docs/policy.md.
class Policy {
 public:
  /// Reads the text of a policy file. `path` is for messages only. InvalidArgument lists every
  /// error with line and column: "policy.toml:12:3: unknown key 'per_dya'".
  static absl::StatusOr<Policy> Parse(std::string_view toml, std::string_view path);

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
  /// True: what would be asked is declined.
  [[nodiscard]] bool unattended() const;

  /// What `allow` signs for the server section `name` today: everything but ids, keys and times.
  /// Each value is the strictest of all sections that apply, budgets included, so that no later
  /// edit of one of them widens it. NotFound: no such section. FailedPrecondition: it lets nothing
  /// be paid, and why.
  [[nodiscard]] absl::StatusOr<MandateTerms> MandateFor(std::string_view name) const;

  /// The resolved rules as text for people, defaults included; one section if `name` is not empty.
  [[nodiscard]] absl::StatusOr<std::string> Describe(std::string_view name,
                                                     const PinnedPayees& pinned = {}) const;

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
};

/// Index of the offer to take: pay before ask before deny, then the order of `prefer`, then the
/// smaller amount within one asset, then the server's order. `offers` must not be empty.
size_t ChooseOffer(const Policy& policy, const std::vector<JudgedOffer>& offers);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_POLICY_H_
