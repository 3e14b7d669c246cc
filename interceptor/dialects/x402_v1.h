#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_X402_V1_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_X402_V1_H_

#include <vector>

#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/x402.h"

namespace tollpass {

/// x402 version 1 over MCP (x402 specs, transports-v1/mcp.md, and what servers do): the same tool
/// result as version 2 with x402Version 1, the wrapper {"x402/error": {"data": …}} in
/// content[0].text, or a JSON-RPC error 402 with the message as its data. The proof
/// {x402Version, scheme, network, payload} goes in params._meta["x402/payment"] with scheme and
/// network as the server wrote them; nothing else is echoed. The receipt comes as in version 2 and
/// names the network in words.
class X402V1 final : public Dialect {
 public:
  [[nodiscard]] const DialectTraits& traits() const override { return traits_; }
  [[nodiscard]] bool Recognises(const Part& part) const override;
  [[nodiscard]] Reading Read(const Answer& answer, bool paid) const override;
  [[nodiscard]] std::vector<json::Edit> Attach(const Proof& proof) const override;

 private:
  const DialectTraits traits_ = {"x402-v1", {kX402PaymentKey}, {kX402ReceiptKey}};
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_X402_V1_H_
