#include "interceptor/redaction.h"

#include <algorithm>
#include <string>

#include "interceptor/dialects/recognise.h"
#include "interceptor/mcp/payment_keys.h"

namespace tollpass {
namespace {

constexpr std::string_view kRemoved = "\"[payment message removed]\"";
constexpr size_t kMaxEdits = 16;  // each costs a pass over the message

bool ContainsPayment(const Dialects& dialects, const std::vector<std::string_view>& keys,
                     const json::Value& value) {
  return AnyInside(value, [&](const json::Value& inner) {
    for (const json::Member& member : json::Members(inner)) {
      if (IsNameOf(member.key, keys)) return true;
    }
    return std::any_of(dialects.begin(), dialects.end(),
                       [&](const auto& dialect) { return dialect->Recognises(inner); });
  });
}

}  // namespace

std::optional<std::vector<json::Edit>> Redactions(const Dialects& dialects,
                                                  const std::vector<std::string_view>& keys,
                                                  const json::Value& params) {
  std::vector<json::Edit> edits;
  if (params.type != json::Type::kObject) {
    if (ContainsPayment(dialects, keys, params)) return std::nullopt;
    return edits;
  }
  for (const json::Member& member : json::Members(params)) {
    if (member.key == "_meta" || !ContainsPayment(dialects, keys, member.value)) continue;
    if (edits.size() == kMaxEdits) return std::nullopt;
    edits.push_back({{"params", member.key}, std::string(kRemoved)});
  }
  return edits;
}

}  // namespace tollpass
