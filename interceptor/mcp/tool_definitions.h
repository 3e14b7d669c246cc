#ifndef TOLLPASS_INTERCEPTOR_MCP_TOOL_DEFINITIONS_H_
#define TOLLPASS_INTERCEPTOR_MCP_TOOL_DEFINITIONS_H_

#include <string>
#include <string_view>
#include <unordered_map>

#include "interceptor/mcp/message.h"

namespace tollpass {

/// What the server's list says about each tool (MCP tools/list), as digests: description, input
/// schema and hints about what it does, whatever their spelling. So a tool that is said to do other
/// things than before can be told. One thread.
class ToolDefinitions {
 public:
  /// Tools beyond these are not remembered.
  static constexpr size_t kMaxTools = 4096;

  /// The answer to a request tools/list, or a page of it; replaces what was known of its tools.
  void Take(const Message& response);

  /// 64 hex digits; empty for a tool that was not listed.
  [[nodiscard]] std::string Of(std::string_view tool) const;

 private:
  std::unordered_map<std::string, std::string> digests_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_TOOL_DEFINITIONS_H_
