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
  rows.objects = {{{"l402"}}};
  return rows;
}

}  // namespace tollpass
