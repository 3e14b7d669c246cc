#include "interceptor/dialects/known_shape.h"

namespace tollpass {
namespace {

// ATXP (atxp-common): paid at a page of its own; the repeated call carries nothing.
ShapeRows Atxp() {
  ShapeRows rows;
  rows.traits.name = "atxp";
  rows.errors = {{{"-30402"}, "paymentRequestId", json::Type::kString}};
  rows.objects = {{{"paymentRequestId", "paymentRequestUrl"}}};
  return rows;
}

// Skyfire has no demand: a token that pays is a header, or an argument of the tool, and errors name
// what is missing.
ShapeRows Skyfire() {
  ShapeRows rows;
  rows.traits.name = "skyfire";
  rows.traits.request_meta_keys = {"skyfire-pay-id"};
  rows.traits.arguments = {"skyfire-pay-id"};
  rows.words = {{"skyfire-pay-id"}};
  return rows;
}

// PayMCP in its mode "resubmit": a page where a human pays, and an argument for the call after it.
// Its other modes ask the user by elicitation or in ordinary results, and those pass.
ShapeRows PayMcp() {
  ShapeRows rows;
  rows.traits.name = "paymcp";
  rows.objects = {{{"payment_id", "retry_instructions"}}};
  return rows;
}

// Nevermined demands by x402 version 2 with a scheme of its own; only its receipt is another key.
ShapeRows Nevermined() {
  ShapeRows rows;
  rows.traits.name = "nevermined";
  rows.traits.result_meta_keys = {"nevermined/"};
  return rows;
}

// Servers that take the payment as an argument of the tool. Their number is also that of a
// time-out.
ShapeRows PaymentArgument() {
  ShapeRows rows;
  rows.traits.name = "payment-argument";
  rows.traits.arguments = {"_payment"};
  rows.objects = {{{"paymentRequirements", "accepts"}}};
  rows.inners = {{"paymentRequirements", {"payTo", "recipient"}}};
  rows.money = {
      {{"-32001"}, {"_payment", "paymentRequired", "paymentRequirements", "accepts"}, ""}};
  return rows;
}

// The ASG gateway's HTTP body, where a server hands it on. Invoices have payment instructions and
// quotes too, but not its code.
ShapeRows Asg() {
  ShapeRows rows;
  rows.traits.name = "asg";
  rows.objects = {{{"payment_instructions", "quote"}, "PAYMENT_REQUIRED"}};
  return rows;
}

}  // namespace

std::vector<ShapeRows> VendorRows() {
  return {Atxp(), Skyfire(), PayMcp(), Nevermined(), PaymentArgument(), Asg()};
}

}  // namespace tollpass
