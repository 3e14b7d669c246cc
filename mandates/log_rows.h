#ifndef TOLLPASS_MANDATES_LOG_ROWS_H_
#define TOLLPASS_MANDATES_LOG_ROWS_H_

#include "absl/status/statusor.h"
#include "mandates/log_row.h"
#include "mandates/sql/calls.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// A decided call with what became of its charge, if it has one.
absl::StatusOr<LogRow> ReadLogRow(sql::Database& database, const sql::CallRow& call);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LOG_ROWS_H_
