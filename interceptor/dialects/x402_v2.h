#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_X402_V2_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_X402_V2_H_

#include <vector>

#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/x402.h"

namespace tollpass {

/// x402 version 2 over MCP, tool-result binding (x402 specs, transports-v2/mcp.md): an isError
/// result whose structuredContent, or the JSON in content[0].text, is a PaymentRequired; the proof
/// goes in params._meta["x402/payment"] as an object, the receipt comes in
/// result._meta["x402/payment-response"]. Malformed ones and unknown versions are recognised and
/// never paid.
class X402V2 final : public Dialect {
 public:
  [[nodiscard]] const DialectTraits& traits() const override { return traits_; }
  [[nodiscard]] bool Recognises(const Part& part) const override;
  [[nodiscard]] Reading Read(const Answer& answer, bool paid) const override;
  [[nodiscard]] std::vector<json::Edit> Attach(const Proof& proof) const override;

 private:
  const DialectTraits traits_ = {"x402-v2", {kX402PaymentKey}, {kX402ReceiptKey}};
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_X402_V2_H_
