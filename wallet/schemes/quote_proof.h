#ifndef TOLLPASS_WALLET_SCHEMES_QUOTE_PROOF_H_
#define TOLLPASS_WALLET_SCHEMES_QUOTE_PROOF_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/proof.h"
#include "wallet/schemes/quote_document.h"

/// What goes out for a quote, and what comes back: documents of type "payment" and "receipt".
namespace tollpass {

inline constexpr std::string_view kProofTag = "mcpq-proof/1";
inline constexpr std::string_view kReceiptTag = "mcpq-receipt/1";

struct QuoteProof {
  Quote quote;
  std::string payment_id;
  std::string mandate_digest;
  int64_t created_at = 0;  // unix seconds
  std::string settlement;  // JSON object
};

/// The document of type "payment", not yet signed.
std::string ProofDocument(const QuoteProof& proof);

/// What the receipt in `text` is worth for the proof document `proof` for `quote`, if `keys` are
/// the issuer's. Members of a receipt: protocol, version, type = "receipt", receipt_id, payment_id,
/// quote_digest, proof_digest, status = "settled", amount (at most the quoted), asset, payee,
/// settled_at, reference, issuer, sig; and result_digest, which is not checked, for the result
/// never comes here.
Judgement JudgeQuoteReceipt(std::string_view text, std::string_view proof, const Quote& quote,
                            const std::vector<QuoteKey>& keys);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_QUOTE_PROOF_H_
