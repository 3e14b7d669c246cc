#ifndef TOLLPASS_INTERCEPTOR_MCP_TOOL_CALL_H_
#define TOLLPASS_INTERCEPTOR_MCP_TOOL_CALL_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "interceptor/mcp/message.h"

namespace tollpass {

/// params of a tools/call, as far as money depends on them.
struct ToolCall {
  std::string name;
  std::string arguments;   // exact bytes; empty if absent
  bool continues = false;  // an earlier one, which asked for more input
};

/// InvalidArgument, and why, if it cannot be judged or sent again with a proof: params is no
/// object, name no string, _meta neither object nor null, or one of the members is there twice.
absl::StatusOr<ToolCall> ReadToolCall(const Message& request);

/// params._meta; std::nullopt if there is none, or two. A pass over params.
std::optional<json::Value> MetaOf(const Message& message);

/// The exact JSON text of its progressToken; empty if there is none.
std::string ProgressToken(const std::optional<json::Value>& meta);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_TOOL_CALL_H_
