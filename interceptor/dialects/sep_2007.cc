#include "interceptor/dialects/known_shape.h"

namespace tollpass {

// modelcontextprotocol issue 2008 and its closed pull request 2007: an x402 (or other) demand in an
// envelope of its own, the proof beside `name` and `arguments`. Its older text used -32803.
ShapeRows Sep2007Rows() {
  ShapeRows rows;
  rows.traits.name = "sep-2007";
  rows.traits.price_members = {"payment"};
  rows.traits.capabilities = {"payment"};
  rows.errors = {{{"-32402", "-32803"}, "payment", json::Type::kArray}};
  rows.objects = {{{"protocol", "paymentRequired"}},
                  {{"protocol", "paymentInput"}},
                  {{"protocol", "paymentOutput"}}};
  return rows;
}

}  // namespace tollpass
