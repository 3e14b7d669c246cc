#ifndef TOLLPASS_INTERCEPTOR_MCP_TOOL_CALL_H_
#define TOLLPASS_INTERCEPTOR_MCP_TOOL_CALL_H_

#include <optional>
#include <string>

#include "interceptor/mcp/message.h"

namespace tollpass {

/// params of a tools/call, as far as money depends on them.
struct ToolCall {
  std::string name;
  std::string arguments;  // exact bytes; empty if absent
};

/// std::nullopt if it cannot be judged or sent again with a proof: params is no object, name no
/// string, _meta no object, or one of the members is there twice.
std::optional<ToolCall> ReadToolCall(const Message& request);

/// The exact JSON text of params._meta.progressToken; empty if there is none.
std::string ProgressToken(const Message& request);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_TOOL_CALL_H_
