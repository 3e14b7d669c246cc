#include "mandates/budget.h"

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

/// `charged`: what limits before this one add.
absl::StatusOr<bool> HasRoom(sql::Database& database, const Limit& limit,
                             const std::vector<sql::CounterRow>& charged) {
  if (limit.window == WindowKind::kCall) {
    return limit.amount <= limit.maximum;
  }
  const sql::CounterRow count = CountOf(limit);
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<Amount> sum, sql::SumSince(database, count, limit.from));
  for (const sql::CounterRow& earlier : charged) {
    if (SameCounter(earlier, count) && earlier.bucket >= limit.from && sum) {
      sum = sum->Plus(earlier.sum);
    }
  }
  sum = sum ? sum->Plus(limit.amount) : sum;
  return sum && *sum <= limit.maximum;
}

bool IsTighter(const Limit& limit, const Limit& than) {
  return limit.window == than.window && limit.unit == than.unit && limit.maximum < than.maximum;
}

}  // namespace

absl::StatusOr<std::optional<Limit>> FirstFullLimit(sql::Database& database,
                                                    const std::vector<Limit>& limits) {
  std::vector<sql::CounterRow> charged;
  std::optional<Limit> full;
  for (const Limit& limit : limits) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool room, HasRoom(database, limit, charged));
    if (!room && (!full || IsTighter(limit, *full))) {
      full = limit;
    }
    if (limit.window != WindowKind::kCall) {
      charged.push_back(CountOf(limit));
    }
  }
  return full;
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
