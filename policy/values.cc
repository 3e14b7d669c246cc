#include "policy/values.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/duration.h"

namespace tollpass {
namespace {

constexpr size_t kMaxPlainName = 64;

const Node* Typed(const Node& table, std::string_view key, NodeKind kind, std::string_view wanted,
                  LoadErrors& errors) {
  const Node* node = FindMember(table, key);
  if (node == nullptr || node->kind == kind) return node;
  errors.Add(node->at, absl::StrFormat("'%s' must be %s", key, wanted));
  return nullptr;
}

/// A NUL byte would cut an argument or a path short.
bool IsUsable(const Node& node, EmptyItems empty = EmptyItems::kRefused) {
  return node.kind == NodeKind::kString && node.text.find('\0') == std::string::npos &&
         (empty == EmptyItems::kAllowed || !node.text.empty());
}

}  // namespace

std::optional<std::string> ReadText(const Node& table, std::string_view key, LoadErrors& errors) {
  const Node* node = Typed(table, key, NodeKind::kString, "a text in quotes", errors);
  if (node == nullptr) return std::nullopt;
  if (!IsUsable(*node)) {
    errors.Add(node->at, absl::StrFormat("'%s' must not be empty or hold a NUL byte", key));
    return std::nullopt;
  }
  return node->text;
}

std::optional<bool> ReadBool(const Node& table, std::string_view key, LoadErrors& errors) {
  const Node* node = Typed(table, key, NodeKind::kBoolean, "true or false, without quotes", errors);
  return node == nullptr ? std::nullopt : std::optional(node->boolean);
}

std::optional<int64_t> ReadInteger(const Node& table, std::string_view key, LoadErrors& errors) {
  const Node* node =
      Typed(table, key, NodeKind::kInteger, "a whole number, without quotes", errors);
  return node == nullptr ? std::nullopt : std::optional(node->integer);
}

std::optional<PlacedTexts> ReadTexts(const Node& table, std::string_view key, LoadErrors& errors,
                                     EmptyItems empty_items) {
  const Node* node = Typed(table, key, NodeKind::kArray, R"(a list like ["a", "b"])", errors);
  if (node == nullptr) return std::nullopt;
  PlacedTexts texts;
  for (const Node& item : node->items) {
    if (IsUsable(item, empty_items)) {
      texts.emplace_back(item.text, item.at);
    } else {
      errors.Add(item.at,
                 absl::StrFormat("'%s' must list texts in quotes, none of them empty", key));
    }
  }
  return texts.size() == node->items.size() ? std::optional(std::move(texts)) : std::nullopt;
}

std::vector<std::string> WithoutPlaces(const PlacedTexts& texts) {
  std::vector<std::string> plain;
  plain.reserve(texts.size());
  for (const auto& [text, at] : texts) plain.push_back(text);
  return plain;
}

std::optional<int64_t> ReadDuration(const Node& table, std::string_view key, int64_t least,
                                    LoadErrors& errors) {
  const Node* node =
      Typed(table, key, NodeKind::kString, R"(a time like "30s", "5m", "12h" or "30d")", errors);
  if (node == nullptr) return std::nullopt;
  const std::optional<int64_t> seconds = ParseDuration(node->text);
  if (!seconds) {
    errors.Add(node->at, absl::StrFormat("%s is not a time; write '%s' like \"30s\", \"5m\", "
                                         "\"12h\" or \"30d\", at most \"36500d\"",
                                         Quoted(node->text), key));
    return std::nullopt;
  }
  if (*seconds < least) {
    errors.Add(node->at, absl::StrFormat("'%s' must be %s or more", key, FormatDuration(least)));
    return std::nullopt;
  }
  return seconds;
}

bool IsPlainName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxPlainName &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-';
         });
}

const Node* ReadTable(const Node& table, std::string_view key, std::string_view example,
                      LoadErrors& errors) {
  return Typed(table, key, NodeKind::kTable, absl::StrFormat("a table like %s", example), errors);
}

}  // namespace tollpass
