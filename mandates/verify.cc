#include "mandates/verify.h"

#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "mandates/authority.h"
#include "mandates/checked_events.h"
#include "mandates/epoch.h"
#include "mandates/event.h"
#include "mandates/fault_list.h"
#include "mandates/projection.h"
#include "mandates/sql/compare.h"
#include "mandates/sql/events.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/schema.h"
#include "mandates/verify_event.h"
#include "mandates/verify_indexes.h"
#include "mandates/verify_signatures.h"

namespace tollpass {
namespace {

constexpr int64_t kEventsBetweenReports = 1000;

// What is replayed is written to a file only beyond 64 MiB. For each CHECK with a list of values
// SQLite makes a table of its own in every statement, which takes longer than all the rest; a value
// that is not in the list is told by the comparison.
constexpr char kForReplay[] =
    "PRAGMA cache_size = -65536; PRAGMA ignore_check_constraints = ON; PRAGMA secure_delete = OFF";

/// Replays each event into a database of its own, and tells what does not follow.
class Replay {
 public:
  /// `authority`: null where it is not known, which is a fault by itself.
  Replay(sql::Database& database, const Authority* authority, sql::Database& replayed,
         FaultList& faults)
      : database_(database),
        authority_(authority),
        replayed_(replayed),
        faults_(faults),
        previous_(ChainStart()) {}

  absl::Status Next(const CheckedEvent& checked) {
    const sql::EventRow& row = checked.row;
    if (row.sequence != sequence_ + 1) {
      faults_.Add(absl::StrFormat("events %d to %d are missing", sequence_ + 1, row.sequence - 1));
    }
    if (row.time < time_ && row.kind != EventKindName(EventKind::kLedgerAccepted)) {
      faults_.Add(absl::StrFormat("event %d is older than the one before it", row.sequence));
    }
    if (!checked.follows) {
      faults_.Add(absl::StrFormat(
          "event %d (%s %s): its hash does not follow from the one before it and its content",
          row.sequence, Printable(row.kind), Printable(row.subject)));
    }
    if (const absl::Status projected = ProjectEvent(checked); !projected.ok()) {
      faults_.Add(absl::StrFormat("event %d (%s %s) cannot be replayed: %s", row.sequence,
                                  Printable(row.kind), Printable(row.subject),
                                  std::string(projected.message())));
    }
    // What comes next is judged by itself, so that one changed row is one fault.
    sequence_ = row.sequence;
    time_ = row.time;
    previous_ = row.hash.bytes;
    return absl::OkStatus();
  }

  absl::Status Finish() { return sql::SetHead(replayed_, sequence_, {previous_}); }

  [[nodiscard]] int64_t sequence() const { return sequence_; }
  [[nodiscard]] const std::string& head() const { return previous_; }

 private:
  absl::Status ProjectEvent(const CheckedEvent& checked) {
    const sql::EventRow& row = checked.row;
    TOLLPASS_RETURN_IF_ERROR(checked.event.status());
    if (authority_ != nullptr) {
      if (const absl::Status holds = VerifyEvent(database_, replayed_, *authority_, *checked.event);
          !holds.ok()) {
        faults_.Add(absl::StrFormat("event %d (%s %s): %s", row.sequence, Printable(row.kind),
                                    Printable(row.subject), std::string(holds.message())));
      }
    }
    return Project(replayed_, row.sequence, row.time, *checked.event);
  }

  sql::Database& database_;
  const Authority* authority_;
  sql::Database& replayed_;
  FaultList& faults_;
  std::string previous_;
  int64_t sequence_ = 0;
  int64_t time_ = 0;
};

}  // namespace

absl::StatusOr<VerifyReport> VerifyLedger(sql::Database& database, const ChainKey& key,
                                          const std::function<void(int64_t, int64_t)>& progress) {
  IndexCheck indexes(database.Path());
  // One state of the ledger, whatever is paid meanwhile.
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database));
  TOLLPASS_ASSIGN_OR_RETURN(sql::Database replayed, sql::Database::OpenTemporary());
  TOLLPASS_RETURN_IF_ERROR(replayed.Execute(kForReplay));
  TOLLPASS_RETURN_IF_ERROR(sql::Migrate(replayed));
  FaultList faults;
  const auto compare = [&](const sql::TableKey& table) {
    return sql::CompareTables(database, replayed, table,
                              [&](std::string difference) { faults.Add(std::move(difference)); });
  };
  TOLLPASS_RETURN_IF_ERROR(compare(sql::SchemaTable()));
  TOLLPASS_RETURN_IF_ERROR(sql::DropChargeLookups(replayed));
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction writing, sql::Transaction::BeginImmediate(replayed));
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t all, sql::CountEvents(database));
  const absl::StatusOr<Authority> authority = ReadAuthority(database, key);
  Replay replay(database, authority.ok() ? &*authority : nullptr, replayed, faults);
  int64_t done = 0;
  TOLLPASS_RETURN_IF_ERROR(VisitCheckedEvents(database, key, [&](const CheckedEvent& event) {
    if (++done % kEventsBetweenReports == 0 && progress) {
      progress(done, all);
    }
    return replay.Next(event);
  }));
  TOLLPASS_RETURN_IF_ERROR(replay.Finish());
  for (const sql::TableKey& table : sql::DerivedTables()) {
    TOLLPASS_RETURN_IF_ERROR(compare(table));
  }
  if (authority.ok()) {
    TOLLPASS_RETURN_IF_ERROR(VerifySignatures(database, *authority, faults));
    if (const absl::Status epoch = ReadEpoch(database, *authority).status(); !epoch.ok()) {
      faults.Add(std::string(epoch.message()));
    }
  }
  TOLLPASS_RETURN_IF_ERROR(indexes.Finish(faults));
  if (progress) {
    progress(all, all);
  }
  return VerifyReport{replay.sequence(), HexEncode(replay.head()), std::move(faults).Take()};
}

}  // namespace tollpass
