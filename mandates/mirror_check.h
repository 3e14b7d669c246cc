#ifndef TOLLPASS_MANDATES_MIRROR_CHECK_H_
#define TOLLPASS_MANDATES_MIRROR_CHECK_H_

#include <optional>

#include "absl/status/status.h"
#include "mandates/ledger_head.h"
#include "mandates/mirror.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Whether the ledger, which ends at `head`, is the one that `seen` speaks of, or a later state of
/// it. FailedPrecondition beginning with kLedgerBehindMessage: it is an older copy, or one that
/// went on from an older copy.
absl::Status CheckAgainst(const LedgerHead& seen, sql::Database& database, const LedgerHead& head);

/// CheckAgainst what the mirror holds; OK where it holds nothing. Other errors as Mirror::Read.
absl::Status CheckMirror(const Mirror& mirror, sql::Database& database, const LedgerHead& head);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_MIRROR_CHECK_H_
