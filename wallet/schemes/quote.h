#ifndef TOLLPASS_WALLET_SCHEMES_QUOTE_H_
#define TOLLPASS_WALLET_SCHEMES_QUOTE_H_

#include <optional>

#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/scheme.h"

namespace tollpass {

/// Scheme "quote": a server's signed quote (wallet/schemes/quote_document.h), paid by a signed
/// proof document. Offer::verbatim is the quote; nothing else of an offer is read. It pays quotes
/// of rail "x402" in a token that EIP-3009 moves; others are recognised and refused.
///
///   payload := {"protocol", "version", "type": "payment", "payment_id", "quote_id",
///   "quote_digest",
///               "mandate_digest", "amount", "asset", "payee", "rail", "created_at",
///               "settlement": {"kind": "x402", "payload": as SignTransfer}, "sig"}
///
/// amount, asset, payee and rail are the quote's; mandate_digest is BytesDigest of what the user
/// signed to permit it; sig is the document key's, tag "mcpq-proof/1". The transfer holds until the
/// quote expires or max_validity is over. Terms::binding keeps the issuer's keys, so that the
/// receipt is held to those that were trusted when the proof was signed.
class QuoteScheme final : public Scheme {
 public:
  [[nodiscard]] bool Handles(std::string_view scheme, std::string_view network) const override;
  [[nodiscard]] bool signs_documents() const override { return true; }
  [[nodiscard]] std::variant<Terms, Reason> Read(const Offer& offer,
                                                 const ReadingInput& input) const override;
  /// One for (issuer, quote_id) and one for (issuer, nonce).
  [[nodiscard]] std::vector<std::string> OnceKeys(const Terms& terms) const override;
  [[nodiscard]] absl::StatusOr<SignedPayload> Sign(const Terms& terms, const SigningKey& key,
                                                   const SigningInput& input) const override;
  [[nodiscard]] std::optional<OneTimeUse> Needs(const Terms& terms,
                                                const Proof& proof) const override {
    return TransferTrace(terms, proof);
  }
  /// kSigned where every member of the receipt agrees with the proof and a key of the issuer signed
  /// it; else kClaimed and the name of the first member that does not.
  [[nodiscard]] Judgement Judge(const Terms& terms, const Proof& proof,
                                const Receipt& receipt) const override;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_QUOTE_H_
