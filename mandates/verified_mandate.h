#ifndef TOLLPASS_MANDATES_VERIFIED_MANDATE_H_
#define TOLLPASS_MANDATES_VERIFIED_MANDATE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/mandate_terms.h"
#include "core/order.h"
#include "mandates/authority.h"
#include "mandates/signed_chain.h"
#include "mandates/sql/database.h"
#include "mandates/sql/mandates.h"

namespace tollpass {

/// The orders that allowed the mandate with `id` and those above it, as they are, that one first;
/// fewer where one is missing.
absl::StatusOr<std::vector<SignedOrder>> ReadSignedChain(sql::Database& database,
                                                         const std::string& id);

/// The terms of a mandate of the ledger, if VerifyChain holds for it and those above it, and their
/// rows say what was signed; else why not.
absl::StatusOr<MandateTerms> VerifiedMandate(sql::Database& database, const sql::SignedMandate& row,
                                             const Authority& authority);

/// The terms of the mandate with `id` and of those above it, that one first, if it is verified as
/// by VerifiedMandate and none of them was revoked, or ended by an accepted ledger (`void_until`:
/// as in Epoch). FailedPrecondition, NotFound, PermissionDenied: why not. Says nothing about time.
absl::StatusOr<std::vector<MandateTerms>> HoldingChain(sql::Database& database,
                                                       const Authority& authority,
                                                       const std::string& id, int64_t void_until);

/// OK if `terms` may come under the mandate that it names as its parent: that one holds at `now`
/// with all that is above it, `terms` only narrows it, and the chain
/// does not become too long. FailedPrecondition, NotFound: why not.
absl::Status CheckParent(sql::Database& database, const Authority& authority,
                         const MandateTerms& terms, int64_t void_until, int64_t now);

/// True if `order` allows a mandate under another one, whose delegate key signed `bytes`.
bool IsSignedByDelegate(sql::Database& database, const Authority& authority, const Order& order,
                        std::string_view bytes, std::string_view signature);

/// How long a mandate that a delegate signed may be; bytes of its encoding.
inline constexpr size_t kMostDelegatedBytes = size_t{64} * 1024;
/// How many mandates may stand directly below one, for a delegate to add another: neither expired
/// nor revoked nor ended by an accepted ledger.
inline constexpr int kMostLiveChildren = 64;

/// What a mandate in `order` must keep to since a delegate signed it, who is not trusted with the
/// user's ledger, beside what holds for every mandate. InvalidArgument: too long, or its id is not
/// of the drawn form. FailedPrecondition: too many stand beside it.
absl::Status CheckDelegated(sql::Database& database, const Order& order, int64_t void_until,
                            int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_VERIFIED_MANDATE_H_
