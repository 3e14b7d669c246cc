#include "mandates/standing.h"

#include <algorithm>
#include <utility>

#include "core/status.h"
#include "mandates/epoch.h"
#include "mandates/ledger.h"
#include "mandates/mirror_check.h"
#include "mandates/sql/meta.h"

namespace tollpass {
namespace {

/// Whether the ledger is the one that the mirror knows; fills in what that tells.
absl::Status CompareWithMirror(sql::Database& database, const Mirror& mirror,
                               const absl::StatusOr<std::optional<LedgerHead>>& seen,
                               LedgerStanding& standing) {
  standing.lost = absl::IsDataLoss(seen.status());
  TOLLPASS_RETURN_IF_ERROR(seen.status());
  standing.seen = *seen;
  if (!standing.seen) {
    return mirror.CheckPlace();
  }
  const absl::Status compared = CheckAgainst(*standing.seen, database, standing.head);
  standing.lost = absl::IsFailedPrecondition(compared);
  return compared;
}

}  // namespace

absl::StatusOr<LedgerStanding> ReadStanding(sql::Database& database, const OpenedFile& file,
                                            const absl::StatusOr<std::optional<LedgerHead>>& seen,
                                            const ClockReading& reading) {
  TOLLPASS_ASSIGN_OR_RETURN(const sql::EventRow newest, CheckHead(database, file.key));
  TOLLPASS_ASSIGN_OR_RETURN(const Epoch epoch, ReadEpoch(database, file.authority));
  LedgerStanding standing;
  standing.head = {.epoch = epoch.number, .events = newest.sequence, .hash = newest.hash.bytes};
  standing.newest = newest.time;
  standing.spent_until = epoch.began_at;
  standing.payable = CompareWithMirror(database, file.mirror, seen, standing);
  if (standing.payable.ok()) {
    TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
    standing.payable = CheckClock(newest.time, reading, JumpMillis(meta, reading));
  }
  standing.next_epoch =
      std::max(epoch.number, standing.seen ? standing.seen->epoch : int64_t{1}) + 1;
  return standing;
}

}  // namespace tollpass
