#ifndef TOLLPASS_WALLET_SCHEMES_EXACT_EIP3009_H_
#define TOLLPASS_WALLET_SCHEMES_EXACT_EIP3009_H_

#include <optional>

#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/scheme.h"

namespace tollpass {

/// Scheme "exact" on eip155 networks, paid by an EIP-3009 authorization.
/// Source: x402 specification, scheme_exact_evm.
///
///   payload := {"signature": "0x" r s v, "authorization": {"from", "to", "value",
///               "validAfter": "0", "validBefore": now + min(timeout, max_validity), "nonce"}}
///
/// all strings, addresses in the letter case of EIP-55. Of `extra` it knows assetTransferMethod,
/// paymentFlow, name, version, verifyingContract and chainId; each must be absent or agree with
/// the asset's row. What the server says of decimals is not read.
class ExactEip3009 final : public Scheme {
 public:
  [[nodiscard]] bool Handles(std::string_view scheme, std::string_view network) const override;
  [[nodiscard]] std::variant<Terms, Reason> Read(const Offer& offer,
                                                 const ReadingInput& input) const override;
  [[nodiscard]] absl::StatusOr<SignedPayload> Sign(const Terms& terms, const SigningKey& key,
                                                   const SigningInput& input) const override;
  [[nodiscard]] std::optional<OneTimeUse> Needs(const Terms& terms,
                                                const Proof& proof) const override {
    return TransferTrace(terms, proof);
  }
  [[nodiscard]] Judgement Judge(const Terms& terms, const Proof& proof,
                                const Receipt& receipt) const override;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_EXACT_EIP3009_H_
