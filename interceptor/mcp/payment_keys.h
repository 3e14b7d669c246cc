#ifndef TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_
#define TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.h"

namespace tollpass {

/// The changes that take `keys` out of the _meta of `owner`, the message's member `owner_name`
/// ("params", "result"). Nothing if none is there; a _meta that would be left empty goes too.
std::vector<json::Edit> KeyRemovals(const std::optional<json::Value>& owner,
                                    std::string_view owner_name,
                                    const std::vector<std::string_view>& keys);

/// The same for an error: out of its data, and out of the _meta of its data.
std::vector<json::Edit> ErrorKeyRemovals(const std::optional<json::Value>& error,
                                         const std::vector<std::string_view>& keys);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_
