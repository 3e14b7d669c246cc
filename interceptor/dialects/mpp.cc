#include "interceptor/dialects/known_shape.h"

namespace tollpass {

// draft-payment-transport-mcp-00 and the mppx library, which also puts challenges into a result.
// -32042 is also MCP's number for URL elicitation, whose data has no challenges. One chain's
// gateway sends the same challenges under -32402, which is also used for other things: there the
// challenge object itself is looked for.
ShapeRows MppRows() {
  ShapeRows rows;
  rows.traits.name = "mpp";
  rows.traits.request_meta_keys = {"org.paymentauth/", "org.paymentauth/credential"};
  rows.traits.result_meta_keys = {"org.paymentauth/", "org.paymentauth/receipt"};
  rows.traits.capabilities = {"payment"};
  rows.errors = {{{"-32042", "-32043"}, "challenges", json::Type::kArray}};
  rows.metas = {{"org.paymentauth/payment-required"}};
  rows.objects = {{{"id", "realm", "method", "intent", "request"}}};
  rows.words = {{"paymentauth.org/problems/"}};
  return rows;
}

}  // namespace tollpass
