#ifndef TOLLPASS_SAMPLES_PAID_SERVER_X402_PAYWALL_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_X402_PAYWALL_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "samples/paid_server/challenge.h"
#include "samples/paid_server/checkout.h"
#include "samples/paid_server/extensions.h"
#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/price_list.h"
#include "samples/paid_server/x402_form.h"

namespace tollpass::samples {

struct X402Options {
  ChallengePlace place = ChallengePlace::kStructureAndText;
  ExtensionOptions extensions = {};
};

/// What a payment identifier is bound to: SHA-256 of scheme, network, asset, amount, payTo and
/// tool, a line each; hex.
std::string IdentifierTerms(const nlohmann::json& requirements, const std::string& tool);

/// The server half of x402 over MCP, in the order of checks and with the texts that other servers
/// have: form, offer, extensions, identifier, facilitator, claim, tool, settlement. Not
/// thread-safe.
class X402Paywall final : public Paywall {
 public:
  X402Paywall(X402Options options, const X402Form& form, PriceList prices, Checkout& checkout,
              PaymentLog& log)
      : options_(std::move(options)),
        form_(form),
        prices_(std::move(prices)),
        checkout_(checkout),
        log_(log) {}

  Reply Call(const PaidCall& call, const OfferChange& change) override;
  [[nodiscard]] nlohmann::json Hint(const Tool& /*tool*/) const override { return nullptr; }

 private:
  [[nodiscard]] X402Offer Offer(const Tool& tool, const OfferChange& change) const;
  Reply Challenge(const X402Offer& offer, std::string_view error);
  Reply Answer(const Outcome& outcome, const X402Offer& offer);

  X402Options options_;
  const X402Form& form_;
  PriceList prices_;
  Checkout& checkout_;
  PaymentLog& log_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_X402_PAYWALL_H_
