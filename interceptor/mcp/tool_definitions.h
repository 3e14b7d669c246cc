#ifndef TOLLPASS_INTERCEPTOR_MCP_TOOL_DEFINITIONS_H_
#define TOLLPASS_INTERCEPTOR_MCP_TOOL_DEFINITIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/json/json.h"
#include "interceptor/mcp/message.h"

namespace tollpass {

/// What the server's list says about each tool (MCP tools/list), as digests: description, input
/// schema and hints about what it does, whatever their spelling. So a tool that is said to do other
/// things than before can be told. Whatever a list says of a tool counts, however often it names
/// it and on whichever page. One thread.
class ToolDefinitions {
 public:
  /// Tools beyond these are remembered together, as one.
  static constexpr size_t kMaxTools = 4096;

  /// The answer to a request tools/list. `continues`: it asked for a further page of the list;
  /// otherwise a new list begins, which replaces what was known of the tools that it names.
  void Take(const Message& response, bool continues);

  /// 64 hex digits; empty for a tool that was not listed.
  [[nodiscard]] std::string Of(std::string_view tool) const;

  /// The same for a person to read, shortened: untrusted. Empty where it was not kept.
  [[nodiscard]] std::string TextOf(std::string_view tool) const;

 private:
  /// What one list says.
  struct Said {
    uint64_t list = 0;
    std::string digest;
    std::vector<std::string> parts;  // digests of single definitions, the first of them
    std::string text;
  };

  void Add(std::string_view name, const json::Value& tool);
  Said& Begin(Said& said);
  void AddText(const json::Value& tool, Said& said);
  [[nodiscard]] const Said& Find(std::string_view tool) const;

  uint64_t list_ = 0;  // counts them
  std::unordered_map<std::string, Said> tools_;
  Said beyond_;  // of all tools for which there was no room
  size_t text_bytes_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_TOOL_DEFINITIONS_H_
