#ifndef TOLLPASS_INTERCEPTOR_MCP_WITHOUT_KEYS_H_
#define TOLLPASS_INTERCEPTOR_MCP_WITHOUT_KEYS_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "interceptor/mcp/message.h"
#include "interceptor/mcp/payment_keys.h"

namespace tollpass {

/// The text of `message` without payments and receipts in its envelope, its result and its error;
/// every other byte stays. std::nullopt if there are none. They are `names.meta_keys`
///   - at any depth of any _meta, wherever it stands;
///   - as members of the message itself, of a result, an error, its data and structuredContent,
///     also of those of a task; of data and structuredContent, only those of a full name;
/// and SEP-2007's `payment` beside a _meta. A _meta that would be left empty goes whole, and so do
/// one with more than 16 of them, and one of two, of which no reader knows which one counts.
/// InvalidArgument: there is too much to read, or a message or result with more than 16 of them.
absl::StatusOr<std::optional<std::string>> WithoutKeys(const Message& message,
                                                       const PaymentNames& names);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_WITHOUT_KEYS_H_
