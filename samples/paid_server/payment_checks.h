#ifndef TOLLPASS_SAMPLES_PAID_SERVER_PAYMENT_CHECKS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_PAYMENT_CHECKS_H_

#include <nlohmann/json.hpp>
#include <string>

namespace tollpass::samples {

/// True if `payment` (the value of `_meta["x402/payment"]`) is a payment at all.
bool IsPayment(const nlohmann::json& payment);

/// The first reason, in the server's own words, why `payment` is no answer to `payment_required`;
/// empty if it is one. Looks at everything but the signature.
std::string FirstPaymentFault(const nlohmann::json& payment,
                              const nlohmann::json& payment_required);

/// The payment identifier that the payer chose; empty if none.
std::string PaymentIdentifier(const nlohmann::json& payment);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_PAYMENT_CHECKS_H_
