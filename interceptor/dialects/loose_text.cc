#include "interceptor/dialects/loose_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>

#include "core/json/strings.h"
#include "core/json/utf8.h"

namespace tollpass {
namespace {

constexpr int kMaxDepth = 64;
// Of a loose reading. An object that begins in its upper half is read at least as deep as any
// message of a payment is.
constexpr int kMaxLooseDepth = 16;
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kEndOfWord = " \t\r\n,:={}[]()";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool IsIn(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

// Python's names for what JSON calls otherwise.
std::string WordAsJson(std::string_view word) {
  if (word == "True") return "true";
  if (word == "False") return "false";
  if (word == "None" || word == "undefined") return "null";
  return json::Parse(word, 1).ok() ? std::string(word) : json::Quote(word);
}

class Reader {
 public:
  Reader(std::string_view text, bool exact) : text_(text), exact_(exact) {}

  FoundObject Object() {
    std::string json = ReadObject();
    if (failed_) json.clear();
    return {std::move(json), at_, too_deep_, std::move(seen_)};
  }

 private:
  [[nodiscard]] bool AtEnd() const { return at_ >= text_.size(); }
  [[nodiscard]] char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  bool Take(char c) {
    if (Peek() != c || AtEnd()) return false;
    ++at_;
    return true;
  }
  void SkipSpace() { at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size()); }

  // What no JSON has: the end of an exact reading, and of no other.
  bool Tolerate() {
    failed_ = failed_ || exact_;
    return !failed_;
  }

  // False at a bracket that is read; a loose reading skips one that would lead too deep.
  bool SkipBracket() {
    if (exact_ || depth_ < kMaxLooseDepth || !IsIn("{[(", Peek()) || AtEnd()) return false;
    ++at_;
    return true;
  }

  bool Enter() {
    if (!exact_ && text_[at_] == '{' && depth_ < kMaxLooseDepth / 2) seen_.push_back(at_);
    ++at_;
    too_deep_ = too_deep_ || ++depth_ > kMaxDepth;
    failed_ = failed_ || too_deep_;
    return !failed_;
  }

  std::string ReadObject() {
    std::string members;
    if (!Enter()) return {};
    while (!failed_) {
      SkipSpace();
      if (AtEnd() && Tolerate()) break;
      if (Take('}')) break;
      if (Take(',')) continue;
      if (const std::optional<std::string> member = ReadMember()) {
        if (!members.empty()) members.push_back(',');
        members.append(*member);
      }
    }
    --depth_;
    return "{" + members + "}";
  }

  // Nothing for a sign that belongs nowhere.
  std::optional<std::string> ReadMember() {
    std::string key;
    if (SkipBracket()) return std::nullopt;
    if (IsIn("\"'`", Peek())) {
      key = ReadString();
    } else if (IsIn("{[(", Peek())) {
      return Tolerate() ? std::optional<std::string>("\"\":" + ReadValue()) : std::nullopt;
    } else {
      if (!Tolerate()) return std::nullopt;
      key = json::Quote(ReadWord());
      if (key == "\"\"") {
        ++at_;
        return std::nullopt;
      }
    }
    SkipSpace();
    if (TakeColon()) return key + ":" + ReadValue();
    return Tolerate() ? std::optional<std::string>(key + ":null") : std::nullopt;
  }

  bool TakeColon() {
    if (Take(':')) return true;
    if (exact_ || !Take('=')) return false;
    Take('>');
    return true;
  }

  std::string ReadValue() {
    SkipSpace();
    while (SkipBracket()) SkipSpace();
    const char c = Peek();
    if (c == '{') return ReadObject();
    if (c == '[' || c == '(') return ReadArray();
    if (IsIn("\"'`", c) && !AtEnd()) return ReadString();
    const std::string_view word = ReadWord();
    if (word.empty()) return Tolerate() ? "null" : "";
    std::string value = WordAsJson(word);
    if (value != word) Tolerate();
    return value;
  }

  std::string ReadArray() {
    std::string elements;
    if (!Enter()) return {};
    while (!failed_) {
      SkipSpace();
      if (AtEnd() && Tolerate()) break;
      if (Take(']') || Take(')')) break;
      if (Take(',')) continue;
      if (IsIn("}:=", Peek())) {
        if (Peek() == '}') break;  // of whatever it stands in
        ++at_;
        Tolerate();
        continue;
      }
      if (!elements.empty()) elements.push_back(',');
      elements.append(ReadValue());
    }
    --depth_;
    return "[" + elements + "]";
  }

  std::string_view ReadWord() {
    const size_t end = std::min(text_.find_first_of(kEndOfWord, at_), text_.size());
    return text_.substr(std::exchange(at_, end), end - at_);
  }

  std::string ReadString() {
    const char quote = text_[at_++];
    if (quote != '"' && !Tolerate()) return {};
    const char stops[] = {quote, '\\', exact_ ? '\n' : quote};
    std::string text;
    while (!failed_) {
      const size_t next = text_.find_first_of(std::string_view(stops, sizeof(stops)), at_);
      text.append(text_.substr(at_, next - at_));
      at_ = std::min(next, text_.size());
      if (AtEnd()) Tolerate();
      if (AtEnd() || Take(quote)) break;
      if (Peek() == '\\') {
        AppendEscape(text);
      } else {
        Tolerate();
      }
    }
    return failed_ ? std::string() : json::Quote(WithoutSurrogates(std::move(text)));
  }

  void AppendEscape(std::string& text) {
    constexpr std::string_view kLetters = "bfnrt";
    constexpr std::string_view kBytes = "\b\f\n\r\t";
    ++at_;
    if (AtEnd()) return;
    const char letter = text_[at_++];
    const size_t digits = letter == 'u' ? 4 : letter == 'x' ? 2 : 0;
    uint32_t unit = 0;
    if (digits > 0 && digits <= text_.size() - at_) {
      const char* const begin = text_.data() + at_;
      const auto [end, error] = std::from_chars(begin, begin + digits, unit, 16);
      if (error == std::errc() && end == begin + digits) {
        at_ += digits;
        AppendCodePoint(text, unit);
        return;
      }
    }
    const size_t known = kLetters.find(letter);
    text.push_back(known == std::string_view::npos ? letter : kBytes[known]);
  }

  const std::string_view text_;
  const bool exact_;
  size_t at_ = 0;
  int depth_ = 0;
  std::vector<size_t> seen_;
  bool failed_ = false;
  bool too_deep_ = false;
};

}  // namespace

std::string WithoutSurrogates(std::string text) {
  // The three bytes of one begin like this, and no other character's do.
  for (size_t at = text.find('\xED'); at != std::string::npos; at = text.find('\xED', at + 1)) {
    if (at + 2 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xA0) {
      text.replace(at, 3, kReplacement);
    }
  }
  return text;
}

std::string ReadableText(const json::Value& string) {
  return WithoutSurrogates(json::Unescape(string.text));
}

FoundObject ReadExactObject(std::string_view text) {
  FoundObject found = Reader(text, true).Object();
  if (found.json.empty()) return found;
  // The exact bytes; what the reader takes for exact may still be none.
  found.json = std::string(text.substr(0, found.size));
  if (!json::Parse(found.json, kMaxDepth + 1).ok()) found.json.clear();
  return found;
}

FoundObject ReadLooseObject(std::string_view text) { return Reader(text, false).Object(); }

}  // namespace tollpass
