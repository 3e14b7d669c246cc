#ifndef TOLLPASS_HOME_GIVE_ORDER_H_
#define TOLLPASS_HOME_GIVE_ORDER_H_

#include <functional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/order.h"
#include "core/random.h"
#include "wallet/kernel/kernel.h"
#include "wallet/keys/key_ring.h"
#include "wallet/keys/locked_bytes.h"

namespace tollpass {

/// Gets the passphrase of a sealed key from the user; `of` says whose it is.
using AskPassphrase = std::function<absl::StatusOr<LockedBytes>(std::string_view of)>;

/// An order of `kind` about `subject`, issued now and unlike any other.
Order NewOrder(OrderKind kind, std::string_view ledger_id, std::string_view subject,
               const Clock& clock, Random& random);

/// The approval key of `home`; `ask` is called only if it is sealed. Errors as ApprovalKey::Open
/// and `ask`; Unavailable: there is none to use.
absl::StatusOr<ApprovalKey> OpenApprovalKey(const Home& home, const AskPassphrase& ask);

/// Has `kernel`, that of `home`, carry out `order`, signed by the approval key if it widens. Errors
/// as OpenApprovalKey and Ledger::Resolve.
absl::Status GiveOrder(Kernel& kernel, const Home& home, const Order& order,
                       const AskPassphrase& ask);

/// The same for one of several orders that widen: the key is opened once. Errors as
/// Ledger::Resolve.
absl::Status GiveSignedOrder(Kernel& kernel, const Order& order, const ApprovalKey& key);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_GIVE_ORDER_H_
