#ifndef TOLLPASS_MANDATES_SQL_SCHEME_STATES_H_
#define TOLLPASS_MANDATES_SQL_SCHEME_STATES_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass::sql {

/// State that a payment scheme keeps under a key (a channel, locked coins); empty if none.
absl::StatusOr<std::string> FindSchemeState(Database& database, std::string_view key);
absl::Status PutSchemeState(Database& database, std::string_view key, const Blob& value);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_SCHEME_STATES_H_
