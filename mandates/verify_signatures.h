#ifndef TOLLPASS_MANDATES_VERIFY_SIGNATURES_H_
#define TOLLPASS_MANDATES_VERIFY_SIGNATURES_H_

#include "absl/status/status.h"
#include "mandates/authority.h"
#include "mandates/fault_list.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Adds to `faults` every mandate and every grant that the approval key did not sign as it stands.
absl::Status VerifySignatures(sql::Database& database, const Authority& authority,
                              FaultList& faults);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_VERIFY_SIGNATURES_H_
