#include <utility>

#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/known_shape.h"
#include "interceptor/dialects/mcp_quote.h"
#include "interceptor/dialects/x402_unpaid.h"
#include "interceptor/dialects/x402_v1.h"
#include "interceptor/dialects/x402_v2.h"

namespace tollpass {
namespace {

void Add(Dialects& dialects, std::vector<ShapeRows> families) {
  for (ShapeRows& rows : families)
    dialects.push_back(std::make_unique<KnownShape>(std::move(rows)));
}

}  // namespace

Dialects MakeDialects() {
  Dialects dialects;
  // Paid.
  dialects.push_back(std::make_unique<X402V2>());
  dialects.push_back(std::make_unique<X402V1>());
  dialects.push_back(std::make_unique<McpQuote>());
  // Recognised, and never paid.
  for (auto& form : UnpaidX402Forms()) dialects.push_back(std::move(form));
  Add(dialects, {Sep2007Rows(), MppRows(), L402Rows()});
  Add(dialects, VendorRows());
  Add(dialects, PaymentCodeRows());
  return dialects;
}

DialectTraits ForeignNames() {
  DialectTraits names;
  names.request_meta_keys = {"x402/sign-in-with-x"};
  names.price_meta_keys = {"x402", "x402/"};
  names.price_members = {"x402", "accepts", "price"};
  return names;
}

const Dialect* FindDialect(const Dialects& dialects, std::string_view name) {
  for (const auto& dialect : dialects) {
    if (dialect->traits().name == name) return dialect.get();
  }
  return nullptr;
}

}  // namespace tollpass
