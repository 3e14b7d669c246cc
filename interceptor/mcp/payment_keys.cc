#include "interceptor/mcp/payment_keys.h"

#include <algorithm>

namespace tollpass {
namespace {

struct MetaKeys {
  size_t metas = 0;
  size_t members = 0;
  std::vector<std::string> payment;  // keys found, in order
};

MetaKeys Look(const json::Value& owner, const std::vector<std::string_view>& keys) {
  MetaKeys found;
  for (const json::Member& member : json::Members(owner)) {
    if (member.key != "_meta") continue;
    ++found.metas;
    for (json::Member& inner : json::Members(member.value)) {
      ++found.members;
      if (std::find(keys.begin(), keys.end(), inner.key) != keys.end()) {
        found.payment.push_back(std::move(inner.key));
      }
    }
  }
  return found;
}

}  // namespace

std::vector<json::Edit> KeyRemovals(const std::optional<json::Value>& owner,
                                    std::string_view owner_name,
                                    const std::vector<std::string_view>& keys) {
  std::vector<json::Edit> edits;
  if (!owner) return edits;
  MetaKeys found = Look(*owner, keys);
  if (found.payment.empty()) return edits;
  const std::string name(owner_name);
  // Of two _meta members no reader knows which one counts.
  if (found.metas > 1 || found.members == found.payment.size()) {
    edits.push_back({{name, "_meta"}, std::nullopt});
    return edits;
  }
  std::sort(found.payment.begin(), found.payment.end());
  const auto end = std::unique(found.payment.begin(), found.payment.end());
  for (auto key = found.payment.begin(); key != end; ++key) {
    edits.push_back({{name, "_meta", *key}, std::nullopt});
  }
  return edits;
}

}  // namespace tollpass
