#ifndef TOLLPASS_CORE_CHAIN_SIGHTING_H_
#define TOLLPASS_CORE_CHAIN_SIGHTING_H_

#include <cstdint>
#include <string>

#include "core/export.h"

namespace tollpass {

/// The part of a proof that settles at most once on its network, whoever sends it in.
struct OneTimeUse {
  std::string network;  // CAIP-2
  std::string asset;    // canonical id of the token
  std::string payer;    // canonical account
  std::string value;    // as Proof::one_time: 64 hex digits

  friend bool operator==(const OneTimeUse&, const OneTimeUse&) = default;
};

/// What a source of the user saw in one block that is final by the user's rule.
struct ChainSighting {
  std::string source;      // ChainSourceName
  bool used = false;       // the one-time value was used up by then
  int64_t block_time = 0;  // unix seconds; later blocks are not known
  int64_t block_number = 0;
  std::string block_hash;

  friend bool operator==(const ChainSighting&, const ChainSighting&) = default;
};

/// Where facts about a network come from: [chain."eip155:8453"]. One of `rpc`, `file` and `host`.
struct ChainSection {
  std::string network;   // CAIP-2
  std::string rpc;       // URL of a JSON-RPC node
  std::string file;      // absolute path
  bool host = false;     // the program that embeds the kernel answers
  std::string finality;  // of `rpc`: "finalized", "safe", or a number of blocks

  friend bool operator==(const ChainSection&, const ChainSection&) = default;
};

/// What stands for the section in a mandate and in the ledger, and for nothing else:
///   network " rpc " origin " " finality " " 32 hex digits of a digest of the whole URL,
///   network " file " path, or network " host".
/// Path and query of a URL are often a key: so they are not shown.
TOLLPASS_EXPORT std::string ChainSourceName(const ChainSection& section);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_CHAIN_SIGHTING_H_
