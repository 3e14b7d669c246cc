#include "interceptor/mcp/tool_definitions.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/json/json.h"

namespace tollpass {
namespace {

constexpr int kMaxDepth = 512;
constexpr size_t kMaxNameBytes = 512;

/// What a model or a host goes by. Not `_meta`, where prices stand, nor titles and icons.
constexpr std::array<std::string_view, 4> kMembers = {"description", "inputSchema", "outputSchema",
                                                      "annotations"};

/// The same for equal values, however they are written.
std::string Spelling(const std::optional<json::Value>& value) {
  if (!value) return "";
  absl::StatusOr<std::string> canonical = json::Canonical(value->text, kMaxDepth);
  return canonical.ok() ? *std::move(canonical) : std::string(value->text);
}

/// `before`: of an entry of the same name in the same list, which counts too; or empty.
std::string DigestOf(const json::Value& tool, std::string_view before) {
  std::vector<std::string> texts = {std::string(before)};
  for (const std::string_view member : kMembers) {
    texts.push_back(Spelling(json::Find(tool, member)));
  }
  const std::vector<std::string_view> fields(texts.begin(), texts.end());
  return FieldsDigest("tollpass-tool/1", fields);
}

}  // namespace

void ToolDefinitions::Take(const Message& response) {
  if (!response.result) return;
  const std::optional<json::Value> tools = json::Find(*response.result, "tools");
  if (!tools) return;
  std::unordered_map<std::string, std::string> listed;
  for (const json::Value& tool : json::Elements(*tools)) {
    std::optional<std::string> name = json::FindString(tool, "name");
    if (!name || name->size() > kMaxNameBytes || listed.size() == kMaxTools) continue;
    std::string& digest = listed[*std::move(name)];
    digest = DigestOf(tool, digest);
  }
  for (auto& [name, digest] : listed) {
    if (digests_.size() < kMaxTools || digests_.count(name) > 0) {
      digests_.insert_or_assign(name, std::move(digest));
    }
  }
}

std::string ToolDefinitions::Of(std::string_view tool) const {
  const auto found = digests_.find(std::string(tool));
  return found == digests_.end() ? "" : found->second;
}

}  // namespace tollpass
