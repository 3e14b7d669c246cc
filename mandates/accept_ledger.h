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

/// Whether the ledger may be accepted as `acceptance` says; what its totals lack to be used up.
/// FailedPrecondition: nothing is wrong, the ledger is not as it was shown, or accepting it cannot
/// help.
absl::StatusOr<std::vector<sql::CounterRow>> CheckAcceptance(sql::Database& database,
                                                             const Journal& journal,
                                                             const OpenedFile& file,
                                                             const Acceptance& acceptance);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_ACCEPT_LEDGER_H_
