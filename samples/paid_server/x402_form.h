#ifndef TOLLPASS_SAMPLES_PAID_SERVER_X402_FORM_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_X402_FORM_H_

#include <nlohmann/json.hpp>
#include <string>

namespace tollpass::samples {

/// What is asked for one call, in the words of x402 version 2.
struct X402Offer {
  std::string tool;
  nlohmann::json accepts;     // PaymentRequirements, best first
  nlohmann::json extensions;  // by name
};

/// How one version of x402 writes an offer and the payment for it. Pure.
class X402Form {
 public:
  virtual ~X402Form() = default;

  /// The PaymentRequired object, without `error`.
  [[nodiscard]] virtual nlohmann::json PaymentRequired(const X402Offer& offer) const = 0;

  /// The first reason, in the server's words, why `payment` is no answer to `offer`; empty if it
  /// is one. Looks at everything but the signature. `payment` is an object with an `x402Version`
  /// and a `payload`.
  [[nodiscard]] virtual std::string FirstFault(const nlohmann::json& payment,
                                               const X402Offer& offer) const = 0;

  /// The entry of `offer.accepts` that `payment` answers; null where it answers none.
  [[nodiscard]] virtual nlohmann::json Chosen(const nlohmann::json& payment,
                                              const X402Offer& offer) const = 0;

  /// How a receipt names a CAIP-2 network.
  [[nodiscard]] virtual std::string NetworkName(const std::string& network) const = 0;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_X402_FORM_H_
