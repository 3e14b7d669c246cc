#include "mandates/mirror_check.h"

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/ledger.h"
#include "mandates/sql/events.h"

namespace tollpass {
namespace {

constexpr std::string_view kWayOut =
    "put the newest copy back, or, if there is none, run 'tollpass ledger accept'";

absl::Status Behind(std::string_view what) {
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: %s; %s", kLedgerBehindMessage, what, kWayOut));
}

}  // namespace

absl::Status CheckAgainst(const LedgerHead& seen, sql::Database& database, const LedgerHead& head) {
  if (head.IsBefore(seen)) {
    return Behind(
        head.epoch < seen.epoch
            ? absl::StrFormat("it is of epoch %d, and %d was seen before", head.epoch, seen.epoch)
            : absl::StrFormat("it has %d events and had %d before", head.events, seen.events));
  }
  if (head.epoch > seen.epoch) {
    return absl::OkStatus();  // By a signature: what was seen in an earlier epoch is over.
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::Blob> then,
                            sql::FindEventHash(database, seen.events));
  if (!then || then->bytes != seen.hash) {
    return Behind(
        absl::StrFormat("its event %d is not the one that was there before", seen.events));
  }
  return absl::OkStatus();
}

absl::Status CheckMirror(const Mirror& mirror, sql::Database& database, const LedgerHead& head) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<LedgerHead> seen, mirror.Read());
  return seen ? CheckAgainst(*seen, database, head) : absl::OkStatus();
}

}  // namespace tollpass
