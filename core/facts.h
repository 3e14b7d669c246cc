#ifndef TOLLPASS_CORE_FACTS_H_
#define TOLLPASS_CORE_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/amount.h"
#include "core/approval.h"
#include "core/mandate_terms.h"

namespace tollpass {

/// Undelivered calls of one tool are counted up to here, and no breaker may wait for more.
inline constexpr int64_t kMostUndelivered = 1000;

/// What a tool was paid last in one asset.
struct LastPrice {
  std::string asset;  // AssetKey
  Amount amount;      // atomic units
};

/// What the ledger knows that a decision depends on, read inside the transaction that charges.
struct Facts {
  bool paused = false;
  /// Signed, not revoked, bound to this ledger and this server; expired ones included, so that a
  /// decision can say so. In the order in which they expire.
  std::vector<MandateTerms> mandates;
  /// Id of the mandate to which the user bound this kernel: it and those below it alone pay. Empty:
  /// any.
  std::string bound_to = {};
  /// The one that was revoked last, if any: it permits nothing, it only tells why.
  std::vector<MandateTerms> revoked;
  /// Payees that are pinned for this server, as AssetKey(network, payee).
  std::vector<std::string> pinned_payees;
  /// Answered questions for this call (granted and not used, or denied), not expired; grants with
  /// a verified signature.
  std::vector<Approval> approvals;
  /// An earlier proof for the same call was never answered and can no longer be sent again.
  bool outcome_unknown_before = false;
  /// Of the tool that is called, in each asset.
  std::vector<LastPrice> last_prices;
  /// Paid calls of the tool that ended without an answer or with an empty one, since the last one
  /// that brought something or since the user closed its breaker.
  int64_t undelivered = 0;
  /// Different prices of the tool that were over a limit within the last hour.
  int64_t refused_prices = 0;
  /// The Call::tool_definition that is pinned for the tool; empty if none.
  std::string pinned_tool;
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_FACTS_H_
