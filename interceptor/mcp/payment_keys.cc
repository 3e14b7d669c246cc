#include "interceptor/mcp/payment_keys.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tollpass {
namespace {

using Path = std::vector<std::string>;

// SEP-2007 puts payment and receipt beside _meta: {"protocol": …, "paymentInput": …}. Its older
// text called the payment paymentProof.
constexpr std::string_view kEnvelopeKeys[] = {"payment", "paymentProof"};
constexpr size_t kMaxKeys = 16;  // each costs a pass over the message
constexpr std::string_view kServerLists[] = {"experimental", "extensions"};

Path Below(Path path, std::string_view key) {
  path.emplace_back(key);
  return path;
}

std::vector<std::string> KeysNamed(const json::Value& object,
                                   const std::vector<std::string_view>& names) {
  std::vector<std::string> keys;
  for (json::Member& member : json::Members(object)) {
    if (IsNameOf(member.key, names)) keys.push_back(std::move(member.key));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

void Append(std::vector<json::Edit>& edits, std::vector<json::Edit> more) {
  for (json::Edit& edit : more) edits.push_back(std::move(edit));
}

void AppendEnvelopes(const json::Value& owner, const Path& path, std::vector<json::Edit>& edits) {
  std::set<std::string> found;
  for (const json::Member& member : json::Members(owner)) {
    if (IsEnvelope(member)) found.insert(member.key);
  }
  for (const std::string& key : found) edits.push_back({Below(path, key), std::nullopt});
}

void AppendCapabilities(const json::Value& result, const PaymentNames& names,
                        std::vector<json::Edit>& edits) {
  const std::optional<json::Value> capabilities = json::Find(result, "capabilities");
  if (!capabilities) return;
  const Path path = {"result", "capabilities"};
  Append(edits, MemberRemovals(*capabilities, path, names.capabilities));
  for (const std::string_view list : kServerLists) {
    if (const std::optional<json::Value> inner = json::Find(*capabilities, list)) {
      Append(edits, MemberRemovals(*inner, Below(path, list), names.capabilities));
    }
  }
}

void AppendParams(const Message& message, const PaymentNames& names,
                  std::vector<json::Edit>& edits) {
  Append(edits, MetaRemovals(*message.params, {"params"}, names.meta_keys));
  AppendEnvelopes(*message.params, {"params"}, edits);
  if (message.method != "tools/call") return;
  for (const json::Member& member : json::Members(*message.params)) {
    if (member.key != "arguments") continue;
    Append(edits, MemberRemovals(member.value, {"params", "arguments"}, names.arguments));
  }
}

}  // namespace

bool IsEnvelope(const json::Member& member) {
  return std::ranges::count(kEnvelopeKeys, member.key) > 0 &&
         json::Find(member.value, "protocol").has_value();
}

bool IsNameOf(std::string_view key, const std::vector<std::string_view>& names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return name.ends_with('/') ? key.starts_with(name) : key == name;
  });
}

std::vector<json::Edit> MemberRemovals(const json::Value& object, const Path& path,
                                       const std::vector<std::string_view>& names) {
  std::vector<json::Edit> edits;
  for (const std::string& key : KeysNamed(object, names)) {
    edits.push_back({Below(path, key), std::nullopt});
  }
  return edits;
}

std::vector<json::Edit> MetaRemovals(const json::Value& object, const Path& path,
                                     const std::vector<std::string_view>& names) {
  size_t metas = 0;
  size_t others = 0;
  std::vector<json::Edit> edits;
  for (const json::Member& member : json::Members(object)) {
    if (member.key != "_meta") continue;
    ++metas;
    for (const json::Member& inner : json::Members(member.value)) {
      others += IsNameOf(inner.key, names) ? 0 : 1;
    }
    Append(edits, MemberRemovals(member.value, Below(path, "_meta"), names));
  }
  if (!edits.empty() && (metas > 1 || others == 0 || edits.size() > kMaxKeys)) {
    edits = {{Below(path, "_meta"), std::nullopt}};
  }
  return edits;
}

std::vector<json::Edit> PaymentRemovals(const Message& message, const PaymentNames& names) {
  std::vector<json::Edit> edits;
  if (message.params) AppendParams(message, names, edits);
  if (message.result) AppendCapabilities(*message.result, names, edits);
  return edits;
}

}  // namespace tollpass
