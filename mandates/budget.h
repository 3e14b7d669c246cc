#ifndef TOLLPASS_MANDATES_BUDGET_H_
#define TOLLPASS_MANDATES_BUDGET_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/limit.h"
#include "mandates/epoch.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Sums of counters, each read from the database once: within a transaction they stay, since nobody
/// else can add to a counter and a charge is written at its end. Good for one transaction, or for
/// one look; `database` must outlive it.
class CounterSums {
 public:
  explicit CounterSums(sql::Database& database) : database_(database) {}

  /// As sql::SumSince.
  absl::StatusOr<std::optional<Amount>> Since(const sql::CounterRow& key, int64_t from);

 private:
  struct Known {
    sql::CounterRow key;
    int64_t from = 0;
    std::optional<Amount> sum;
  };

  sql::Database& database_;
  std::vector<Known> known_;
};

/// The first of `limits` that has no room when all of them are charged in order. Windows that began
/// before the epoch did count as used up.
absl::StatusOr<std::optional<Limit>> FirstFullLimit(CounterSums& sums, const Epoch& epoch,
                                                    const std::vector<Limit>& limits);

/// What counts in each of `limits`: the maximum where the epoch made it used up.
absl::StatusOr<std::vector<Amount>> UsedOf(CounterSums& sums, const Epoch& epoch,
                                           const std::vector<Limit>& limits);

/// What `limits` add to the counters; a limit for one call alone adds nothing.
std::vector<sql::CounterRow> CountsOf(const std::vector<Limit>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_BUDGET_H_
