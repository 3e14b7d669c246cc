#ifndef TOLLPASS_MANDATES_MANDATE_ROWS_H_
#define TOLLPASS_MANDATES_MANDATE_ROWS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "mandates/authority.h"
#include "mandates/ledger_reader.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// As LedgerReader::Mandates.
absl::StatusOr<std::vector<MandateRow>> ReadMandateRows(sql::Database& database,
                                                        const Authority& authority);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_MANDATE_ROWS_H_
