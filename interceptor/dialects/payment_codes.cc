#include "interceptor/dialects/known_shape.h"

namespace tollpass {
namespace {

// Servers that use a payment's number with data of their own making. The number alone proves
// nothing: -32402 is also used for step-up authentication and device control, so data must name
// money, and an error without data passes. A quote has a dialect of its own.
ShapeRows PaymentCode() {
  ShapeRows rows;
  rows.traits.name = "payment-code";
  rows.money = {{{"-32402", "-32803", "402", "-402", "-40200", "-40201"},
                 {"paymentRequired", "paymentRequirements", "payment", "accepts", "x402",
                  "x402_compat", "creditsRequired", "invoice", "l402", "price", "amount", "payTo"},
                 "quote"}};
  return rows;
}

// High-level McpServer of the TypeScript SDK: turns a thrown error into a result with this text and
// loses its data, so that nobody can pay. Payment servers on it always look like this.
ShapeRows SwallowedError() {
  ShapeRows rows;
  rows.traits.name = "swallowed-error";
  rows.begins = {{"MCP error -32402:"}, {"MCP error -32042:"}, {"MCP error -32043:"},
                 {"MCP error -32803:"}, {"MCP error -30402:"}, {"MCP error 402:"}};
  return rows;
}

}  // namespace

std::vector<ShapeRows> PaymentCodeRows() { return {PaymentCode(), SwallowedError()}; }

}  // namespace tollpass
