#include "wallet/schemes/eip3009.h"

namespace tollpass {

Digest HashTransfer(const TransferWithAuthorization& transfer) {
  return eip712::HashStruct(
      "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
      "uint256 validBefore,bytes32 nonce)",
      {transfer.from, transfer.to, transfer.value, transfer.valid_after, transfer.valid_before,
       transfer.nonce});
}

}  // namespace tollpass
