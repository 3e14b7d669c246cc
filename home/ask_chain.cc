#include "home/ask_chain.h"

#include <memory>
#include <utility>

#include "core/status.h"
#include "home/open_home.h"
#include "mandates/ledger.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {
namespace {

constexpr int64_t kDeadlineMs = 20'000;
constexpr int64_t kMillis = 1000;

}  // namespace

absl::StatusOr<std::vector<ChainFinding>> AskChainAbout(const Home& home,
                                                        const std::vector<std::string>& ids,
                                                        const Clock& clock, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  absl::StatusOr<std::unique_ptr<Ledger>> ledger = Ledger::Open(home, clock, random);
  if (!ledger.ok()) {
    return Unusable(ledger.status());
  }
  std::vector<UnsettledCharge> charges;
  for (const std::string& id : ids) {
    TOLLPASS_ASSIGN_OR_RETURN(auto found, (*ledger)->Find(id));
    charges.push_back({id, std::move(found.first), std::move(found.second)});
  }
  return ChainFacts(nullptr).AskAbout(charges, policy, Wallet(home.KeysPath()), **ledger,
                                      clock.UnixMillis() / kMillis, kDeadlineMs);
}

}  // namespace tollpass
