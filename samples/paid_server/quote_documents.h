#ifndef TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_DOCUMENTS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_DOCUMENTS_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace tollpass::samples {

inline constexpr char kX402Rail[] = "x402";      // settled by an EIP-3009 transfer
inline constexpr char kLedgerRail[] = "ledger";  // settled in somebody's books

/// What a server asks for one call.
struct Quote {
  std::string quote_id;
  std::string issuer;
  std::string tool;
  std::string args_digest;
  std::string amount;  // atomic units, decimal digits
  std::string asset;   // CAIP-19, or "iso4217:USD"
  int decimals = 0;
  std::string payee;
  std::string rail;
  int64_t issued_at = 0;   // unix seconds
  int64_t expires_at = 0;  // unix seconds
  std::string nonce;       // 16 bytes in base64url
};

/// That a payment was settled.
struct QuoteReceipt {
  std::string receipt_id;
  std::string payment_id;
  std::string quote_digest;
  std::string proof_digest;
  std::string amount;
  std::string asset;
  std::string payee;
  int64_t settled_at = 0;  // unix seconds
  std::string reference;   // the rail's own name of the settlement
  std::string issuer;
  std::string result_digest;  // of the result without `_meta`; empty: not said
};

/// The documents, not signed yet.
nlohmann::json QuoteDocument(const Quote& quote);
nlohmann::json ReceiptDocument(const QuoteReceipt& receipt);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_DOCUMENTS_H_
