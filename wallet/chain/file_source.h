#ifndef TOLLPASS_WALLET_CHAIN_FILE_SOURCE_H_
#define TOLLPASS_WALLET_CHAIN_FILE_SOURCE_H_

#include <memory>

#include "wallet/chain/chain_source.h"

namespace tollpass {

/// The file at `section.file`, read anew for each question: what a program of the user wrote down,
/// for machines that reach no node. It must be the user's and not writable by others.
///
///   {"format": "tollpass-chain-facts/1", "network": "eip155:8453",
///    "block": {"number": 123, "hash": "0x...", "time": 1796000000},
///    "authorizations": [{"asset": "0x...", "payer": "0x...", "nonce": "0x...", "used": false}]}
///
/// as of one final block; asset and payer in any letter case, nonce 64 hex digits, with 0x or
/// without. What is not listed is not known. A document of another form is an error.
std::unique_ptr<ChainSource> MakeFileSource(const ChainSection& section);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_CHAIN_FILE_SOURCE_H_
