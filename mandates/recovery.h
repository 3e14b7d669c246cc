#ifndef TOLLPASS_MANDATES_RECOVERY_H_
#define TOLLPASS_MANDATES_RECOVERY_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "core/os/process.h"
#include "mandates/journal.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// True if a live call belongs to a process that is certainly gone. Takes no lock.
absl::StatusOr<bool> HasOrphans(sql::Database& database, const os::Processes& processes);

/// Ends those calls: open, and unknown where the money was held. Returns how many.
absl::StatusOr<int64_t> WriteRecovery(sql::Database& database, Journal& journal,
                                      const os::Processes& processes);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_RECOVERY_H_
