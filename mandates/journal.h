#ifndef TOLLPASS_MANDATES_JOURNAL_H_
#define TOLLPASS_MANDATES_JOURNAL_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clock.h"
#include "mandates/chain.h"
#include "mandates/event.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// One open `BEGIN IMMEDIATE` transaction on a ledger whose chain was found to hold: everything
/// that is ever written goes through here. Rolled back by the destructor unless Commit returned OK.
/// One thread; must not outlive the database and the key.
class Journal {
 public:
  /// Unavailable: the lock is not to be had in 5 s. FailedPrecondition: the file was taken away.
  /// DataLoss: the chain does not hold.
  static absl::StatusOr<Journal> Begin(sql::Database& database, const ChainKey& key,
                                       const Clock& clock);
  /// On an empty database with the tables in place.
  static absl::StatusOr<Journal> BeginFirst(sql::Database& database, const ChainKey& key,
                                            const Clock& clock);

  /// Unix seconds: the clock, but never before the newest event.
  [[nodiscard]] int64_t now() const { return now_; }
  /// How many seconds the clock is behind the newest event; 0 if it is not.
  [[nodiscard]] int64_t clock_lag() const { return clock_lag_; }
  /// Of the event that the next Write makes.
  [[nodiscard]] int64_t next_sequence() const { return newest_.sequence + 1; }

  /// Appends the event and brings the tables up to date. InvalidArgument: a text in it is no UTF-8.
  absl::Status Write(const Event& event);

  /// Makes everything that was written durable (synchronous=FULL). Where SQLite reports a failure,
  /// what really is in the file is looked up before this returns.
  absl::Status Commit();

 private:
  Journal(sql::Database& database, const ChainKey& key, sql::Transaction transaction,
          sql::EventRow newest, int64_t clock_seconds);

  sql::Database* database_;
  const ChainKey* key_;
  std::optional<sql::Transaction> transaction_;
  sql::EventRow newest_;
  int64_t now_;
  int64_t clock_lag_;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_JOURNAL_H_
