#ifndef TOLLPASS_MANDATES_RESOLVE_H_
#define TOLLPASS_MANDATES_RESOLVE_H_

#include <string_view>

#include "absl/status/status.h"
#include "core/order.h"
#include "mandates/journal.h"
#include "mandates/open_file.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Writes an order of the user, if it may be carried out now. Errors as Ledger::Resolve.
absl::Status WriteOrder(sql::Database& database, Journal& journal, const OpenedFile& file,
                        const Order& order, std::string_view signature);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_RESOLVE_H_
