#include "samples/paid_server/quote_faults.h"

#include <string>
#include <string_view>
#include <utility>

#include "samples/paid_server/signed_document.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr int64_t kLongSeconds = 3600;

Ed25519Key OtherKey() { return *Ed25519Key::FromSeed(std::string(64, 'f')); }

/// Signed by another key than the one that it names.
json Forge(std::string_view tag, json document, const Ed25519Key& key) {
  json forged = SignDocument(tag, std::move(document), OtherKey());
  forged["sig"]["kid"] = KeyId(key.public_key());
  return forged;
}

}  // namespace

Quote Spoiled(Quote quote, const Faults& faults) {
  const int64_t lifetime = quote.expires_at - quote.issued_at;
  if (faults.contains(Fault::kExpiredQuote)) {
    quote.issued_at -= lifetime + 1;
    quote.expires_at -= lifetime + 1;
  }
  if (faults.contains(Fault::kLongQuote)) quote.expires_at = quote.issued_at + kLongSeconds;
  if (faults.contains(Fault::kToolSwap)) quote.tool += "_deluxe";
  if (faults.contains(Fault::kArgsSwap)) {
    quote.args_digest = DocumentDigest(R"({"city":"Elsewhere"})").value_or("");
  }
  return quote;
}

json SignQuote(const Quote& quote, const Ed25519Key& key, const Faults& faults) {
  const json document = QuoteDocument(quote);
  if (faults.contains(Fault::kForgedQuote)) return Forge(kQuoteTag, document, key);
  return SignDocument(kQuoteTag, document, faults.contains(Fault::kWrongKey) ? OtherKey() : key);
}

json SignReceipt(const QuoteReceipt& receipt, const Ed25519Key& key, const Faults& faults) {
  const json document = ReceiptDocument(receipt);
  return faults.contains(Fault::kForgedReceipt) ? Forge(kReceiptTag, document, key)
                                                : SignDocument(kReceiptTag, document, key);
}

}  // namespace tollpass::samples
