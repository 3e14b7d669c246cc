#include "interceptor/mcp/cancel.h"

namespace tollpass {

std::optional<json::Value> CancelledId(const Message& notification) {
  if (notification.method != kCancelledMethod || !notification.params) return std::nullopt;
  return json::Find(*notification.params, "requestId");
}

json::Edit CancelInstead(std::string_view id) { return {{"params", "requestId"}, std::string(id)}; }

}  // namespace tollpass
