#ifndef TOLLPASS_MANDATES_BUDGET_H_
#define TOLLPASS_MANDATES_BUDGET_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/limit.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// The first of `limits` that has no room when all of them are charged in order.
absl::StatusOr<std::optional<Limit>> FirstFullLimit(sql::Database& database,
                                                    const std::vector<Limit>& limits);

/// What `limits` add to the counters; a limit for one call alone adds nothing.
std::vector<sql::CounterRow> CountsOf(const std::vector<Limit>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_BUDGET_H_
