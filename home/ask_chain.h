#ifndef TOLLPASS_HOME_ASK_CHAIN_H_
#define TOLLPASS_HOME_ASK_CHAIN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "wallet/kernel/chain_facts.h"

namespace tollpass {

/// Asks the chain sources of the home's policy what became of the charges `ids`, and has the ledger
/// record it: one finding for each, in their order. Takes as long as sources do, up to 20 s for
/// each network. Unavailable or DataLoss: policy or ledger cannot be used.
absl::StatusOr<std::vector<ChainFinding>> AskChainAbout(const Home& home,
                                                        const std::vector<std::string>& ids,
                                                        const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_ASK_CHAIN_H_
