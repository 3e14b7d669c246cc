#ifndef TOLLPASS_WALLET_KERNEL_CONCLUDE_H_
#define TOLLPASS_WALLET_KERNEL_CONCLUDE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "mandates/ledger.h"
#include "wallet/kernel/kernel.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// The whole of Kernel::Conclude, for one ledger. What the server says changes what the user is
/// told, never what is counted: a receipt that contradicts the terms leaves the money unknown.
/// Only of servers in `trusted_receipts`, as Conclusion, a lower receipt may lower it.
absl::Status ConcludeCall(const Report& report, const Wallet& wallet,
                          const std::vector<std::string>& trusted_receipts, Ledger& ledger);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_CONCLUDE_H_
