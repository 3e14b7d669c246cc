#include "interceptor/mcp/tool_call.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"

namespace tollpass {

absl::StatusOr<ToolCall> ReadToolCall(const Message& request) {
  if (!request.params || request.params->type != json::Type::kObject) {
    return absl::InvalidArgumentError("its params are no object");
  }
  std::optional<json::Value> name;
  std::optional<json::Value> arguments;
  std::optional<json::Value> meta;
  const std::pair<std::string_view, std::optional<json::Value>*> wanted[] = {
      {"name", &name}, {"arguments", &arguments}, {"_meta", &meta}};
  bool continues = false;
  for (const json::Member& member : json::Members(*request.params)) {
    continues = continues || member.key == "inputResponses" || member.key == "requestState";
    for (const auto& [key, value] : wanted) {
      if (member.key != key) continue;
      if (*value) {
        return absl::InvalidArgumentError(absl::StrFormat("it has the member \"%s\" twice", key));
      }
      *value = member.value;
    }
  }
  if (meta && meta->type != json::Type::kObject && meta->type != json::Type::kNull) {
    return absl::InvalidArgumentError("its _meta is no object");
  }
  std::optional<std::string> tool = name ? json::AsString(*name) : std::nullopt;
  if (!tool) return absl::InvalidArgumentError("it names no tool");
  return ToolCall{std::move(*tool), arguments ? std::string(arguments->text) : std::string(),
                  continues};
}

std::optional<json::Value> MetaOf(const Message& message) {
  return message.params ? json::Find(*message.params, "_meta") : std::nullopt;
}

std::string ProgressToken(const std::optional<json::Value>& meta) {
  const std::optional<json::Value> token = meta ? json::Find(*meta, "progressToken") : std::nullopt;
  if (!token || (token->type != json::Type::kString && token->type != json::Type::kNumber)) {
    return "";
  }
  return std::string(token->text);
}

}  // namespace tollpass
