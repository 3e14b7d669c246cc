#ifndef TOLLPASS_MANDATES_FIND_REPEAT_H_
#define TOLLPASS_MANDATES_FIND_REPEAT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "mandates/sql/charges.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What an earlier call of the same key left behind. At most one is set.
struct Unanswered {
  std::optional<sql::ChargeRow> repeatable;  // its proof can still settle: it goes out again
  std::optional<sql::ChargeRow> dead;        // it may have settled, and cannot any more
};

/// The newest unanswered charge for `call_key` whose proof is alive at `now`, else the newest dead
/// one. Live calls count from `called_before_ms` back: those have been unanswered for too long.
absl::StatusOr<Unanswered> FindUnansweredCharge(sql::Database& database, std::string_view call_key,
                                                int64_t called_before_ms, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_FIND_REPEAT_H_
