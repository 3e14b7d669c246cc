#ifndef TOLLPASS_CORE_ACCEPTANCE_H_
#define TOLLPASS_CORE_ACCEPTANCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/amount.h"

namespace tollpass {

/// A total that counts as used up. Windows need no such entry: they end by themselves.
struct SpentTotal {
  std::string counter;  // "server.search"
  std::string unit;     // "USD/testnet"
  Amount maximum;       // kSumDecimals

  friend bool operator==(const SpentTotal&, const SpentTotal&) = default;
};

/// What the user signs to go on with a ledger as it is: OrderKind::kAcceptLedger.
struct Acceptance {
  int64_t epoch = 0;   // that begins; more than every one that was seen
  int64_t events = 0;  // the ledger as it is accepted: how many events it has,
  std::string head;    // and the hash of the newest one, 32 bytes
  /// Events were lost: what was signed before holds no more, and limits count as used up.
  bool lost = false;
  std::vector<SpentTotal> totals;  // for `lost` only

  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_ACCEPTANCE_H_
