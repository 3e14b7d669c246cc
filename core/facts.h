#ifndef TOLLPASS_CORE_FACTS_H_
#define TOLLPASS_CORE_FACTS_H_

#include <string>
#include <vector>

#include "core/approval.h"
#include "core/mandate_terms.h"

namespace tollpass {

/// What the ledger knows that a decision depends on, read inside the transaction that charges.
struct Facts {
  bool paused = false;
  /// Signed, not revoked, bound to this ledger and this server; expired ones included, so that a
  /// decision can say so. In the order in which they expire.
  std::vector<MandateTerms> mandates;
  /// The one that was revoked last, if any: it permits nothing, it only tells why.
  std::vector<MandateTerms> revoked;
  /// Payees that are pinned for this server, as AssetKey(network, payee).
  std::vector<std::string> pinned_payees;
  /// Answered questions for this call (granted and not used, or denied), not expired; grants with
  /// a verified signature.
  std::vector<Approval> approvals;
  /// An earlier proof for the same call was never answered and can no longer be sent again.
  bool outcome_unknown_before = false;
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_FACTS_H_
