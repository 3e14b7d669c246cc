#include <optional>
#include <string>

#include "core/encoding.h"
#include "wallet/schemes/exact_eip3009.h"

namespace tollpass {
namespace {

bool IsTransactionHash(std::string_view text) {
  const std::optional<std::string> bytes =
      text.substr(0, 2) == "0x" ? HexDecode(text.substr(2)) : std::nullopt;
  return bytes && bytes->size() == 32;
}

/// True for an amount above what was signed, and for one that cannot be read.
bool ClaimsMore(std::string_view claimed, Amount charge) {
  const std::optional<Amount> amount = Amount::FromAtomic(claimed);
  return !claimed.empty() && (!amount || *amount > charge);
}

}  // namespace

Judgement ExactEip3009::Judge(const Terms& terms, const Proof&, const Receipt& receipt) const {
  if (!receipt.success) {
    return {};
  }
  if (receipt.network != terms.network) {
    return {Evidence::kClaimed, "network"};
  }
  if (!receipt.payer.empty() && CanonicalId(terms.network, receipt.payer) != terms.payer) {
    return {Evidence::kClaimed, "payer"};
  }
  if (!IsTransactionHash(receipt.transaction)) {
    return {Evidence::kClaimed, "transaction"};
  }
  if (ClaimsMore(receipt.amount, terms.charge)) {
    return {Evidence::kClaimed, "amount"};
  }
  return {receipt.payer.empty() ? Evidence::kClaimed : Evidence::kMatched, ""};
}

}  // namespace tollpass
