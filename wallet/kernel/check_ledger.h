#ifndef TOLLPASS_WALLET_KERNEL_CHECK_LEDGER_H_
#define TOLLPASS_WALLET_KERNEL_CHECK_LEDGER_H_

#include "absl/status/status.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"

namespace tollpass {

/// Whether a payment could be recorded now: the ledger is opened and a transaction begun as
/// Kernel::Authorize does it, then rolled back. Changes no row. Waits up to 5 s for the lock.
///
/// Errors as Ledger::Open and Ledger::Begin; Unavailable: the disk is full.
absl::Status CheckLedger(const Home& home, const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_CHECK_LEDGER_H_
