#ifndef TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_
#define TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_

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

/// True for SEP-2007's payment or receipt, which stands beside a _meta.
bool IsEnvelope(const json::Member& member);

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

/// The changes that take out of a message, whichever way it goes, the payments that it asks or
/// answers with beside its results: the _meta of its params, SEP-2007's `payment` beside that,
/// payment arguments of a tool call, payment capabilities of a server. For the rest see
/// without_keys.h.
std::vector<json::Edit> PaymentRemovals(const Message& message, const PaymentNames& names);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PAYMENT_KEYS_H_
