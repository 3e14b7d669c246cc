#ifndef TOLLPASS_WALLET_KERNEL_CHAIN_FACTS_H_
#define TOLLPASS_WALLET_KERNEL_CHAIN_FACTS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "mandates/ledger.h"
#include "policy/policy.h"
#include "wallet/chain/chain_source.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {

/// What a chain source made of one charge.
struct ChainFinding {
  std::string id;
  absl::StatusOr<Witnessed> found;  // an error: nothing was changed, and why
};

/// Asks the sources that the policy names what became of charges, and has the ledger record it.
/// Nothing is held while it waits. Thread-safe as far as the ledger and the host's source are.
class ChainFacts {
 public:
  /// `host`: the source of the program that embeds the kernel; nullptr: it has none.
  explicit ChainFacts(std::shared_ptr<ChainSource> host) : host_(std::move(host)) {}

  /// One finding for each of `charges`, in their order. `deadline_ms`: for each network.
  std::vector<ChainFinding> AskAbout(const std::vector<UnsettledCharge>& charges,
                                     const Policy& policy, const Wallet& wallet, Ledger& ledger,
                                     int64_t now, int64_t deadline_ms) const;

 private:
  std::shared_ptr<ChainSource> host_;
};

/// Gives budget back when a payment needs it: where a limit is full, up to kMostAsked dead charges
/// are asked about, those that died last first, for at most kDeadlineMs. Where that gives nothing
/// back, the network is left alone for kQuietMs, so that a server that asks for money again and
/// again does not make everybody wait. From then on half of them are those that died before the
/// last that was asked about, until all were: what no source can give back is in nobody's way. One
/// thread.
class BudgetSearch {
 public:
  static constexpr int64_t kMostAsked = 8;
  static constexpr int64_t kDeadlineMs = 2'000;
  static constexpr int64_t kQuietMs = 60'000;

  explicit BudgetSearch(std::shared_ptr<ChainSource> host) : facts_(std::move(host)) {}

  /// True if a charge on `network` was released. `now_ms`: Unix milliseconds; `steady_ms`:
  /// Clock::SteadyMillis.
  bool Search(std::string_view network, const Policy& policy, const Wallet& wallet, Ledger& ledger,
              int64_t now_ms, int64_t steady_ms);

 private:
  absl::StatusOr<std::vector<UnsettledCharge>> Next(std::string_view network, Ledger& ledger,
                                                    int64_t now);

  ChainFacts facts_;
  std::map<std::string, int64_t, std::less<>> quiet_until_ms_;  // by network
  std::map<std::string, int64_t, std::less<>>
      goes_on_from_;  // by network: dead_after; 0: the newest
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_CHAIN_FACTS_H_
