#ifndef TOLLPASS_MANDATES_MANDATE_STANDING_H_
#define TOLLPASS_MANDATES_MANDATE_STANDING_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Whether a mandate that was signed is still good, apart from its own times.
struct MandateStanding {
  bool revoked = false;
  bool ended = false;  // by an accepted ledger, or it was never allowed
};

/// `void_until`: of the Epoch. The row and the events are asked, each by an index of its own, and
/// either one revokes: a row that was put back does not come to life, nor does one of which an
/// index leaves the event out.
absl::StatusOr<MandateStanding> ReadMandateStanding(sql::Database& database,
                                                    std::string_view mandate, int64_t void_until);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_MANDATE_STANDING_H_
