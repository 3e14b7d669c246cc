#ifndef TOLLPASS_MANDATES_EPOCH_H_
#define TOLLPASS_MANDATES_EPOCH_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "mandates/authority.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What holds since the user last accepted the ledger as it was (OrderKind::kAcceptLedger).
struct Epoch {
  int64_t number = 1;
  int64_t began_at = 0;    // unix seconds; windows that began by then count as used up; 0: none do
  int64_t void_until = 0;  // sequence: what was signed by this event or before holds no more
};

/// Out of the events, each verified as the user signed it for its place in the chain: a row of
/// `meta` could be put back, or an event be copied. DataLoss: one of them does not hold.
absl::StatusOr<Epoch> ReadEpoch(sql::Database& database, const Authority& authority);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_EPOCH_H_
