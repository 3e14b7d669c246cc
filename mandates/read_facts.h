#ifndef TOLLPASS_MANDATES_READ_FACTS_H_
#define TOLLPASS_MANDATES_READ_FACTS_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/call.h"
#include "core/facts.h"
#include "core/order.h"
#include "mandates/authority.h"
#include "mandates/epoch.h"
#include "mandates/sql/approvals.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What the ledger knows about `call` at `now`; outcome_unknown_before is left out.
/// A mandate or grant whose signature does not verify, that does not say what its row says, or that
/// the epoch made void, is passed over.
absl::StatusOr<Facts> ReadFacts(sql::Database& database, const Authority& authority,
                                const Epoch& epoch, const Call& call, std::string_view call_key,
                                int64_t now);

/// The order of that kind in `bytes`, if the approval key signed it for this ledger; else
/// PermissionDenied.
absl::StatusOr<Order> VerifiedOrder(std::string_view bytes, std::string_view signature,
                                    OrderKind kind, const Authority& authority);

/// OK if the approval key granted exactly what the row of a granted approval says.
absl::Status VerifyGrant(const sql::ApprovalRow& row, const Authority& authority);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_READ_FACTS_H_
