#ifndef TOLLPASS_HOME_ALLOW_ORDER_H_
#define TOLLPASS_HOME_ALLOW_ORDER_H_

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/mandate_terms.h"
#include "core/order.h"
#include "core/random.h"
#include "home/permission.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// What a mandate for `permission` holds, from now on. NotFound: no such section or parent, or no
/// key that could pay; FailedPrecondition: wider than the policy or the parent, which is the
/// ceiling; InvalidArgument: an amount that cannot be read. Messages name a part by its flag of
/// `tollpass allow`. Unavailable: the policy of `home` is broken.
absl::StatusOr<MandateTerms> TermsOf(const Permission& permission, const Home& home,
                                     LedgerReader& reader, const Clock& clock, Random& random);

/// The order that makes `terms` a mandate, to be signed.
Order AllowOrder(const MandateTerms& terms, const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_ALLOW_ORDER_H_
