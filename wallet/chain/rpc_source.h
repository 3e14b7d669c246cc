#ifndef TOLLPASS_WALLET_CHAIN_RPC_SOURCE_H_
#define TOLLPASS_WALLET_CHAIN_RPC_SOURCE_H_

#include <memory>

#include "wallet/chain/chain_source.h"

namespace tollpass {

/// The node at `section.rpc`, asked by JSON-RPC for each question in this order:
///   eth_chainId                   must be that of the network
///   eth_getBlockByNumber          "finalized" or "safe"; or "latest", then the one so many before
///   it eth_call                      authorizationState(payer, value) of each token, in that block
///   eth_getBlockByNumber          the same number again must have the same hash
/// An answer of another shape, to another question, or with a key twice is an error. Sources:
/// Ethereum execution-apis; EIP-1474; EIP-3009.
std::unique_ptr<ChainSource> MakeRpcSource(const ChainSection& section);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_CHAIN_RPC_SOURCE_H_
