#ifndef TOLLPASS_MANDATES_SIGNED_CHAIN_H_
#define TOLLPASS_MANDATES_SIGNED_CHAIN_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/mandate_terms.h"
#include "mandates/authority.h"
#include "mandates/signed_order.h"

namespace tollpass {

/// True if the delegate key that `parent` names signed `bytes`.
bool IsSignedByDelegateOf(const MandateTerms& parent, std::string_view bytes,
                          std::string_view signature, const Authority& authority);

/// The terms in `orders`, which allow a mandate, the one above it and so on up to a root: if each
/// was signed for this ledger, by the approval key or by the delegate key of the next, and only
/// narrows the next. Else PermissionDenied, FailedPrecondition or InvalidArgument: why not. Says
/// nothing about time, revocation and epoch. Not empty.
absl::StatusOr<std::vector<MandateTerms>> VerifyChain(const std::vector<SignedOrder>& orders,
                                                      const Authority& authority);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_SIGNED_CHAIN_H_
