#ifndef TOLLPASS_INTERCEPTOR_MCP_CANCEL_H_
#define TOLLPASS_INTERCEPTOR_MCP_CANCEL_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.h"
#include "interceptor/mcp/message.h"

namespace tollpass {

inline constexpr std::string_view kCancelledMethod = "notifications/cancelled";

/// The request that a notifications/cancelled names; std::nullopt if it names none.
std::optional<json::Value> CancelledId(const Message& notification);

/// The change that makes it name the request `id` (JSON text) instead.
json::Edit CancelInstead(std::string_view id);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_CANCEL_H_
