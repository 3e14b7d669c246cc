#ifndef TOLLPASS_SAMPLES_PAID_SERVER_X402_V1_FORM_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_X402_V1_FORM_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "samples/paid_server/x402_form.h"

namespace tollpass::samples {

/// The name by which x402 version 1 knows a CAIP-2 network; empty where it knows none.
std::string_view X402V1NetworkName(std::string_view network);

/// x402 version 1 (x402-specification-v1.md): networks by name, and a payment that names scheme and
/// network only. Of two entries with the same, the first is paid. There are no extensions.
class X402V1Form final : public X402Form {
 public:
  [[nodiscard]] nlohmann::json PaymentRequired(const X402Offer& offer) const override;
  [[nodiscard]] std::string FirstFault(const nlohmann::json& payment,
                                       const X402Offer& offer) const override;
  [[nodiscard]] nlohmann::json Chosen(const nlohmann::json& payment,
                                      const X402Offer& offer) const override;
  [[nodiscard]] std::string NetworkName(const std::string& network) const override;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_X402_V1_FORM_H_
