#include "interceptor/mcp/tool_call.h"

#include <utility>
#include <vector>

namespace tollpass {

std::optional<ToolCall> ReadToolCall(const Message& request) {
  if (!request.params || request.params->type != json::Type::kObject) return std::nullopt;
  std::optional<json::Value> name;
  std::optional<json::Value> arguments;
  std::optional<json::Value> meta;
  const std::pair<std::string_view, std::optional<json::Value>*> wanted[] = {
      {"name", &name}, {"arguments", &arguments}, {"_meta", &meta}};
  for (const json::Member& member : json::Members(*request.params)) {
    for (const auto& [key, value] : wanted) {
      if (member.key != key) continue;
      if (*value) return std::nullopt;
      *value = member.value;
    }
  }
  if (!name || (meta && meta->type != json::Type::kObject)) return std::nullopt;
  std::optional<std::string> tool = json::AsString(*name);
  if (!tool) return std::nullopt;
  return ToolCall{std::move(*tool), arguments ? std::string(arguments->text) : std::string()};
}

std::string ProgressToken(const Message& request) {
  if (!request.params) return "";
  const std::optional<json::Value> token =
      json::FindPath(*request.params, {"_meta", "progressToken"});
  if (!token || (token->type != json::Type::kString && token->type != json::Type::kNumber)) {
    return "";
  }
  return std::string(token->text);
}

}  // namespace tollpass
