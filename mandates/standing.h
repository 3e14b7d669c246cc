#ifndef TOLLPASS_MANDATES_STANDING_H_
#define TOLLPASS_MANDATES_STANDING_H_

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "mandates/clock_check.h"
#include "mandates/ledger_reader.h"
#include "mandates/open_file.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// As LedgerReader::Standing; changes nothing. `seen` is what the mirror held before the state of
/// the database was fixed: what is paid meanwhile must not make it look behind.
absl::StatusOr<LedgerStanding> ReadStanding(sql::Database& database, const OpenedFile& file,
                                            const absl::StatusOr<std::optional<LedgerHead>>& seen,
                                            const ClockReading& reading);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_STANDING_H_
