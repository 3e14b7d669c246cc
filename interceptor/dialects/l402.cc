#include "interceptor/dialects/known_shape.h"

namespace tollpass {

// L402 (bLIP-26) has no MCP transport; the Tollstile library puts its challenge into an object that
// names the rail, and proof and receipt into _meta.
ShapeRows L402Rows() {
  ShapeRows rows;
  rows.traits.name = "l402";
  rows.traits.request_meta_keys = {"l402/"};
  rows.traits.result_meta_keys = {"l402/"};
  rows.fields = {{"rail", "l402"}};
  rows.errors = {{{"-32402"}, "l402", json::Type::kObject}};
  rows.inners = {{"l402", {"macaroon", "invoice", "token"}}};
  return rows;
}

}  // namespace tollpass
