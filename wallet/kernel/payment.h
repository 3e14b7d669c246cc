#ifndef TOLLPASS_WALLET_KERNEL_PAYMENT_H_
#define TOLLPASS_WALLET_KERNEL_PAYMENT_H_

#include "absl/status/statusor.h"
#include "core/challenge.h"
#include "core/proof.h"
#include "core/random.h"
#include "core/verdict.h"
#include "mandates/ledger.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// A proof over `terms` that answers `challenge`, signed now. It must be committed before a byte of
/// it leaves; it is not sent anywhere here. Errors as Wallet::Sign; DataLoss: the ledger's one-time
/// value of an earlier proof cannot be read.
absl::StatusOr<Proof> MakeProof(const Challenge& challenge, const Terms& terms,
                                const Verdict& verdict, LedgerTransaction& transaction,
                                Wallet& wallet, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_PAYMENT_H_
