#ifndef TOLLPASS_MANDATES_SETTLE_H_
#define TOLLPASS_MANDATES_SETTLE_H_

#include "absl/status/statusor.h"
#include "mandates/authority.h"
#include "mandates/journal.h"
#include "mandates/ledger.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Writes what a conclusion changes; false if that is nothing, so that the same conclusion twice
/// is one event. NotFound: no such charge. InvalidArgument: a state that no report can bring.
absl::StatusOr<bool> WriteConclusion(sql::Database& database, Journal& journal,
                                     const Authority& authority, const Conclusion& conclusion);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_SETTLE_H_
