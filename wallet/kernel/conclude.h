#ifndef TOLLPASS_WALLET_KERNEL_CONCLUDE_H_
#define TOLLPASS_WALLET_KERNEL_CONCLUDE_H_

#include "absl/status/status.h"
#include "mandates/ledger.h"
#include "wallet/kernel/kernel.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// The whole of Kernel::Conclude, for one ledger. What the server says changes what the user is
/// told, never what is counted: a receipt that contradicts the terms leaves the money unknown.
absl::Status ConcludeCall(const Report& report, const Wallet& wallet, Ledger& ledger);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_CONCLUDE_H_
