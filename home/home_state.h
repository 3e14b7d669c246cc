#ifndef TOLLPASS_HOME_HOME_STATE_H_
#define TOLLPASS_HOME_HOME_STATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "home/spending.h"
#include "mandates/ledger_reader.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {

/// One server of the policy file: what is allowed and what is spent.
struct ServerState {
  ServerSection section;
  std::vector<MandateRow> mandates;  // live ones
  std::vector<Spending> spending;
  std::vector<std::string> trust;  // what its word is trusted about, by the file alone
};

/// What `tollpass status` tells. A part that is broken is told as such and hides no other part.
struct HomeState {
  absl::Status policy;
  std::vector<std::string> warnings;  // of the policy, and of keys that some payments lack
  absl::Status ledger;                // not OK: no payment begins
  std::optional<LedgerStanding> standing;
  bool paused = false;
  int64_t pending = 0;
  std::optional<LogRow> alarm;  // the newest row that has one
  std::vector<PinRow> pins;
  absl::Status keys;
  std::vector<KeyDescription> key_list;
  std::vector<std::string> chains;   // ChainSourceName of those that the policy names
  std::vector<ServerState> servers;  // none where the policy cannot be read

  /// The parts that make every payment impossible: "policy", "ledger", "keys".
  [[nodiscard]] std::vector<std::string> Obstacles() const;
};

/// Reads it all, and tries what a payment needs; changes nothing.
HomeState ReadHomeState(const Home& home, const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_HOME_STATE_H_
