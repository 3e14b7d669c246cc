#ifndef TOLLPASS_MANDATES_SQL_COUNTERS_H_
#define TOLLPASS_MANDATES_SQL_COUNTERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/amount.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// The unit of the window "uses": CountedUnit of core/limit.h.
inline constexpr std::string_view kUnitOfUses = "calls";

/// What was counted in one bucket of a counter. Also: what one charge adds to it.
struct CounterRow {
  std::string counter;
  std::string unit;
  std::string window;   // WindowName
  int64_t seconds = 0;  // length, for rates and rolling windows
  int64_t bucket = 0;   // unix seconds
  Amount sum;

  friend bool operator==(const CounterRow&, const CounterRow&) = default;
};

template <RowOf<CounterRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("counter", row.counter);
  visit("unit", row.unit);
  visit("window", row.window);
  visit("seconds", row.seconds);
  visit("bucket", row.bucket);
  visit("sum", row.sum);
}

/// The sum over the buckets of `key`'s counter from `from` up to its own; std::nullopt beyond
/// 2^128 - 1. Later buckets were made while the clock was ahead.
absl::StatusOr<std::optional<Amount>> SumSince(Database& database, const CounterRow& key,
                                               int64_t from);
/// Adds `added.sum` to its bucket. ResourceExhausted beyond 2^128 - 1.
absl::Status AddToCounter(Database& database, const CounterRow& added);
/// Takes `taken.sum` out of its bucket. DataLoss: there is less in it.
absl::Status TakeFromCounter(Database& database, const CounterRow& taken);
absl::StatusOr<std::vector<CounterRow>> ListCounters(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_COUNTERS_H_
