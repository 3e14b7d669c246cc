#include "mandates/sql/counters.h"

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::sql {
namespace {

void BindCounter(Statement& statement, const CounterRow& key) {
  statement.Bind(key.counter).Bind(key.unit).Bind(key.window).Bind(key.seconds);
}

/// std::nullopt: it has no row.
absl::StatusOr<std::optional<Amount>> SumOfBucket(Database& database, const CounterRow& key) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT sum FROM counters WHERE counter = ? AND unit = ? AND window = ?"
                       " AND seconds = ? AND bucket = ?"));
  BindCounter(select.BindInPlace(), key);
  select.Bind(key.bucket);
  TOLLPASS_ASSIGN_OR_RETURN(const bool row, select.Step());
  if (!row) {
    return std::nullopt;
  }
  Amount sum;
  TOLLPASS_RETURN_IF_ERROR(select.Read(sum).status());
  return sum;
}

/// `is_there`: it has a row. To write one where one might be takes twice as long as to change it.
absl::Status StoreBucket(Database& database, const CounterRow& key, Amount sum, bool is_there) {
  if (!is_there) {
    static const auto& kSql = *new std::string(InsertSql<CounterRow>("counters"));
    CounterRow row = key;
    row.sum = sum;
    return InsertRow(database, kSql, row);
  }
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement update,
      database.Prepare("UPDATE counters SET sum = ? WHERE counter = ? AND unit = ? AND window = ?"
                       " AND seconds = ? AND bucket = ?"));
  BindCounter(update.BindInPlace().Bind(sum), key);
  return update.Bind(key.bucket).Run().status();
}

}  // namespace

absl::StatusOr<std::optional<Amount>> SumSince(Database& database, const CounterRow& key,
                                               int64_t from) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT sum FROM counters WHERE counter = ? AND unit = ? AND window = ?"
                       " AND seconds = ? AND bucket BETWEEN ? AND ?"));
  BindCounter(select, key);
  select.Bind(from).Bind(key.bucket);
  std::optional<Amount> total = Amount();
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool row, select.Step());
    if (!row) {
      return total;
    }
    Amount sum;
    TOLLPASS_RETURN_IF_ERROR(select.Read(sum).status());
    total = total ? total->Plus(sum) : total;
  }
}

absl::Status AddToCounter(Database& database, const CounterRow& added) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> before, SumOfBucket(database, added));
  const std::optional<Amount> after = before.value_or(Amount()).Plus(added.sum);
  if (!after) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("counter %s in %s is full", added.counter, added.unit));
  }
  return StoreBucket(database, added, *after, before.has_value());
}

absl::Status TakeFromCounter(Database& database, const CounterRow& taken) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> before, SumOfBucket(database, taken));
  const std::optional<Amount> after = before.value_or(Amount()).Minus(taken.sum);
  if (!after) {
    return absl::DataLossError(absl::StrFormat(
        "counter %s in %s holds less than a charge added to it; run 'tollpass ledger verify'",
        taken.counter, taken.unit));
  }
  return StoreBucket(database, taken, *after, before.has_value());
}

absl::StatusOr<std::vector<CounterRow>> ListCounters(Database& database) {
  static const auto& kSql = *new std::string(
      SelectSql<CounterRow>("counters", "ORDER BY counter, unit, window, seconds, bucket"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRows<CounterRow>(select);
}

}  // namespace tollpass::sql
