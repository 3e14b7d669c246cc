#ifndef TOLLPASS_CORE_MANDATE_TERMS_H_
#define TOLLPASS_CORE_MANDATE_TERMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/asset.h"
#include "core/limit.h"

namespace tollpass {

/// No proof may live longer than that, by policy or mandate. Seconds; "366d".
inline constexpr int64_t kLongestValiditySeconds = int64_t{366} * 24 * 60 * 60;

/// What a mandate (or a policy section) says about the tools that a name or glob matches.
struct ToolRule {
  std::string tool;                  // exact name, or glob with `*` and `?`
  std::vector<LimitSpec> limits;     // kCall limits here replace the outer ones
  std::vector<LimitSpec> ask_above;  // kCall limits; replaces the outer list if not empty
  bool ask_always = false;
  bool pay = true;  // false: nothing that matches is paid
  // These replace the outer payees (both together), and the outer schemes, if not empty.
  std::vector<std::string> payees;
  bool pinned_payee = false;
  std::vector<std::string> schemes;

  friend bool operator==(const ToolRule&, const ToolRule&) = default;
};

/// What a user may trust a server's word about: MandateTerms::trust.
inline constexpr std::string_view kTrustRefusals = "refusals";
inline constexpr std::string_view kTrustReceipts = "receipts";

/// The content of a mandate: resolved values, so that no later edit of a file widens them. What
/// budgets say is folded in. Empty lists allow nothing. Decoded only from bytes whose signature was
/// verified.
struct MandateTerms {
  std::string id;
  std::string ledger_id;
  std::string server_id;
  std::string server_name;    // for people
  std::vector<Asset> assets;  // with decimals and signing domain
  std::vector<LimitSpec> limits;
  std::vector<ToolRule> tools;
  std::vector<std::string> only_tools;   // names or globs; a tool that matches none is not paid
  int64_t uses = 0;                      // 0: any number; 1: single use
  std::vector<std::string> payees;       // canonical account ids
  bool pinned_payee = false;             // also the payee that is pinned for the server
  std::vector<std::string> wallet_keys;  // payer accounts
  std::vector<std::string> schemes;
  std::vector<LimitSpec> ask_above;  // kCall limits
  bool ask_always = false;
  bool answers_ask = false;
  int64_t max_validity = 0;                // seconds
  std::vector<std::string> trust;          // kTrustRefusals, kTrustReceipts
  std::vector<std::string> chain_sources;  // ChainSourceName of those that may give budget back
  int64_t not_before = 0;                  // unix seconds
  int64_t not_after = 0;                   // unix seconds, exclusive
  std::string parent;                      // mandate id; empty for a root
  std::string delegate_key;                // Ed25519 public key, 64 hex digits; empty if none

  friend bool operator==(const MandateTerms&, const MandateTerms&) = default;
};

/// The rule for `tool`: an exact name wins, else the longest matching glob; nullptr if none.
/// Names are compared as bytes. No two rules may have the same name. Looks first at the place
/// `likely` of an exact name: whoever knows it saves the search.
const ToolRule* FindToolRule(const std::vector<ToolRule>& rules, std::string_view tool,
                             size_t likely = 0);

/// The counter in which the mandate's own limits are counted.
std::string MandateCounter(std::string_view mandate_id);

/// True if `tool` is one of the mandate's `only_tools`, by name or glob.
bool IsAmongTools(const MandateTerms& mandate, std::string_view tool);

/// True if the mandate pays what is asked about, except a new payee and an unknown outcome.
bool AnswersAsk(const MandateTerms& mandate);

/// True if `pattern` holds a glob character.
bool IsGlob(std::string_view pattern);
bool GlobMatches(std::string_view pattern, std::string_view name);
/// True if some name matches both patterns.
bool GlobsOverlap(std::string_view a, std::string_view b);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_MANDATE_TERMS_H_
