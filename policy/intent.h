#ifndef TOLLPASS_POLICY_INTENT_H_
#define TOLLPASS_POLICY_INTENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/facts.h"
#include "core/limit.h"
#include "core/terms.h"

namespace tollpass {

/// A call with its terms, and what is derived from them once. Refers to its arguments.
struct Intent {
  Intent(const Call& the_call, const Terms& the_terms, const Facts& the_facts, int64_t seconds);

  /// True if this payee is pinned for the server on this network.
  [[nodiscard]] bool IsPinned() const;
  /// True if any payee of this network's family is.
  [[nodiscard]] bool FamilyHasPin() const;

  const Call& call;
  const Terms& terms;
  const Facts& facts;
  int64_t now;             // unix seconds
  CountedPayment counted;  // the charge as limits see it
  std::string payee;       // canonical
};

/// Where limits of one section or mandate are counted.
struct LimitOwner {
  std::string_view counter;
  std::string_view section;
  std::string_view mandate;
};

/// Appends `spec` as it applies to the intent, unless it does not count the asset.
void AppendLimit(const LimitSpec& spec, const LimitOwner& owner, const Intent& intent,
                 std::vector<Limit>& limits);

/// True if `spec` counts the asset and the charge alone is more than it allows.
bool Exceeds(const LimitSpec& spec, const Intent& intent);

/// True if a payment is to be asked about under `ask_above`: above it, or in an asset that it does
/// not name. An empty list asks for nothing.
bool AsksAbove(const std::vector<LimitSpec>& ask_above, const Intent& intent);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_INTENT_H_
