#ifndef TOLLPASS_INTERCEPTOR_MCP_ANSWERS_H_
#define TOLLPASS_INTERCEPTOR_MCP_ANSWERS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace tollpass {

/// The closed list of what a host sees instead of a payment message. Nobody else writes text for a
/// host about a payment.
enum class HostAnswer { kDeclined, kNeedsApproval, kUnavailable, kFailed, kOutcomeUnknown };

std::string_view HostAnswerText(HostAnswer answer);

/// The whole message for the request `id` (JSON text) of `method`: for tools/call a result with
/// isError and this one text; for others error -32603 with the text as message. `typed`: results
/// name their type, as in the revisions without a handshake (MCP 2026-07-28).
std::string HostAnswerMessage(std::string_view id, std::string_view method, HostAnswer answer,
                              bool typed = false);

/// Error -32603 for a request that ended without any payment being involved.
std::string ErrorMessage(std::string_view id, std::string_view text);

/// Error `code` of JSON-RPC 2.0 for a message that cannot be taken as it is; `id` may be "null".
std::string ErrorMessage(std::string_view id, int64_t code, std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_ANSWERS_H_
