#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/mcp_quote.h"
#include "interceptor/dialects/x402_v2.h"

namespace tollpass {

Dialects MakeDialects() {
  Dialects dialects;
  dialects.push_back(std::make_unique<X402V2>());
  dialects.push_back(std::make_unique<McpQuote>());
  return dialects;
}

std::vector<std::string_view> ForeignPaymentKeys() {
  return {"org.paymentauth/credential",
          "org.paymentauth/receipt",
          "org.paymentauth/payment-required",
          "x402.payment",
          "x402.payment-response",
          "x402.org/payment",
          "x402.org/payment-response",
          "l402/credential",
          "l402/receipt"};
}

const Dialect* FindDialect(const Dialects& dialects, std::string_view name) {
  for (const auto& dialect : dialects) {
    if (dialect->traits().name == name) return dialect.get();
  }
  return nullptr;
}

}  // namespace tollpass
