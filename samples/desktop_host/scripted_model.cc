#include "scripted_model.h"

namespace desktop_host {

using nlohmann::json;

namespace {

bool IsLeftOut(const std::string& line) { return line.empty() || line.starts_with('#'); }

/// std::nullopt: it is no "TOOL JSON".
std::optional<ToolUse> UseIn(const std::string& line) {
  const size_t space = line.find(' ');
  if (space == std::string::npos) return std::nullopt;
  json arguments = json::parse(line.substr(space + 1), nullptr, /*allow_exceptions=*/false);
  if (!arguments.is_object()) return std::nullopt;
  return ToolUse{line.substr(0, space), std::move(arguments)};
}

}  // namespace

std::optional<std::string> FaultOf(std::istream& script) {
  if (!script) return "cannot be read";
  int number = 0;
  for (std::string line; std::getline(script, line);) {
    ++number;
    if (IsLeftOut(line) || UseIn(line)) continue;
    return "line " + std::to_string(number) +
           R"( is no tool and its arguments, like: weather {"city": "Oslo"})";
  }
  script.clear();
  script.seekg(0);
  return script ? std::nullopt : std::make_optional<std::string>("is no file");
}

std::optional<ToolUse> ScriptedModel::Next() {
  for (std::string line; std::getline(script_, line);) {
    if (!IsLeftOut(line)) return UseIn(line);
  }
  return std::nullopt;
}

}  // namespace desktop_host
