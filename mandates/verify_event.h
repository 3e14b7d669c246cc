#ifndef TOLLPASS_MANDATES_VERIFY_EVENT_H_
#define TOLLPASS_MANDATES_VERIFY_EVENT_H_

#include "absl/status/status.h"
#include "mandates/authority.h"
#include "mandates/event.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What replaying an event does not show: whether an order that widens was signed by the approval
/// key, whether the user signed whose word gives budget back, and whether no other sums come back
/// or are added than the charge, or the acceptance, accounts for. Mandates are left to
/// VerifySignatures: a delegate may have signed them.
///
/// `events`: the ledger. `before`: its tables as they were before the event. PermissionDenied: what
/// does not hold.
absl::Status VerifyEvent(sql::Database& events, sql::Database& before, const Authority& authority,
                         const Event& event);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_VERIFY_EVENT_H_
