#ifndef TOLLPASS_SAMPLES_PAID_SERVER_X402_V2_FORM_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_X402_V2_FORM_H_

#include <nlohmann/json.hpp>
#include <string>

#include "samples/paid_server/x402_form.h"

namespace tollpass::samples {

/// x402 version 2 (x402-specification-v2.md, sections 5.1 and 5.2): the payment repeats the entry
/// that it answers.
class X402V2Form final : public X402Form {
 public:
  [[nodiscard]] nlohmann::json PaymentRequired(const X402Offer& offer) const override;
  [[nodiscard]] std::string FirstFault(const nlohmann::json& payment,
                                       const X402Offer& offer) const override;
  [[nodiscard]] nlohmann::json Chosen(const nlohmann::json& payment,
                                      const X402Offer& offer) const override;
  [[nodiscard]] std::string NetworkName(const std::string& network) const override {
    return network;
  }
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_X402_V2_FORM_H_
