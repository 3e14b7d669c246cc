#ifndef TOLLPASS_WALLET_KERNEL_AUTHORIZE_H_
#define TOLLPASS_WALLET_KERNEL_AUTHORIZE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/random.h"
#include "mandates/ledger.h"
#include "wallet/kernel/kernel.h"
#include "wallet/kernel/policy_file.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// Tries to have budget given back for a payment on `network`; nothing is held meanwhile.
using FindBudget = std::function<void(std::string_view network, const Policy& policy)>;

/// Decides about a challenged call and pays it: the whole of Kernel::Authorize, for one ledger.
/// In this order, all inside one ledger transaction: the policy file is read again, an open charge
/// of the same call is adopted, or the offers are judged, the best is charged, signed and
/// committed. Where only a limit stands in the way, the transaction is given up once, budget is
/// looked for, and all is decided anew. Nothing is returned that is not committed. One thread.
class Authorizer {
 public:
  /// The first three must outlive it. `mandate`: as Facts::bound_to. `find_budget` may be empty.
  Authorizer(PolicyFile& policy, Wallet& wallet, Random& random, std::string mandate = {},
             FindBudget find_budget = nullptr)
      : policy_(policy),
        wallet_(wallet),
        random_(random),
        mandate_(std::move(mandate)),
        find_budget_(std::move(find_budget)) {}

  /// `now_ms`: Unix milliseconds.
  Decision Authorize(const AuthorizeRequest& request, Ledger& ledger, int64_t now_ms);

 private:
  PolicyFile& policy_;
  Wallet& wallet_;
  Random& random_;
  std::string mandate_;
  FindBudget find_budget_;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_AUTHORIZE_H_
