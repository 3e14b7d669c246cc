#ifndef TOLLPASS_MANDATES_ACCEPT_LEDGER_H_
#define TOLLPASS_MANDATES_ACCEPT_LEDGER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/acceptance.h"
#include "mandates/journal.h"
#include "mandates/open_file.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What the sums of its totals lack to be used up.
absl::StatusOr<std::vector<sql::CounterRow>> WhatTotalsLack(sql::Database& database,
                                                            const Acceptance& acceptance);

/// Whether the ledger may be accepted as `acceptance` says; WhatTotalsLack.
/// FailedPrecondition: nothing is wrong, the ledger is not as it was shown, or accepting it cannot
/// help.
absl::StatusOr<std::vector<sql::CounterRow>> CheckAcceptance(sql::Database& database,
                                                             const Journal& journal,
                                                             const OpenedFile& file,
                                                             const Acceptance& acceptance);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_ACCEPT_LEDGER_H_
