#ifndef TOLLPASS_MANDATES_VERIFY_H_
#define TOLLPASS_MANDATES_VERIFY_H_

#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "mandates/chain.h"
#include "mandates/ledger_reader.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Computes the chain of events and, in a temporary database, every other table again, and names
/// each difference, the first 1000 of them. `progress` gets (events done, all events). An error
/// means that the check itself could not be made.
absl::StatusOr<VerifyReport> VerifyLedger(sql::Database& database, const ChainKey& key,
                                          const std::function<void(int64_t, int64_t)>& progress);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_VERIFY_H_
