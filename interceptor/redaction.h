#ifndef TOLLPASS_INTERCEPTOR_REDACTION_H_
#define TOLLPASS_INTERCEPTOR_REDACTION_H_

#include <optional>
#include <string_view>
#include <vector>

#include "core/json/json.h"
#include "interceptor/dialects/dialect.h"
#include "interceptor/mcp/message.h"

namespace tollpass {

/// What stands where a payment was.
inline constexpr std::string_view kPaymentRemoved = "[payment message removed]";

/// The changes to a notification or request of the server that put a fixed text where a member of
/// its `params` carries a payment message, or a member with one of the names `keys`, and that take
/// out such members of params._meta and of the message itself. std::nullopt if there is more than
/// can be taken out.
std::optional<std::vector<json::Edit>> Redactions(const Dialects& dialects,
                                                  const std::vector<std::string_view>& keys,
                                                  const Message& message);

/// The change that puts the same text where the `instructions` for the model, in the result of
/// initialize or server/discover, carry a demand.
std::vector<json::Edit> InstructionsRedaction(const Dialects& dialects, const Message& response);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_REDACTION_H_
