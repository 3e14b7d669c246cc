#include "mandates/journal.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/status.h"
#include "mandates/projection.h"
#include "mandates/sql/meta.h"

namespace tollpass {
namespace {

constexpr int kMaxBodyDepth = 8;

int64_t Seconds(const Clock& clock) { return clock.UnixMillis() / 1000; }

}  // namespace

Journal::Journal(sql::Database& database, const ChainKey& key, sql::Transaction transaction,
                 sql::EventRow newest, int64_t clock_seconds)
    : database_(&database),
      key_(&key),
      transaction_(std::move(transaction)),
      newest_(std::move(newest)),
      now_(std::max(clock_seconds, newest_.time)),
      clock_lag_(now_ - clock_seconds) {}

absl::StatusOr<Journal> Journal::Begin(sql::Database& database, const ChainKey& key,
                                       const Clock& clock) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction transaction,
                            sql::Transaction::BeginImmediate(database));
  // A file that was replaced under us would take charges that nobody counts.
  if (database.WasMoved()) {
    return absl::FailedPreconditionError(
        "ledger.db was removed or replaced while it was in use; put it back");
  }
  TOLLPASS_ASSIGN_OR_RETURN(sql::EventRow newest, CheckHead(database, key));
  return Journal(database, key, std::move(transaction), std::move(newest), Seconds(clock));
}

absl::StatusOr<Journal> Journal::BeginFirst(sql::Database& database, const ChainKey& key,
                                            const Clock& clock) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction transaction,
                            sql::Transaction::BeginImmediate(database));
  sql::EventRow before;
  before.hash.bytes = ChainStart();
  return Journal(database, key, std::move(transaction), std::move(before), Seconds(clock));
}

absl::Status Journal::Write(const Event& event) {
  sql::EventRow row = {.sequence = next_sequence(),
                       .time = now_,
                       .kind = std::string(EventKindName(event.kind)),
                       .subject = event.subject,
                       .body = EncodeEventBody(event.body)};
  // What cannot be read again must not be written: the chain would be broken for ever.
  TOLLPASS_RETURN_IF_ERROR(
      At("a text cannot be stored", json::Parse(row.body, kMaxBodyDepth).status()));
  row.hash = EventHash(*key_, newest_.hash.bytes, row);
  TOLLPASS_RETURN_IF_ERROR(sql::InsertEvent(*database_, row));
  TOLLPASS_RETURN_IF_ERROR(Project(*database_, row.sequence, row.time, event));
  TOLLPASS_RETURN_IF_ERROR(sql::SetHead(*database_, row.sequence, row.hash));
  newest_ = std::move(row);
  return absl::OkStatus();
}

absl::Status Journal::Commit() {
  const absl::Status committed = transaction_->Commit();
  transaction_.reset();
  if (committed.ok()) {
    return committed;
  }
  // An error of COMMIT does not tell whether the rows are in the file.
  const absl::StatusOr<std::optional<sql::EventRow>> found =
      sql::FindEvent(*database_, newest_.sequence);
  const bool durable = found.ok() && *found && (*found)->hash == newest_.hash;
  return durable ? absl::OkStatus() : committed;
}

}  // namespace tollpass
