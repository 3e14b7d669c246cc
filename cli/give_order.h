#ifndef TOLLPASS_CLI_GIVE_ORDER_H_
#define TOLLPASS_CLI_GIVE_ORDER_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "cli/command_line.h"
#include "core/order.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {

/// An order of `kind` about `subject`, issued now and unlike any other.
Order NewOrder(const CommandLine& line, OrderKind kind, std::string_view ledger_id,
               std::string_view subject);

/// Has the kernel of `home` carry out `order`, signed by the approval key if it widens: a command
/// that gives such an order has AddPassphraseFlags. Errors as OpenApprovalKey and Ledger::Resolve.
absl::Status GiveOrder(const CommandLine& line, const Home& home, const Order& order);

/// The same for one of several orders that widen: the key is opened once. Errors as
/// Ledger::Resolve.
absl::Status GiveSignedOrder(const CommandLine& line, const Home& home, const Order& order,
                             const ApprovalKey& key);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_GIVE_ORDER_H_
