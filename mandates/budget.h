#ifndef TOLLPASS_MANDATES_BUDGET_H_
#define TOLLPASS_MANDATES_BUDGET_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/limit.h"
#include "mandates/epoch.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// The first of `limits` that has no room when all of them are charged in order. Windows that began
/// before the epoch did count as used up.
absl::StatusOr<std::optional<Limit>> FirstFullLimit(sql::Database& database, const Epoch& epoch,
                                                    const std::vector<Limit>& limits);

/// What counts in each of `limits`: the maximum where the epoch made it used up.
absl::StatusOr<std::vector<Amount>> UsedOf(sql::Database& database, const Epoch& epoch,
                                           const std::vector<Limit>& limits);

/// What `limits` add to the counters; a limit for one call alone adds nothing.
std::vector<sql::CounterRow> CountsOf(const std::vector<Limit>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_BUDGET_H_
