#include "interceptor/redaction.h"

#include <algorithm>
#include <string>

namespace tollpass {
namespace {

constexpr std::string_view kRemoved = "\"[payment message removed]\"";
// Each edit, and each duplicate of a member that is edited, costs a pass over the message.
constexpr size_t kMaxPasses = 16;

}  // namespace

std::optional<std::vector<json::Edit>> Redactions(const Dialects& dialects,
                                                  const json::Value& params) {
  std::vector<json::Edit> edits;
  if (params.type != json::Type::kObject) {
    if (ContainsPayment(dialects, params)) return std::nullopt;
    return edits;
  }
  const std::vector<json::Member> members = json::Members(params);
  size_t passes = 0;
  for (const json::Member& member : members) {
    if (member.key == "_meta" || !ContainsPayment(dialects, member.value)) continue;
    passes += static_cast<size_t>(
        std::count_if(members.begin(), members.end(),
                      [&](const json::Member& other) { return other.key == member.key; }));
    if (passes > kMaxPasses) return std::nullopt;
    edits.push_back({{"params", member.key}, std::string(kRemoved)});
  }
  return edits;
}

}  // namespace tollpass
