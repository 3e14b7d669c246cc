#ifndef TOLLPASS_MANDATES_SQL_META_H_
#define TOLLPASS_MANDATES_SQL_META_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// The one row about the ledger as a whole.
struct MetaRow {
  std::string ledger_id;
  Blob approval_key = {};  // Ed25519 public key
  int64_t epoch = 1;       // counts accepted restores
  int64_t created = 0;
  int64_t paused_at = 0;      // 0: not paused
  int64_t head_sequence = 0;  // of the newest event
  Blob head_hash = {};
  // How far the wall clock was ahead of the time since boot when an event was first written in this
  // boot: an os::BootClockId, and milliseconds.
  std::string clock_boot = {};
  int64_t clock_offset_ms = 0;
};

template <RowOf<MetaRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("ledger_id", row.ledger_id);
  visit("approval_key", row.approval_key);
  visit("epoch", row.epoch);
  visit("created", row.created);
  visit("paused_at", row.paused_at);
  visit("head_sequence", row.head_sequence);
  visit("head_hash", row.head_hash);
  visit("clock_boot", row.clock_boot);
  visit("clock_offset_ms", row.clock_offset_ms);
}

absl::Status InsertMeta(Database& database, const MetaRow& row);
/// DataLoss: there is none.
absl::StatusOr<MetaRow> ReadMeta(Database& database);
absl::Status SetPausedAt(Database& database, int64_t paused_at);
absl::Status SetEpoch(Database& database, int64_t epoch);
absl::Status SetHead(Database& database, int64_t sequence, const Blob& hash);
absl::Status SetClock(Database& database, std::string_view boot, int64_t offset_ms);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_META_H_
