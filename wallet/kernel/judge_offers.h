#ifndef TOLLPASS_WALLET_KERNEL_JUDGE_OFFERS_H_
#define TOLLPASS_WALLET_KERNEL_JUDGE_OFFERS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/call.h"
#include "core/challenge.h"
#include "mandates/ledger.h"
#include "policy/policy.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// The first of several limits that has no room; std::nullopt if all have.
using FindFullLimit =
    std::function<absl::StatusOr<std::optional<Limit>>(const std::vector<Limit>& limits)>;

struct WeighedVerdict {
  Verdict verdict;
  std::optional<Limit> full;    // the limit that made it a denial
  bool tells_of_limit = false;  // as in JudgedOffer
};

/// What the rules say to `terms` at `now` (unix seconds), with the sums looked at: a limit of the
/// policy without room denies; one of a mandate takes that mandate out and decides again.
///
/// A refusal tells of a limit where the price is more than a limit of money ever lets through, that
/// of a mandate and `ask_above` too where nobody is asked (`unattended`). That a window is used up
/// tells nothing, and neither does `price_drift`, which follows from what the server was paid.
absl::StatusOr<WeighedVerdict> DecideWithinLimits(const Policy& policy, const Call& call,
                                                  const Terms& terms, Facts facts, int64_t now,
                                                  const FindFullLimit& first_full);

/// What the rules say to each offer of `challenge` by itself, in the server's order: read into
/// terms, decided as DecideWithinLimits does on the facts of `transaction`. An offer that would be
/// paid or asked about but has no key is denied. Changes nothing. `mandate`: as Facts::bound_to.
///
/// Fails only where the ledger does.
absl::StatusOr<std::vector<JudgedOffer>> JudgeOffers(const Call& call, const Challenge& challenge,
                                                     const Policy& policy, Wallet& wallet,
                                                     LedgerTransaction& transaction,
                                                     const std::string& mandate);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_JUDGE_OFFERS_H_
