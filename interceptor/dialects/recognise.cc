#include "interceptor/dialects/recognise.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "interceptor/dialects/loose_text.h"
#include "interceptor/mcp/markers.h"

namespace tollpass {
namespace {

constexpr int kMaxLevels = 64;
constexpr int kMaxDepth = 66;  // of an object in a text

// Each level reads the text below it again, so nesting multiplies the work. Four levels lead to the
// text of an error; what is in it is read again as text, as objects, and without its escapes.
constexpr size_t kMaxReadings = 6;
constexpr size_t kMoreBytesRead = 16 * 1024 * 1024;
// A demand that is printed in a text is short. Of a loose reading; one that begins in its first
// half is read well enough.
constexpr size_t kLooseWindow = 4096;
constexpr size_t kMostLooseBytesRead = 16 * 1024 * 1024;
constexpr size_t kLeastBytesOfAnObject = 64;  // that it costs, however small it is

// Escapes within escapes; no sane text has as many.
constexpr int kMaxEscapeLevels = 16;

// What only payment messages have, and members that only they have: in quotes.
constexpr std::string_view kPaymentWords[] = {"x402Version", "org.paymentauth/",
                                              "paymentauth.org/"};
constexpr std::string_view kPaymentMembers[] = {
    "payTo",      "maxAmountRequired", "args_digest",  "payments/payment",
    "x402/error", "payments/receipt",  "x402/payment", "x402/payment-response"};

bool IsQuote(char c) { return c == '"' || c == '\''; }
bool IsAnyQuote(char c) { return IsQuote(c) || c == '`'; }

bool HasQuoted(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if (at > 0 && end < text.size() && IsQuote(text[at - 1]) && text[end] == text[at - 1]) {
      return true;
    }
  }
  return false;
}

bool NamesPayment(std::string_view text) {
  return std::ranges::any_of(
             kPaymentWords,
             [&](std::string_view word) { return text.find(word) != std::string_view::npos; }) ||
         std::ranges::any_of(kPaymentMembers,
                             [&](std::string_view name) { return HasQuoted(text, name); });
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

// True if there is an escaped quote of any kind in an object.
bool QuotesObject(std::string_view text) {
  size_t at = std::min({text.find('{'), text.find("\\u007b"), text.find("\\u007B")});
  for (at = text.find('\\', at); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const std::string_view escaped = text.substr(at + 1);
    if (escaped.starts_with("u00") || (!escaped.empty() && IsAnyQuote(escaped[0]))) return true;
  }
  return false;
}

class Search {
 public:
  Search(const std::function<bool(const Part&)>& recognises, size_t bytes)
      : recognises_(recognises), max_bytes_read_(kMoreBytesRead + kMaxReadings * bytes) {}

  bool Inside(const json::Value& value, int levels) {
    if (!HasMarker(value.text)) return false;
    if (levels == 0 || !Read(value.text.size())) return true;
    const Part part(value);  // read once, however many dialects look
    if (recognises_(part)) return true;
    switch (value.type) {
      case json::Type::kString:
        return InsideText(part.text, levels - 1) ||
               (value.text.find('{') != std::string_view::npos && Names(value.text));
      case json::Type::kArray:
        return std::ranges::any_of(json::Elements(value), [&](const json::Value& element) {
          return Inside(element, levels - 1);
        });
      case json::Type::kObject:
        return std::ranges::any_of(part.members, [&](const json::Member& member) {
          return InsideKey(member.key, levels - 1) || Inside(member.value, levels - 1);
        });
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

  // "Error executing tool {x}: {...}": frameworks wrap words around what a tool threw, print it
  // their own way, and cut it off.
  bool InsideText(std::string_view text, int levels) {
    Braces seen;
    for (size_t at = text.find('{'); at != std::string_view::npos;) {
      const std::string_view rest = text.substr(at);
      const FoundObject found = ReadExactObject(rest);
      const bool exact = !found.json.empty();
      if (!ReadObject(found.size) || found.too_deep) return true;
      if (exact ? InsideObject(found.json, levels) : InsideLoose(text, at, levels, seen)) {
        return true;
      }
      at = text.find('{', at + (exact ? found.size : 1));
    }
    return InsideEscaped(text, levels);
  }

  // Braces of a text that a loose reading has seen already; an apostrophe before the others may
  // have hidden them in what it took for a string.
  using Braces = std::set<size_t>;

  // What is in a loose reading as a string stands in the text as well, and is read there. A log of
  // many objects that are none any more is not read to its end.
  bool InsideLoose(std::string_view text, size_t at, int levels, Braces& seen) {
    if (seen.erase(at) > 0 || in_loose_ || loose_bytes_read_ > kMostLooseBytesRead) return false;
    const FoundObject found = ReadLooseObject(text.substr(at, kLooseWindow));
    for (const size_t brace : found.seen) {
      if (brace > 0 && brace < kLooseWindow / 2) seen.insert(at + brace);
    }
    loose_bytes_read_ += std::max(found.size, kLeastBytesOfAnObject);
    in_loose_ = true;
    const bool inside = InsideObject(found.json, levels);
    in_loose_ = false;
    return inside;
  }

  // A text that quotes a text.
  bool InsideEscaped(std::string_view text, int levels) {
    if (!QuotesObject(text)) return false;
    if (levels == 0) return true;
    const std::string bare = WithoutEscapes(text);
    return !Read(bare.size()) || InsideText(bare, levels - 1);
  }

  bool InsideObject(const std::string& text, int levels) {
    const absl::StatusOr<json::Value> object = json::Parse(text, kMaxDepth);
    return object.ok() && Inside(*object, levels);
  }

  // Of text that is no JSON for us: a lenient reader, and a model, still read the names in it.
  bool Names(std::string_view raw) {
    return HoldsInEscapes(
        raw, [this](std::string_view text) { return !Read(text.size()) || NamesPayment(text); });
  }

  bool ReadObject(size_t bytes) { return Read(std::max(bytes, kLeastBytesOfAnObject)); }

  // False if there is too much to read. In a loose reading there is little.
  bool Read(size_t bytes) {
    if (in_loose_) {
      loose_bytes_read_ += bytes;
      return true;
    }
    bytes_read_ += bytes;
    return bytes_read_ <= max_bytes_read_;
  }

  const std::function<bool(const Part&)>& recognises_;
  const size_t max_bytes_read_;
  size_t bytes_read_ = 0;
  size_t loose_bytes_read_ = 0;
  bool in_loose_ = false;
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

bool AnyInside(const json::Value& value, const std::function<bool(const Part&)>& recognises) {
  return Search(recognises, value.text.size()).Inside(value, kMaxLevels);
}

}  // namespace tollpass
