#include "mandates/budget.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/status.h"

namespace tollpass {
namespace {

bool SameCounter(const sql::CounterRow& a, const sql::CounterRow& b) {
  return a.counter == b.counter && a.unit == b.unit && a.window == b.window &&
         a.seconds == b.seconds;
}

sql::CounterRow CountOf(const Limit& limit) {
  return {.counter = limit.counter,
          .unit = limit.unit,
          .window = std::string(WindowName(limit.window)),
          .seconds = limit.seconds,
          .bucket = limit.bucket,
          .sum = limit.amount};
}

/// True if payments that were lost may have filled it: its window began before they were given up.
/// Totals were filled up by themselves then, and uses are those of a mandate that is void.
bool IsSpentByEpoch(const Limit& limit, const Epoch& epoch) {
  const bool ends = limit.window != WindowKind::kCall && limit.window != WindowKind::kTotal &&
                    limit.window != WindowKind::kUses;
  return ends && epoch.began_at != 0 && limit.from <= epoch.began_at;
}

/// `charged`: what limits before this one add.
absl::StatusOr<bool> HasRoom(CounterSums& sums, const Epoch& epoch, const Limit& limit,
                             const std::vector<sql::CounterRow>& charged) {
  if (limit.window == WindowKind::kCall) {
    return limit.amount <= limit.maximum;
  }
  if (IsSpentByEpoch(limit, epoch)) {
    return false;
  }
  const sql::CounterRow count = CountOf(limit);
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<Amount> sum, sums.Since(count, limit.from));
  for (const sql::CounterRow& earlier : charged) {
    if (SameCounter(earlier, count) && earlier.bucket >= limit.from && sum) {
      sum = sum->Plus(earlier.sum);
    }
  }
  sum = sum ? sum->Plus(limit.amount) : sum;
  return sum && *sum <= limit.maximum;
}

absl::StatusOr<Amount> UsedOfOne(CounterSums& sums, const Epoch& epoch, const Limit& limit) {
  if (limit.window == WindowKind::kCall) {
    return Amount();
  }
  if (IsSpentByEpoch(limit, epoch)) {
    return limit.maximum;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> sum,
                            sums.Since(CountOf(limit), limit.from));
  return sum.value_or(limit.maximum);
}

bool IsTighter(const Limit& limit, const Limit& than) {
  return limit.window == than.window && limit.unit == than.unit && limit.maximum < than.maximum;
}

}  // namespace

absl::StatusOr<std::optional<Amount>> CounterSums::Since(const sql::CounterRow& key, int64_t from) {
  const auto known = std::ranges::find_if(known_, [&](const Known& one) {
    return one.from == from && one.key.bucket == key.bucket && SameCounter(one.key, key);
  });
  if (known != known_.end()) {
    return known->sum;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> sum, sql::SumSince(database_, key, from));
  known_.push_back({key, from, sum});
  return sum;
}

absl::StatusOr<std::optional<Limit>> FirstFullLimit(CounterSums& sums, const Epoch& epoch,
                                                    const std::vector<Limit>& limits) {
  std::vector<sql::CounterRow> charged;
  std::optional<Limit> full;
  for (const Limit& limit : limits) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool room, HasRoom(sums, epoch, limit, charged));
    if (!room && (!full || IsTighter(limit, *full))) {
      full = limit;
    }
    if (limit.window != WindowKind::kCall) {
      charged.push_back(CountOf(limit));
    }
  }
  return full;
}

absl::StatusOr<std::vector<Amount>> UsedOf(CounterSums& sums, const Epoch& epoch,
                                           const std::vector<Limit>& limits) {
  std::vector<Amount> used;
  used.reserve(limits.size());
  for (const Limit& limit : limits) {
    TOLLPASS_ASSIGN_OR_RETURN(const Amount sum, UsedOfOne(sums, epoch, limit));
    used.push_back(sum);
  }
  return used;
}

std::vector<sql::CounterRow> CountsOf(const std::vector<Limit>& limits) {
  std::vector<sql::CounterRow> counts;
  for (const Limit& limit : limits) {
    if (limit.window != WindowKind::kCall) {
      counts.push_back(CountOf(limit));
    }
  }
  return counts;
}

}  // namespace tollpass
