#include "interceptor/redaction.h"

#include <string>

namespace tollpass {
namespace {

constexpr std::string_view kRemoved = "\"[payment message removed]\"";
constexpr size_t kMaxEdits = 16;  // each costs a pass over the message

}  // namespace

std::optional<std::vector<json::Edit>> Redactions(const Dialects& dialects,
                                                  const json::Value& params) {
  std::vector<json::Edit> edits;
  if (params.type != json::Type::kObject) {
    if (ContainsPayment(dialects, params)) return std::nullopt;
    return edits;
  }
  for (const json::Member& member : json::Members(params)) {
    if (member.key == "_meta" || !ContainsPayment(dialects, member.value)) continue;
    if (edits.size() == kMaxEdits) return std::nullopt;
    edits.push_back({{"params", member.key}, std::string(kRemoved)});
  }
  return edits;
}

}  // namespace tollpass
