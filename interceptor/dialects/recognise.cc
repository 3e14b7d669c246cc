#include "interceptor/dialects/recognise.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace tollpass {
namespace {

constexpr int kMaxLevels = 64;
constexpr int kMaxDepth = 512;

// Each level reads the text below it again, so nesting multiplies the work.
constexpr size_t kMaxBytesRead = 64 * 1024 * 1024;

// Escapes within escapes; no sane text has as many.
constexpr int kMaxEscapeLevels = 16;

// Members that only payment messages have.
constexpr std::string_view kPaymentNames[] = {
    "x402Version", "\"payTo\"", "\"maxAmountRequired\"", "\"paymentRequired\"", "org.paymentauth/",
    "\"payments/", "\"x402/",   "\"args_digest\"",       "paymentauth.org/",    "\"paymentHash\"",
};

bool NamesPayment(std::string_view text) {
  return std::ranges::any_of(kPaymentNames, [&](std::string_view name) {
    return text.find(name) != std::string_view::npos;
  });
}

// The ASCII character of an escape \uXXXX that `text` begins with; 0 for any other.
char EscapedAscii(std::string_view text) {
  uint32_t code = 0;
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, code, 16);
  return error == std::errc() && end == text.data() + 6 && code < 0x80 ? static_cast<char>(code)
                                                                       : '\0';
}

// `text` without one level of escapes, as far as they can hide a name.
std::string WithoutEscapes(std::string_view text) {
  std::string bare;
  while (!text.empty()) {
    if (const char ascii = EscapedAscii(text); ascii != 0) {
      bare.push_back(ascii);
      text.remove_prefix(6);
      continue;
    }
    const bool is_escape = text[0] == '\\' && text.size() > 1;
    bare.push_back(text[is_escape ? 1 : 0]);
    text.remove_prefix(is_escape ? 2 : 1);
  }
  return bare;
}

class Search {
 public:
  explicit Search(const std::function<bool(const json::Value&)>& recognises)
      : recognises_(recognises) {}

  bool Inside(const json::Value& value, int levels) {
    if (levels == 0) return true;
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
          if (InsideKey(member.key, levels - 1) || Inside(member.value, levels - 1)) return true;
        }
        return false;
      default:
        return false;
    }
  }

 private:
  // A model reads the names of members like any other text.
  bool InsideKey(std::string_view key, int levels) {
    if (key.find('{') == std::string_view::npos) return false;
    const std::string quoted = json::Quote(key);
    return Inside({json::Type::kString, quoted}, levels);
  }

  // "Error executing tool: {...}": frameworks wrap words around what a tool threw.
  bool InsideText(const json::Value& string, int levels) {
    if (!Read(string)) return true;
    const std::optional<std::string> text = json::AsString(string);
    const size_t begin = text ? text->find('{') : std::string::npos;
    const size_t end = text ? text->rfind('}') : std::string::npos;
    if (begin != std::string::npos && end != std::string::npos && begin < end) {
      const std::string_view object = std::string_view(*text).substr(begin, end - begin + 1);
      const absl::StatusOr<json::Value> inner = json::Parse(object, kMaxDepth);
      if (inner.ok() && Inside(*inner, levels)) return true;
    }
    return string.text.find('{') != std::string_view::npos && Names(string.text);
  }

  // Of text that is no JSON for us: a lenient reader, and a model, still read the names in it.
  bool Names(std::string_view raw) {
    return HoldsInEscapes(raw, [this](std::string_view text) {
      bytes_read_ += text.size();
      return NamesPayment(text);
    });
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

bool HoldsInEscapes(std::string_view raw, const std::function<bool(std::string_view)>& holds) {
  std::string text(raw);
  for (int level = 0; level < kMaxEscapeLevels; ++level) {
    if (holds(text)) return true;
    std::string bare = WithoutEscapes(text);
    if (bare == text) return false;
    text = std::move(bare);
  }
  return true;
}

bool AnyInside(const json::Value& value,
               const std::function<bool(const json::Value&)>& recognises) {
  return Search(recognises).Inside(value, kMaxLevels);
}

}  // namespace tollpass
