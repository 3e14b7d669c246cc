#ifndef TOLLPASS_HOME_SPENDING_H_
#define TOLLPASS_HOME_SPENDING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/limit.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// A limit that adds up over a window, and how much of it is gone.
struct Spending {
  Limit limit;
  Amount spent;                // in the limit's unit
  std::optional<Asset> asset;  // whose atomic units show it; none if decimals differ
};

/// Every such limit that a payment to `server` would count in at `now` (unix seconds): those of the
/// policy, then those of `mandates`.
absl::StatusOr<std::vector<Spending>> SpendingOf(const Policy& policy, const ServerSection& server,
                                                 const std::vector<MandateRow>& mandates,
                                                 LedgerReader& reader, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_SPENDING_H_
