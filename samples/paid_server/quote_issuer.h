#ifndef TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_ISSUER_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_ISSUER_H_

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/random.h"
#include "samples/paid_server/ed25519_key.h"
#include "samples/paid_server/facilitator.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/issued_quotes.h"
#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/price_list.h"
#include "samples/paid_server/quote_proof.h"

namespace tollpass::samples {

struct QuoteOptions {
  Ed25519Key key;      // signs quotes and receipts
  std::string issuer;  // the name under which payers know the key
  std::string rail;    // kX402Rail or kLedgerRail
  Faults faults = {};
};

/// A quote as it goes out.
struct SignedQuote {
  nlohmann::json document;
  nlohmann::json requirements;  // the same demand in the words of x402 v2
};

/// Makes and signs quotes and receipts, and remembers the quotes. Faults of quotes happen here.
/// Not thread-safe.
class QuoteIssuer {
 public:
  QuoteIssuer(QuoteOptions options, PriceList prices, IssuedQuotes& quotes, const Clock& clock,
              Random& random)
      : options_(std::move(options)),
        prices_(std::move(prices)),
        quotes_(quotes),
        clock_(clock),
        random_(random) {}

  /// Unavailable: the quote could not be kept, and must not go out.
  absl::StatusOr<SignedQuote> Make(const PaidCall& call, const std::string& args_digest);

  /// The receipt for `proof`, whose quote is `issued`, over `result`.
  nlohmann::json Receipt(const QuoteProof& proof, const IssuedQuote& issued,
                         const Settlement& settlement, const nlohmann::json& result);

  [[nodiscard]] const PriceList& prices() const { return prices_; }

 private:
  QuoteOptions options_;
  PriceList prices_;
  IssuedQuotes& quotes_;
  const Clock& clock_;
  Random& random_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_ISSUER_H_
