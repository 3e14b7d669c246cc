#ifndef TOLLPASS_MANDATES_PERMISSION_H_
#define TOLLPASS_MANDATES_PERMISSION_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/verdict.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// The bytes that the user signed to permit what `verdict` pays; as LedgerTransaction::Permission.
/// Whether they hold is for others to say: they were verified when the facts were read.
absl::StatusOr<std::string> ReadPermission(sql::Database& database, const Verdict& verdict);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_PERMISSION_H_
