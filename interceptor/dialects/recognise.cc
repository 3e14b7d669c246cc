#include "interceptor/dialects/recognise.h"

#include <optional>
#include <string>

namespace tollpass {
namespace {

constexpr int kMaxLevels = 64;
constexpr int kMaxDepth = 512;

using Recogniser = std::function<bool(const json::Value&)>;

bool Inside(const json::Value& value, const Recogniser& recognises, int levels);

// "Error executing tool: {...}": frameworks wrap words around what a tool threw.
bool InsideText(const json::Value& string, const Recogniser& recognises, int levels) {
  const std::optional<std::string> text = json::AsString(string);
  if (!text) return false;
  const size_t begin = text->find('{');
  const size_t end = text->rfind('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return false;
  const std::string_view object = std::string_view(*text).substr(begin, end - begin + 1);
  const absl::StatusOr<json::Value> inner = json::Parse(object, kMaxDepth);
  return inner.ok() && Inside(*inner, recognises, levels);
}

bool Inside(const json::Value& value, const Recogniser& recognises, int levels) {
  if (levels == 0) return false;
  if (recognises(value)) return true;
  switch (value.type) {
    case json::Type::kString:
      return InsideText(value, recognises, levels - 1);
    case json::Type::kArray:
      for (const json::Value& element : json::Elements(value)) {
        if (Inside(element, recognises, levels - 1)) return true;
      }
      return false;
    case json::Type::kObject:
      for (const json::Member& member : json::Members(value)) {
        if (Inside(member.value, recognises, levels - 1)) return true;
      }
      return false;
    default:
      return false;
  }
}

}  // namespace

bool AnyInside(const json::Value& value, const Recogniser& recognises) {
  return Inside(value, recognises, kMaxLevels);
}

}  // namespace tollpass
