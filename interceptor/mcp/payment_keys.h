#ifndef TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_
#define TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.h"
#include "interceptor/mcp/message.h"

namespace tollpass {

/// The names under which messages carry payments and prices. One that ends in '/' stands for every
/// name that begins with it.
struct PaymentNames {
  std::vector<std::string_view> meta_keys;      // of any _meta: payments and receipts
  std::vector<std::string_view> price_keys;     // of an entry's _meta in a list
  std::vector<std::string_view> price_members;  // of the entry itself
  std::vector<std::string_view> arguments;      // of a tool
  std::vector<std::string_view> capabilities;   // of a server; also in experimental and extensions
};

bool IsNameOf(std::string_view key, const std::vector<std::string_view>& names);

/// The changes that take out of `object`, which stands at `path` in its text, the members that
/// `names` name; and out of its _meta. A _meta that would be left empty goes whole, and so does one
/// with more than 16 of them, and one of two, of which no reader knows which one counts.
std::vector<json::Edit> MetaRemovals(const json::Value& object,
                                     const std::vector<std::string>& path,
                                     const std::vector<std::string_view>& names);
std::vector<json::Edit> MemberRemovals(const json::Value& object,
                                       const std::vector<std::string>& path,
                                       const std::vector<std::string_view>& names);

/// The changes that take payments out of a message, whichever way it goes: the _meta of message,
/// params, result, a task's result, structuredContent and an error's data, and the same keys in the
/// last two themselves; SEP-2007's `payment` beside it; payment
/// arguments of a tool call; payment capabilities of a server.
std::vector<json::Edit> PaymentRemovals(const Message& message, const PaymentNames& names);

/// The same for an error: out of its data, and out of the _meta of its data.
std::vector<json::Edit> ErrorKeyRemovals(const std::optional<json::Value>& error,
                                         const std::vector<std::string_view>& keys);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_
