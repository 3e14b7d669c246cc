#ifndef TOLLPASS_POLICY_READ_CHAINS_H_
#define TOLLPASS_POLICY_READ_CHAINS_H_

#include <vector>

#include "core/chain_sighting.h"
#include "policy/document.h"
#include "policy/load_errors.h"

namespace tollpass {

/// Every [chain."eip155:8453"], in the order of the file.
std::vector<ChainSection> ReadChains(const Node& root, LoadErrors& errors);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_READ_CHAINS_H_
