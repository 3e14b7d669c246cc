#ifndef TOLLPASS_MANDATES_JOURNAL_H_
#define TOLLPASS_MANDATES_JOURNAL_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clock.h"
#include "mandates/chain.h"
#include "mandates/clock_check.h"
#include "mandates/epoch.h"
#include "mandates/event.h"
#include "mandates/ledger_head.h"
#include "mandates/open_file.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// One open `BEGIN IMMEDIATE` transaction on a ledger whose chain was found to hold: everything
/// that is ever written goes through here. Rolled back by the destructor unless Commit returned OK.
/// One thread; must not outlive the database, the file's facts and the key.
class Journal {
 public:
  /// Unavailable: the lock is not to be had in 5 s. FailedPrecondition: the file was taken away.
  /// DataLoss: the chain does not hold, or the file was overwritten.
  /// Whatever the mirror says: see mirror().
  static absl::StatusOr<Journal> Begin(sql::Database& database, const OpenedFile& file,
                                       const Clock& clock);
  /// On an empty database with the tables in place.
  static absl::StatusOr<Journal> BeginFirst(sql::Database& database, const ChainKey& key,
                                            const Clock& clock);

  /// Unix seconds: the clock, but never before the newest event, and without a jump forward.
  [[nodiscard]] int64_t now() const { return now_; }
  /// What the clocks tell, and that in unix seconds.
  [[nodiscard]] const ClockReading& reading() const { return reading_; }
  [[nodiscard]] int64_t clock_now() const { return reading_.unix_ms / 1000; }
  /// Whether the clock can be believed; else nothing may be paid. Errors as CheckClock.
  [[nodiscard]] const absl::Status& clock() const { return clock_status_; }
  [[nodiscard]] const Epoch& epoch() const { return epoch_; }
  [[nodiscard]] LedgerHead head() const {
    return {.epoch = epoch_.number, .events = newest_.sequence, .hash = newest_.hash.bytes};
  }
  /// Whether this is the ledger that the mirror knows, or a later state of it; else nothing may be
  /// paid. Errors as CheckMirror.
  [[nodiscard]] const absl::Status& mirror() const { return mirror_status_; }
  /// Of the event that the next Write makes.
  [[nodiscard]] int64_t next_sequence() const { return newest_.sequence + 1; }

  /// Appends the event and brings the tables up to date. InvalidArgument: a text in it is no UTF-8.
  absl::Status Write(Event event);

  /// From here on events are of epoch `number` and bear the time of the clock, and Commit sets the
  /// mirror whatever it holds.
  void StartEpoch(int64_t number);

  /// Makes everything that was written durable (synchronous=FULL), then advances the mirror. Where
  /// SQLite reports a failure, what really is in the file is looked up before this returns.
  absl::Status Commit();

 private:
  Journal(sql::Database& database, const ChainKey& key, sql::Transaction transaction,
          sql::EventRow newest, const Clock& clock);
  void UpdateMirror();
  /// For the event that is written next; none by a clock that is not believed.
  [[nodiscard]] ClockAnchor NewAnchor() const;

  sql::Database* database_;
  const ChainKey* key_;
  const Mirror* mirror_ = nullptr;  // none for the first event
  absl::Status mirror_status_;
  Epoch epoch_;
  bool starts_epoch_ = false;
  std::optional<sql::Transaction> transaction_;
  sql::EventRow newest_;
  ClockReading reading_;
  int64_t now_;
  absl::Status clock_status_;
  std::string known_boot_;  // of the last anchor
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_JOURNAL_H_
