#ifndef TOLLPASS_POLICY_COVERAGE_H_
#define TOLLPASS_POLICY_COVERAGE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "core/limit.h"
#include "core/reason.h"
#include "policy/intent.h"

/// What mandates say about an intent that the policy finds in bounds.
namespace tollpass {

/// A mandate and its rule for the tool that is called.
struct MandateLink {
  const MandateTerms* mandate;
  const ToolRule* rule;
};

/// The best that the mandates of the facts do for an intent.
struct Coverage {
  /// The mandate that pays, then its ancestors; empty if none does.
  std::vector<MandateLink> chain;
  /// Where none pays: why, by the one that is nearest to paying. kMandateExpired and
  /// kMandateRevoked only where nothing else stands in the way.
  Reason reason = Reason::kNoMandate;
};

/// Looks for the first mandate that covers `intent` and, if `policy_asks`, also answers that. A
/// mandate with a parent covers only if every ancestor does too. `likely_rule`: where a mandate
/// that says what the file says has its rule for the tool; only a hint.
Coverage FindCoverage(const Intent& intent, bool policy_asks, size_t likely_rule);

/// True if the mandate bounds the asset of `intent` by call, and over time or by a number of uses.
/// One that does not, does not mean to pay in it.
bool LimitsAsset(const MandateLink& link, const Intent& intent);

/// Why the mandate wants the user asked about `intent` first, which it does not answer itself;
/// std::nullopt if it pays without.
std::optional<Reason> AskOf(const MandateLink& link, const Intent& intent);

/// The limits of a mandate as they apply to `intent`, which it covers.
void AppendMandateLimits(const MandateLink& link, const Intent& intent, std::vector<Limit>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_COVERAGE_H_
