#include "mandates/journal.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/os/fault_point.h"
#include "core/status.h"
#include "mandates/mirror_check.h"
#include "mandates/projection.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/schema.h"

namespace tollpass {
namespace {

constexpr int kMaxBodyDepth = 8;

/// A mirror that is missing begins with the ledger as it is.
absl::Status OpenMirror(const Mirror& mirror, sql::Database& database, const LedgerHead& head) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<LedgerHead> seen, mirror.Read());
  return seen ? CheckAgainst(*seen, database, head) : mirror.Advance(head);
}

}  // namespace

Journal::Journal(sql::Database& database, const ChainKey& key, sql::Transaction transaction,
                 sql::EventRow newest, const Clock& clock)
    : database_(&database),
      key_(&key),
      transaction_(std::move(transaction)),
      newest_(std::move(newest)),
      reading_(ReadClock(clock)),
      now_(std::max(clock_now(), newest_.time)) {}

absl::StatusOr<Journal> Journal::Begin(sql::Database& database, const OpenedFile& file,
                                       const Clock& clock) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction transaction,
                            sql::Transaction::BeginImmediate(database));
  // A file that was replaced or overwritten under us would take charges that nobody counts.
  TOLLPASS_RETURN_IF_ERROR(file.mark.Check(database));
  // A newer program may have brought it to its format since: what that counts, this cannot.
  TOLLPASS_RETURN_IF_ERROR(sql::ReadFormat(database).status());
  TOLLPASS_ASSIGN_OR_RETURN(sql::EventRow newest, CheckHead(database, file.key));
  Journal journal(database, file.key, std::move(transaction), std::move(newest), clock);
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  const int64_t jump_ms = JumpMillis(meta, journal.reading_);
  const int64_t unjumped = (journal.reading_.unix_ms - jump_ms) / 1000;
  journal.clock_status_ = CheckClock(journal.newest_.time, journal.reading_, jump_ms);
  journal.now_ = std::max(unjumped, journal.newest_.time);
  journal.known_boot_ = meta.clock_boot;
  TOLLPASS_ASSIGN_OR_RETURN(journal.epoch_, ReadEpoch(database, file.authority));
  journal.mirror_ = &file.mirror;
  journal.mirror_status_ = OpenMirror(file.mirror, database, journal.head());
  // That rows could not be read is no word of the mirror, and SQLite may have undone all of this.
  if (!journal.mirror_status_.ok() && !database.InTransaction()) return journal.mirror_status_;
  return journal;
}

absl::StatusOr<Journal> Journal::BeginFirst(sql::Database& database, const ChainKey& key,
                                            const Clock& clock) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction transaction,
                            sql::Transaction::BeginImmediate(database));
  sql::EventRow before;
  before.hash.bytes = ChainStart();
  return Journal(database, key, std::move(transaction), std::move(before), clock);
}

ClockAnchor Journal::NewAnchor() const {
  const BootTime& boot = reading_.since_boot;
  const bool believed = starts_epoch_ || (boot.boot != known_boot_ && clock_status_.ok());
  if (boot.boot.empty() || !believed) {
    return {};
  }
  return {boot.boot, reading_.unix_ms - boot.millis};
}

absl::Status Journal::Write(Event event) {
  event.clock = NewAnchor();
  sql::EventRow row = {.sequence = next_sequence(),
                       .time = now_,
                       .kind = std::string(EventKindName(event.kind)),
                       .subject = event.subject,
                       .body = EncodeEventBody(event.body, event.clock)};
  // What cannot be read again must not be written: the chain would be broken for ever.
  TOLLPASS_RETURN_IF_ERROR(
      At("a text cannot be stored", json::Parse(row.body, kMaxBodyDepth).status()));
  row.hash = EventHash(*key_, newest_.hash.bytes, row);
  TOLLPASS_RETURN_IF_ERROR(sql::InsertEvent(*database_, row));
  TOLLPASS_RETURN_IF_ERROR(Project(*database_, row.sequence, row.time, event));
  TOLLPASS_RETURN_IF_ERROR(sql::SetHead(*database_, row.sequence, row.hash));
  newest_ = std::move(row);
  known_boot_ = event.clock.boot.empty() ? known_boot_ : event.clock.boot;
  return absl::OkStatus();
}

absl::Status Journal::Commit() {
  const absl::Status committed = transaction_->Commit();
  transaction_.reset();
  if (!committed.ok()) {
    // An error of COMMIT does not tell whether the rows are in the file.
    const absl::StatusOr<std::optional<sql::EventRow>> found =
        sql::FindEvent(*database_, newest_.sequence);
    if (!found.ok() || !*found || (*found)->hash != newest_.hash) {
      return committed;
    }
  }
  TOLLPASS_FAULT_POINT("journal_before_mirror");
  UpdateMirror();
  return absl::OkStatus();
}

void Journal::StartEpoch(int64_t number) {
  epoch_.number = number;
  now_ = clock_now();
  starts_epoch_ = true;
}

void Journal::UpdateMirror() {
  if (mirror_ == nullptr) {
    return;
  }
  // What is committed stays so: a mirror that could not be written is behind, as after a crash, and
  // if it cannot be written at all the next transaction finds out.
  if (starts_epoch_) {
    static_cast<void>(mirror_->Reset(head()));
  } else if (mirror_status_.ok()) {
    static_cast<void>(mirror_->Advance(head()));
  }
}

}  // namespace tollpass
