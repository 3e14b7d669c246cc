#ifndef TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_PAYWALL_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_PAYWALL_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "samples/paid_server/checkout.h"
#include "samples/paid_server/issued_quotes.h"
#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/quote_issuer.h"
#include "samples/paid_server/quote_proof.h"

namespace tollpass::samples {

inline constexpr char kProofKey[] = "payments/payment";         // in the request's _meta
inline constexpr char kQuoteReceiptKey[] = "payments/receipt";  // in the result's _meta
inline constexpr char kPricingKey[] = "payments/pricing";       // in a listed tool's _meta
inline constexpr int kPaymentRequiredCode = -32402;

/// A demand by a signed quote in the JSON-RPC error -32402, `data.quote`; paid by a signed proof in
/// `_meta["payments/payment"]`, answered with a signed receipt in `_meta["payments/receipt"]`. The
/// same proof gets the same result and receipt again. A refusal is another -32402 with a fresh
/// quote and the reason in its message.
///
/// Who signed a proof: `sig.kid` is only the digest of the payer's key, and no document carries the
/// key itself. With keys in `payer_keys` a proof must be signed by one of them. Without, its
/// signature cannot be verified and is not: then the proof's form, its quote, terms, times and
/// arguments are checked as always, and the transfer in `settlement.payload`, signed by the
/// account that pays, is what binds the money. Not thread-safe.
class QuotePaywall final : public Paywall {
 public:
  /// `payer_keys`: public keys of 32 bytes.
  QuotePaywall(std::vector<std::string> payer_keys, QuoteIssuer& issuer, IssuedQuotes& quotes,
               Checkout& checkout, const Clock& clock, PaymentLog& log)
      : payer_keys_(std::move(payer_keys)),
        issuer_(issuer),
        quotes_(quotes),
        checkout_(checkout),
        clock_(clock),
        log_(log) {}

  Reply Call(const PaidCall& call, const OfferChange& change) override;
  [[nodiscard]] nlohmann::json Hint(const Tool& tool) const override;

 private:
  Reply Challenge(const PaidCall& call, const std::string& args_digest, std::string_view message);
  Reply Refuse(const PaidCall& call, const std::string& args_digest, std::string_view reason);
  Reply Paid(const PaidCall& call, const std::string& args_digest, std::string_view text);
  Outcome Take(const PaidCall& call, const std::string& args_digest, std::string_view text,
               const QuoteProof& proof);
  [[nodiscard]] std::string KeyFault(std::string_view text, const QuoteProof& proof) const;

  std::vector<std::string> payer_keys_;
  QuoteIssuer& issuer_;
  IssuedQuotes& quotes_;
  Checkout& checkout_;
  const Clock& clock_;
  PaymentLog& log_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_PAYWALL_H_
