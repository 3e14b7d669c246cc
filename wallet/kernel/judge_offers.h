#ifndef TOLLPASS_WALLET_KERNEL_JUDGE_OFFERS_H_
#define TOLLPASS_WALLET_KERNEL_JUDGE_OFFERS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/call.h"
#include "core/challenge.h"
#include "mandates/ledger.h"
#include "policy/policy.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// What the rules say to each offer of `challenge` by itself, in the server's order: read into
/// terms, decided by the policy on the facts of `transaction`, its limits looked up. A limit of the
/// policy without room denies; one of a mandate takes that mandate out and decides again. An offer
/// that would be paid or asked about but has no key is denied. Changes nothing.
///
/// Fails only where the ledger does.
absl::StatusOr<std::vector<JudgedOffer>> JudgeOffers(const Call& call, const Challenge& challenge,
                                                     const Policy& policy, Wallet& wallet,
                                                     LedgerTransaction& transaction);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_JUDGE_OFFERS_H_
