#include "policy/document.h"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "policy/dotted_keys.h"

namespace tollpass {
namespace {

Position At(const toml::source_region& source) {
  // toml++ leaves the place of an implicit table at zero.
  return {std::max<uint32_t>(1, source.begin.line), std::max<uint32_t>(1, source.begin.column)};
}

// The depth is bounded: toml++ refuses values nested too deep, FindTooManyDots keys.
Node Convert(const toml::node& from) {
  Node node;
  node.at = At(from.source());
  if (const auto* text = from.as_string()) {
    node.kind = NodeKind::kString;
    node.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    node.kind = NodeKind::kInteger;
    node.integer = integer->get();
  } else if (const auto* real = from.as_floating_point()) {
    node.kind = NodeKind::kReal;
    node.real = real->get();
  } else if (const auto* boolean = from.as_boolean()) {
    node.kind = NodeKind::kBoolean;
    node.boolean = boolean->get();
  } else if (const toml::array* array = from.as_array()) {
    node.kind = NodeKind::kArray;
    for (const toml::node& item : *array) node.items.push_back(Convert(item));
  } else if (const toml::table* table = from.as_table()) {
    node.kind = NodeKind::kTable;
    for (const auto& [key, value] : *table) {
      node.members.push_back({std::string(key.str()), At(key.source()), Convert(value)});
    }
    // toml++ keeps keys by alphabet; people read, and are told, in the order of their file.
    std::stable_sort(node.members.begin(), node.members.end(),
                     [](const Member& a, const Member& b) { return a.at < b.at; });
  }
  return node;
}

}  // namespace

const Node* FindMember(const Node& table, std::string_view key) {
  for (const Member& member : table.members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

Node ReadDocument(std::string_view toml, LoadErrors& errors) {
  Node empty;
  empty.kind = NodeKind::kTable;
  if (const std::optional<Position> at = FindTooManyDots(toml)) {
    errors.Add(*at, "this line has too many dots; quote what is no key");
    return empty;
  }
  try {
    const toml::table root = toml::parse(toml);
    return Convert(root);
  } catch (const toml::parse_error& error) {
    errors.Add(At(error.source()), "this is no TOML: " + std::string(error.description()));
    return empty;
  }
}

}  // namespace tollpass
