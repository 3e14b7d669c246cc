#ifndef TOLLPASS_WALLET_SCHEMES_EIP3009_H_
#define TOLLPASS_WALLET_SCHEMES_EIP3009_H_

#include "core/hash.h"
#include "wallet/schemes/eip712.h"

namespace tollpass {

/// The message of a transfer that the token takes with the payer's signature alone.
/// Source: EIP-3009.
struct TransferWithAuthorization {
  eip712::Word from{};
  eip712::Word to{};
  eip712::Word value{};
  eip712::Word valid_after{};   // unix seconds, exclusive
  eip712::Word valid_before{};  // unix seconds, exclusive
  eip712::Word nonce{};         // settles at most once for a payer and token
};

Digest HashTransfer(const TransferWithAuthorization& transfer);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_EIP3009_H_
