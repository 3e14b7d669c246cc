#include "interceptor/mcp/price_hints.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace tollpass {
namespace {

constexpr size_t kMaxHintBytes = 4 * 1024;
// Of the schemas of one message; each level of nesting reads the text below it again.
constexpr size_t kMaxBytesRead = 128 * 1024 * 1024;

// Arrays of a result whose entries may have prices.
constexpr std::string_view kLists[] = {"tools", "resources", "resourceTemplates", "prompts"};

bool IsList(std::string_view key) { return std::ranges::count(kLists, key) > 0; }

using Visit = std::function<void(std::string_view list, const json::Value& entry)>;

// Every entry in order; also of a list that is there twice, and of the result of a task.
void ForEachEntry(const json::Value& result, const Visit& visit, bool in_task = false) {
  for (const json::Member& member : json::Members(result)) {
    if (member.key == "result" && !in_task) ForEachEntry(member.value, visit, true);
    if (!IsList(member.key)) continue;
    for (const json::Value& entry : json::Elements(member.value)) visit(member.key, entry);
  }
}

std::string NameOf(const json::Value& entry) {
  for (const std::string_view key : {"name", "uri", "uriTemplate"}) {
    if (std::optional<std::string> name = json::FindString(entry, key)) return *std::move(name);
  }
  return "";
}

bool MayName(std::string_view text, const std::vector<std::string_view>& names) {
  return text.find("\\u00") != std::string_view::npos ||
         std::ranges::any_of(names, [&](std::string_view name) {
           return text.find(name) != std::string_view::npos;
         });
}

std::string WithoutElements(const json::Value& required,
                            const std::vector<std::string_view>& names) {
  std::vector<std::string> kept;
  for (const json::Value& name : json::Elements(required)) {
    if (!IsNameOf(json::AsString(name).value_or(""), names)) kept.emplace_back(name.text);
  }
  return json::Array(kept);
}

// `value` without its members of these names.
std::optional<std::string> WithoutMembers(const json::Value& object,
                                          const std::vector<std::string_view>& names) {
  const std::vector<json::Edit> edits = MemberRemovals(object, {}, names);
  if (edits.empty()) return std::nullopt;
  // It was parsed and the edits only remove, so that this cannot fail.
  const absl::StatusOr<std::string> edited = json::Splice(object.text, edits);
  return edited.ok() ? *edited : "{}";
}

// A tool that takes a payment as an argument is offered without it: nobody fills it in, and the
// model is not asked to. Also where the schema is put together of several (anyOf, $defs), and where
// a member is there twice.
class Schemas {
 public:
  explicit Schemas(const std::vector<std::string_view>& names) : names_(names) {}

  std::optional<std::string> WithoutArguments(const json::Value& schema) {
    if (schema.type != json::Type::kArray && schema.type != json::Type::kObject) {
      return std::nullopt;
    }
    bytes_read_ += schema.text.size();
    if (ReadTooMuch() || !MayName(schema.text, names_)) return std::nullopt;
    std::vector<json::Replacement> replacements;
    const auto replace = [&](const json::Value& part, std::optional<std::string> text) {
      if (text) replacements.push_back({part.text, *std::move(text)});
    };
    for (const json::Value& element : json::Elements(schema)) {
      replace(element, WithoutArguments(element));
    }
    for (const json::Member& member : json::Members(schema)) {
      if (member.key == "properties") {
        replace(member.value, WithoutMembers(member.value, names_));
      } else if (member.key == "required" && member.value.type == json::Type::kArray) {
        if (!MayName(member.value.text, names_)) continue;
        replace(member.value, WithoutElements(member.value, names_));
      } else {
        replace(member.value, WithoutArguments(member.value));
      }
    }
    if (replacements.empty() || ReadTooMuch()) return std::nullopt;
    return json::Replace(schema.text, replacements);
  }

  [[nodiscard]] bool ReadTooMuch() const { return bytes_read_ > kMaxBytesRead; }

 private:
  const std::vector<std::string_view>& names_;
  size_t bytes_read_ = 0;
};

// Of a tool whose schema cannot be read, all that the host needs.
std::string NameOnly(const json::Value& tool) {
  const std::optional<json::Value> name = json::Find(tool, "name");
  return R"({"name":)" + std::string(name ? name->text : R"("")") +
         R"(,"inputSchema":{"type":"object"}})";
}

// Of the parts of an entry that are objects of their own.
std::optional<std::string> WithoutInnerPrices(std::string_view list, const json::Value& entry,
                                              const PaymentNames& names, Schemas& schemas) {
  std::vector<json::Replacement> replacements;
  for (const json::Member& member : json::Members(entry)) {
    std::optional<std::string> text;
    if (member.key == "annotations") text = WithoutMembers(member.value, names.price_keys);
    if (member.key == "inputSchema" && list == "tools") {
      text = schemas.WithoutArguments(member.value);
    }
    if (text) replacements.push_back({member.value.text, *std::move(text)});
  }
  if (replacements.empty()) return std::nullopt;
  return json::Replace(entry.text, replacements);
}

std::vector<json::Edit> EntryEdits(const json::Value& entry, const PaymentNames& names) {
  std::vector<json::Edit> edits = MetaRemovals(entry, {}, names.price_keys);
  for (json::Edit& edit : MemberRemovals(entry, {}, names.price_members)) {
    edits.push_back(std::move(edit));
  }
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

std::vector<json::Edit> ListPriceRemovals(const Message& message, const PaymentNames& names) {
  std::vector<json::Edit> edits;
  if (!message.result) return edits;
  const auto append = [&](const json::Value& result, const std::vector<std::string>& path) {
    const std::vector<json::Member> members = json::Members(result);
    if (std::ranges::none_of(members, IsList, &json::Member::key)) return;
    for (json::Edit& edit : MetaRemovals(result, path, names.price_keys)) {
      edits.push_back(std::move(edit));
    }
  };
  append(*message.result, {"result"});
  if (const std::optional<json::Value> of_task = json::Find(*message.result, "result")) {
    append(*of_task, {"result", "result"});
  }
  return edits;
}

std::optional<std::string> WithoutPrices(const Message& message, const PaymentNames& names) {
  if (!message.result) return std::nullopt;
  std::vector<json::Replacement> replacements;
  Schemas schemas(names.arguments);
  ForEachEntry(*message.result, [&](std::string_view list, const json::Value& entry) {
    if (entry.type != json::Type::kObject) return;
    std::optional<std::string> inner = WithoutInnerPrices(list, entry, names, schemas);
    if (list == "tools" && schemas.ReadTooMuch()) {
      replacements.push_back({entry.text, NameOnly(entry)});
      return;
    }
    const std::vector<json::Edit> edits = EntryEdits(entry, names);
    if (!inner && edits.empty()) return;
    const std::string_view text = inner ? std::string_view(*inner) : entry.text;
    // The entry was parsed and the edits only remove, so that this cannot fail.
    const absl::StatusOr<std::string> edited = json::Splice(text, edits);
    replacements.push_back({entry.text, edited.ok() ? *edited : "{}"});
  });
  if (replacements.empty()) return std::nullopt;
  return json::Replace(message.text, replacements);
}

}  // namespace tollpass
