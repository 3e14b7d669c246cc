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

// Takes what was found out of the _meta at `path`.
void Remove(std::vector<std::string> path, MetaKeys found, std::vector<json::Edit>& edits) {
  if (found.payment.empty()) return;
  path.emplace_back("_meta");
  // Of two _meta members no reader knows which one counts.
  if (found.metas > 1 || found.members == found.payment.size()) {
    edits.push_back({std::move(path), std::nullopt});
    return;
  }
  std::sort(found.payment.begin(), found.payment.end());
  const auto end = std::unique(found.payment.begin(), found.payment.end());
  for (auto key = found.payment.begin(); key != end; ++key) {
    path.push_back(*key);
    edits.push_back({path, std::nullopt});
    path.pop_back();
  }
}

}  // namespace

std::vector<json::Edit> KeyRemovals(const std::optional<json::Value>& owner,
                                    std::string_view owner_name,
                                    const std::vector<std::string_view>& keys) {
  std::vector<json::Edit> edits;
  if (owner) Remove({std::string(owner_name)}, Look(*owner, keys), edits);
  return edits;
}

std::vector<json::Edit> ErrorKeyRemovals(const std::optional<json::Value>& error,
                                         const std::vector<std::string_view>& keys) {
  std::vector<json::Edit> edits;
  if (!error) return edits;
  for (const json::Member& member : json::Members(*error)) {
    if (member.key != "data") continue;
    for (json::Member& inner : json::Members(member.value)) {
      if (std::find(keys.begin(), keys.end(), inner.key) != keys.end()) {
        edits.push_back({{"error", "data", std::move(inner.key)}, std::nullopt});
      }
    }
    Remove({"error", "data"}, Look(member.value, keys), edits);
  }
  return edits;
}

}  // namespace tollpass
