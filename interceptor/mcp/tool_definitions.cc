#include "interceptor/mcp/tool_definitions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/hash.h"

namespace tollpass {
namespace {

constexpr int kMaxDepth = 512;
constexpr size_t kMaxNameBytes = 512;
constexpr size_t kMostParts = 16;
constexpr size_t kMaxTextBytes = 2048;
constexpr size_t kMaxAllTextBytes = size_t{512} * 1024;

/// What a model or a host goes by. Not `_meta`, where prices stand, nor titles and icons.
constexpr std::array<std::string_view, 4> kMembers = {"description", "inputSchema", "outputSchema",
                                                      "annotations"};

/// The same for equal values, however they are written.
std::string Spelling(const std::optional<json::Value>& value) {
  if (!value) return "";
  absl::StatusOr<std::string> canonical = json::Canonical(value->text, kMaxDepth);
  return canonical.ok() ? *std::move(canonical) : std::string(value->text);
}

/// `before`: of what was said before in the same list, which counts too; or empty.
std::string DigestOf(const json::Value& tool, std::string_view before) {
  std::vector<std::string> texts = {std::string(before)};
  for (const std::string_view member : kMembers) {
    texts.push_back(Spelling(json::Find(tool, member)));
  }
  const std::vector<std::string_view> fields(texts.begin(), texts.end());
  return FieldsDigest("tollpass-tool/1", fields);
}

/// A long name is kept as its digest; the first letter tells the two apart.
std::string KeyOf(std::string_view name) {
  if (name.size() <= kMaxNameBytes) return "=" + std::string(name);
  const std::vector<std::string_view> fields = {name};
  return "#" + FieldsDigest("tollpass-tool-name/1", fields);
}

std::string ShownText(const json::Value& tool) {
  std::string text;
  for (const std::string_view member : kMembers) {
    const std::optional<json::Value> value = json::Find(tool, member);
    if (!value) continue;
    text += text.empty() ? "" : "; ";
    text.append(member).append(": ");
    text += json::AsString(*value).value_or(std::string(value->text));
  }
  return text;
}

}  // namespace

void ToolDefinitions::Take(const Message& response, bool continues) {
  if (!response.result) return;
  const std::optional<json::Value> tools = json::Find(*response.result, "tools");
  if (!tools) return;
  if (!continues) ++list_;
  for (const json::Value& tool : json::Elements(*tools)) {
    if (const std::optional<std::string> name = json::FindString(tool, "name")) Add(*name, tool);
  }
}

void ToolDefinitions::Add(std::string_view name, const json::Value& tool) {
  std::string key = KeyOf(name);
  const std::string part = DigestOf(tool, "");
  auto found = tools_.find(key);
  if (found == tools_.end() && tools_.size() == kMaxTools) {
    Said& beyond = Begin(beyond_);
    const std::vector<std::string_view> fields = {beyond.digest, key, part};
    beyond.digest = FieldsDigest("tollpass-tools/1", fields);
    return;
  }
  if (found == tools_.end()) found = tools_.emplace(std::move(key), Said()).first;
  Said& said = Begin(found->second);
  if (std::find(said.parts.begin(), said.parts.end(), part) != said.parts.end()) return;
  said.digest = said.digest.empty() ? part : DigestOf(tool, said.digest);
  if (said.parts.size() < kMostParts) said.parts.push_back(part);
  AddText(tool, said);
}

/// Forgets what an earlier list said.
ToolDefinitions::Said& ToolDefinitions::Begin(Said& said) {
  if (said.list != list_) {
    text_bytes_ -= said.text.size();
    said = Said();
    said.list = list_;
  }
  return said;
}

void ToolDefinitions::AddText(const json::Value& tool, Said& said) {
  std::string more = (said.text.empty() ? "" : "; and also: ") + ShownText(tool);
  const size_t room = std::min(kMaxTextBytes - said.text.size(), kMaxAllTextBytes - text_bytes_);
  more.resize(std::min(more.size(), room));
  text_bytes_ += more.size();
  said.text += more;
}

const ToolDefinitions::Said& ToolDefinitions::Find(std::string_view tool) const {
  const auto found = tools_.find(KeyOf(tool));
  return found == tools_.end() ? beyond_ : found->second;
}

std::string ToolDefinitions::Of(std::string_view tool) const { return Find(tool).digest; }

std::string ToolDefinitions::TextOf(std::string_view tool) const { return Find(tool).text; }

}  // namespace tollpass
