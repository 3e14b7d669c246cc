#include "interceptor/dialects/recognise.h"

#include <optional>
#include <string>

namespace tollpass {
namespace {

constexpr int kMaxLevels = 64;
constexpr int kMaxDepth = 512;

// Each level reads the text below it again, so nesting multiplies the work.
constexpr size_t kMaxBytesRead = 64 * 1024 * 1024;

class Search {
 public:
  explicit Search(const std::function<bool(const json::Value&)>& recognises)
      : recognises_(recognises) {}

  bool Inside(const json::Value& value, int levels) {
    if (levels == 0) return false;
    if (recognises_(value)) return true;
    switch (value.type) {
      case json::Type::kString:
        return InsideText(value, levels - 1);
      case json::Type::kArray:
        if (!Read(value)) return true;
        for (const json::Value& element : json::Elements(value)) {
          if (Inside(element, levels - 1)) return true;
        }
        return false;
      case json::Type::kObject:
        if (!Read(value)) return true;
        for (const json::Member& member : json::Members(value)) {
          if (Inside(member.value, levels - 1)) return true;
        }
        return false;
      default:
        return false;
    }
  }

 private:
  // "Error executing tool: {...}": frameworks wrap words around what a tool threw.
  bool InsideText(const json::Value& string, int levels) {
    if (!Read(string)) return true;
    const std::optional<std::string> text = json::AsString(string);
    if (!text) return false;
    const size_t begin = text->find('{');
    const size_t end = text->rfind('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin) return false;
    const std::string_view object = std::string_view(*text).substr(begin, end - begin + 1);
    const absl::StatusOr<json::Value> inner = json::Parse(object, kMaxDepth);
    return inner.ok() && Inside(*inner, levels);
  }

  // False if there is too much to read.
  bool Read(const json::Value& value) {
    bytes_read_ += value.text.size();
    return bytes_read_ <= kMaxBytesRead;
  }

  const std::function<bool(const json::Value&)>& recognises_;
  size_t bytes_read_ = 0;
};

}  // namespace

bool AnyInside(const json::Value& value,
               const std::function<bool(const json::Value&)>& recognises) {
  return Search(recognises).Inside(value, kMaxLevels);
}

}  // namespace tollpass
