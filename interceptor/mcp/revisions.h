#ifndef TOLLPASS_INTERCEPTOR_MCP_REVISIONS_H_
#define TOLLPASS_INTERCEPTOR_MCP_REVISIONS_H_

#include <optional>
#include <string>
#include <string_view>

#include "interceptor/mcp/message.h"

namespace tollpass {

/// True for the revisions of MCP whose rules this build knows: those with a handshake, 2024-10-07
/// to 2025-11-25, and 2026-07-28. Under any other nothing is paid.
bool IsKnownRevision(std::string_view revision);

/// The revision that an answer to `initialize` settles on; empty if it names none.
std::string NegotiatedRevision(const Message& response);

/// The revision that a request names for itself in its _meta (revisions without a handshake); empty
/// if it names none.
std::string RequestRevision(const std::optional<json::Value>& meta);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_REVISIONS_H_
