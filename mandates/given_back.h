#ifndef TOLLPASS_MANDATES_GIVEN_BACK_H_
#define TOLLPASS_MANDATES_GIVEN_BACK_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/amount.h"
#include "mandates/sql/calls.h"
#include "mandates/sql/charges.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What of the charge of `call`, in its atomic units, is among `counts`.
Amount MoneyIn(const std::vector<sql::CounterRow>& counts, const sql::CallRow& call);

/// What the charge of `call` still counts in each counter, to be taken out of it: all that it had
/// added, less what was taken out when it was lowered. DataLoss: its event is not there.
absl::StatusOr<std::vector<sql::CounterRow>> WhatStillCounts(sql::Database& database,
                                                             const sql::CallRow& call,
                                                             const sql::ChargeRow& charge);

/// What counts too much where only `settled` atomic units were spent; rounded so that never less
/// than them counts. The number of payments stays. Errors as above.
absl::StatusOr<std::vector<sql::CounterRow>> WhatCountsBeyond(sql::Database& database,
                                                              const sql::CallRow& call,
                                                              const sql::ChargeRow& charge,
                                                              Amount settled);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_GIVEN_BACK_H_
