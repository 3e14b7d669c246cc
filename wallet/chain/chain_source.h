#ifndef TOLLPASS_WALLET_CHAIN_CHAIN_SOURCE_H_
#define TOLLPASS_WALLET_CHAIN_CHAIN_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/chain_sighting.h"
#include "core/export.h"

namespace tollpass {

/// What one block says about one value; as ChainSighting, whose source the kernel knows.
struct ChainAnswer {
  bool used = false;
  int64_t block_time = 0;  // unix seconds
  int64_t block_number = 0;
  std::string block_hash;  // for the user
};

/// What the user's own node, file or program says about one network; never the server that asks
/// for money. What it says gives budget back, so it must speak of blocks that stay. Thread-safe.
class TOLLPASS_EXPORT ChainSource {
 public:
  virtual ~ChainSource() = default;

  /// One answer for each of `uses`, in their order, all of `network`. `deadline_ms`: what all of it
  /// may take. An error of the whole or of one answer: it is not known, and nothing follows from
  /// it.
  virtual absl::StatusOr<std::vector<absl::StatusOr<ChainAnswer>>> Ask(
      const std::string& network, const std::vector<OneTimeUse>& uses, int64_t deadline_ms) = 0;
};

/// The source that `section` names. `host`: of the program that embeds the kernel; nullptr if it
/// has none. FailedPrecondition: the section wants the host's and there is none.
TOLLPASS_EXPORT absl::StatusOr<std::shared_ptr<ChainSource>> OpenChainSource(
    const ChainSection& section, std::shared_ptr<ChainSource> host);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_CHAIN_CHAIN_SOURCE_H_
