#ifndef TOLLPASS_MANDATES_PROJECTION_H_
#define TOLLPASS_MANDATES_PROJECTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "mandates/event.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Brings every table up to date with one more event: the only place where they change. The same
/// function fills a ledger and checks it. Aborted: a row is not in the state that the event saw.
absl::Status Project(sql::Database& database, int64_t sequence, int64_t time, const Event& event);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_PROJECTION_H_
