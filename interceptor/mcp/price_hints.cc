#include "interceptor/mcp/price_hints.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace tollpass {
namespace {

constexpr size_t kMaxHintBytes = 4 * 1024;

// Arrays of a result whose entries have a _meta. Only the first four are lists with prices.
constexpr std::string_view kLists[] = {"tools",   "resources", "resourceTemplates", "prompts",
                                       "content", "contents",  "messages"};
constexpr size_t kPricedLists = 4;

using Visit = std::function<void(std::string_view list, const json::Value& entry)>;

// Every entry in order; also of a list that is there twice, and of the result of a task.
void ForEachEntry(const json::Value& result, const Visit& visit, bool in_task = false) {
  for (const json::Member& member : json::Members(result)) {
    if (member.key == "result" && !in_task) ForEachEntry(member.value, visit, true);
    if (std::find(std::begin(kLists), std::end(kLists), member.key) == std::end(kLists)) continue;
    for (const json::Value& entry : json::Elements(member.value)) visit(member.key, entry);
  }
}

bool IsPriced(std::string_view list) {
  const auto* const end = std::begin(kLists) + kPricedLists;
  return std::find(std::begin(kLists), end, list) != end;
}

std::string NameOf(const json::Value& entry) {
  for (const std::string_view key : {"name", "uri", "uriTemplate"}) {
    if (std::optional<std::string> name = json::FindString(entry, key)) return *std::move(name);
  }
  return "";
}

// A tool that takes a payment as an argument is offered without it: nobody fills it in, and the
// model is not asked to.
void AppendSchemaEdits(const json::Value& tool, const std::vector<std::string_view>& arguments,
                       std::vector<json::Edit>& edits) {
  const std::optional<json::Value> schema = json::Find(tool, "inputSchema");
  const std::optional<json::Value> properties =
      schema ? json::Find(*schema, "properties") : std::nullopt;
  if (!properties) return;
  const std::vector<json::Edit> removals =
      MemberRemovals(*properties, {"inputSchema", "properties"}, arguments);
  if (removals.empty()) return;
  edits.insert(edits.end(), removals.begin(), removals.end());
  const std::optional<json::Value> required = json::Find(*schema, "required");
  if (!required) return;
  std::vector<std::string> kept;
  for (const json::Value& name : json::Elements(*required)) {
    if (!IsNameOf(json::AsString(name).value_or(""), arguments)) kept.emplace_back(name.text);
  }
  edits.push_back({{"inputSchema", "required"}, json::Array(kept)});
}

std::vector<json::Edit> EntryEdits(std::string_view list, const json::Value& entry,
                                   const PaymentNames& names) {
  if (!IsPriced(list)) return MetaRemovals(entry, {}, names.meta_keys);
  std::vector<std::string_view> keys = names.meta_keys;
  keys.insert(keys.end(), names.price_keys.begin(), names.price_keys.end());
  std::vector<json::Edit> edits = MetaRemovals(entry, {}, keys);
  for (json::Edit& edit : MemberRemovals(entry, {}, names.price_members)) {
    edits.push_back(std::move(edit));
  }
  if (list == "tools") AppendSchemaEdits(entry, names.arguments, edits);
  return edits;
}

}  // namespace

std::vector<PriceHint> ReadPriceHints(const Message& message, const PaymentNames& names) {
  std::vector<PriceHint> hints;
  if (!message.result) return hints;
  const auto take = [&](std::string_view list, const json::Value& entry, const json::Value& owner,
                        const std::vector<std::string_view>& keys) {
    for (const json::Member& member : json::Members(owner)) {
      if (!IsNameOf(member.key, keys) || member.value.text.size() > kMaxHintBytes) continue;
      if (hints.size() == PriceHints::kMaxHints) return;
      hints.push_back(
          {std::string(list), NameOf(entry), member.key, std::string(member.value.text)});
    }
  };
  ForEachEntry(*message.result, [&](std::string_view list, const json::Value& entry) {
    if (!IsPriced(list)) return;
    if (const std::optional<json::Value> meta = json::Find(entry, "_meta")) {
      take(list, entry, *meta, names.price_keys);
    }
    take(list, entry, entry, names.price_members);
  });
  return hints;
}

void PriceHints::Take(std::vector<PriceHint> hints) {
  for (PriceHint& hint : hints) {
    const auto known = std::find_if(hints_.begin(), hints_.end(), [&](const PriceHint& old) {
      return old.list == hint.list && old.name == hint.name && old.key == hint.key;
    });
    if (known != hints_.end()) {
      known->json = std::move(hint.json);
    } else if (hints_.size() < kMaxHints) {
      hints_.push_back(std::move(hint));
    }
  }
}

std::optional<std::string> WithoutPrices(const Message& message, const PaymentNames& names) {
  if (!message.result) return std::nullopt;
  std::vector<json::Replacement> replacements;
  ForEachEntry(*message.result, [&](std::string_view list, const json::Value& entry) {
    if (entry.type != json::Type::kObject) return;
    const std::vector<json::Edit> edits = EntryEdits(list, entry, names);
    if (edits.empty()) return;
    // The entry was parsed and the edits only remove, so that this cannot fail.
    const absl::StatusOr<std::string> edited = json::Splice(entry.text, edits);
    replacements.push_back({entry.text, edited.ok() ? *edited : "{}"});
  });
  if (replacements.empty()) return std::nullopt;
  return json::Replace(message.text, replacements);
}

}  // namespace tollpass
