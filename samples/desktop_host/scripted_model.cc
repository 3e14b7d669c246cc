#include "scripted_model.h"

namespace desktop_host {

using nlohmann::json;

std::optional<ToolUse> ScriptedModel::Next() {
  for (std::string line; std::getline(script_, line);) {
    const size_t space = line.find(' ');
    if (line.empty() || line.starts_with('#') || space == std::string::npos) continue;
    json arguments = json::parse(line.substr(space + 1), nullptr, /*allow_exceptions=*/false);
    if (arguments.is_object()) return ToolUse{line.substr(0, space), std::move(arguments)};
  }
  return std::nullopt;
}

}  // namespace desktop_host
