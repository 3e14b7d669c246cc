#include "samples/paid_server/quote_documents.h"

#include "samples/paid_server/signed_document.h"

namespace tollpass::samples {

nlohmann::json QuoteDocument(const Quote& quote) {
  return {
      {"protocol", kQuoteProtocol},       {"version", kQuoteVersion},       {"type", "quote"},
      {"quote_id", quote.quote_id},       {"issuer", quote.issuer},         {"tool", quote.tool},
      {"args_digest", quote.args_digest}, {"amount", quote.amount},         {"asset", quote.asset},
      {"decimals", quote.decimals},       {"payee", quote.payee},           {"rail", quote.rail},
      {"issued_at", quote.issued_at},     {"expires_at", quote.expires_at}, {"nonce", quote.nonce}};
}

nlohmann::json ReceiptDocument(const QuoteReceipt& receipt) {
  nlohmann::json document = {{"protocol", kQuoteProtocol},
                             {"version", kQuoteVersion},
                             {"type", "receipt"},
                             {"receipt_id", receipt.receipt_id},
                             {"payment_id", receipt.payment_id},
                             {"quote_digest", receipt.quote_digest},
                             {"proof_digest", receipt.proof_digest},
                             {"status", "settled"},
                             {"amount", receipt.amount},
                             {"asset", receipt.asset},
                             {"payee", receipt.payee},
                             {"settled_at", receipt.settled_at},
                             {"reference", receipt.reference},
                             {"issuer", receipt.issuer}};
  if (!receipt.result_digest.empty()) document["result_digest"] = receipt.result_digest;
  return document;
}

}  // namespace tollpass::samples
