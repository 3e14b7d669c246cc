#include "core/json/scanner.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "core/byte_block.h"
#include "core/json/utf8.h"
#include "core/json/whole_items.h"

namespace tollpass::json {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// True for the bytes of a string that need a look: quote, backslash, controls, and what is no
/// ASCII.
bool IsSpecial(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == '"' || byte == '\\' || byte < 0x20 || byte >= 0x80;
}

/// The place of the first special byte from `at` on; the size of `text` if there is none.
size_t FindSpecial(std::string_view text, size_t at) {
  for (; text.size() - at >= sizeof(ByteBlock); at += sizeof(ByteBlock)) {
    const ByteBlock block = LoadBlock(text.data() + at);
    const ByteBlock special = BytesEqual(block, '"') | BytesEqual(block, '\\') |
                              BytesBelow(block, 0x20) | ~BytesBelow(block, 0x80);
    if (const uint32_t places = PlacesOf(special); places != 0) {
      return at + static_cast<size_t>(std::countr_zero(places));
    }
  }
  while (at < text.size() && !IsSpecial(text[at])) ++at;
  return at;
}

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

size_t SkipSpace(std::string_view text, size_t at) {
  // Nearly always there is none, and what stands there is above all of it.
  while (at < text.size() && text[at] <= ' ' && IsSpace(text[at])) ++at;
  return at;
}

size_t SkipDigits(std::string_view text, size_t at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
  return at;
}

}  // namespace

absl::Status Scanner::status() const {
  if (error_.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "not JSON at byte %d: %s", start_, absl::string_view(error_.data(), error_.size())));
}

Token Scanner::Fail(size_t offset, std::string_view why) {
  if (error_.empty()) {
    start_ = offset;
    end_ = offset;
    error_ = why;
  }
  return Token::kError;
}

inline Token Scanner::Took(Token token, size_t end) {
  end_ = end;
  expect_ = open_.empty() ? Expect::kNothing : Expect::kCommaOrEnd;
  return token;
}

// The private functions are inline: a token is so short that calls would cost as much as it does.
inline void Scanner::SkipSpace() {
  start_ = json::SkipSpace(text_, end_);
  end_ = start_;
}

Token Scanner::Next() {
  if (!error_.empty()) return Token::kError;
  SkipSpace();
  if (expect_ == Expect::kNothing) {
    if (start_ == text_.size()) return Token::kEnd;
    return Fail(start_, "something follows the value");
  }
  if (start_ == text_.size()) return Fail(start_, "the text ends too early");
  switch (expect_) {
    case Expect::kValueOrEnd:
      return text_[start_] == ']' ? Close(false) : ScanValue();
    case Expect::kKeyOrEnd:
      return text_[start_] == '}' ? Close(true) : ScanKey();
    case Expect::kKey:
      return ScanKey();
    case Expect::kColon:
      return ScanAfterKey();
    case Expect::kCommaOrEnd:
      return ScanAfterValue();
    default:
      return ScanValue();
  }
}

inline Token Scanner::ScanAfterValue() {
  const bool object = open_.top();
  const char c = text_[start_];
  if (c == (object ? '}' : ']')) return Close(object);
  if (c != ',') return Fail(start_, object ? "expected ',' or '}'" : "expected ',' or ']'");
  end_ = start_ + 1;
  expect_ = object ? Expect::kKey : Expect::kValue;
  return Next();
}

inline Token Scanner::ScanKey() {
  if (text_[start_] != '"') return Fail(start_, "expected a quoted key");
  if (ScanString(Token::kKey) == Token::kError) return Token::kError;
  expect_ = Expect::kColon;
  return Token::kKey;
}

inline Token Scanner::ScanAfterKey() {
  if (text_[start_] != ':') return Fail(start_, "expected ':'");
  end_ = start_ + 1;
  SkipSpace();
  if (start_ == text_.size()) return Fail(start_, "the text ends too early");
  return ScanValue();
}

inline Token Scanner::ScanValue() {
  switch (text_[start_]) {
    case '{':
      return Open(true);
    case '[':
      return Open(false);
    case '"':
      return ScanString(Token::kString);
    case 't':
      return ScanLiteral("true", Token::kTrue);
    case 'f':
      return ScanLiteral("false", Token::kFalse);
    case 'n':
      return ScanLiteral("null", Token::kNull);
    default:
      return ScanNumber();
  }
}

inline Token Scanner::Open(bool object) {
  if (open_.size() >= MostDepth()) {
    return Fail(start_, "nested too deeply");
  }
  open_.Push(object);
  end_ = start_ + 1;
  expect_ = object ? Expect::kKeyOrEnd : Expect::kValueOrEnd;
  return object ? Token::kBeginObject : Token::kBeginArray;
}

inline Token Scanner::Close(bool object) {
  open_.Pop();
  return Took(object ? Token::kEndObject : Token::kEndArray, start_ + 1);
}

size_t Scanner::EscapeSize(size_t at) const {
  if (at + 1 >= text_.size()) return 0;
  if (std::string_view("\"\\/bfnrt").find(text_[at + 1]) != std::string_view::npos) return 2;
  if (text_[at + 1] != 'u' || text_.size() - at < 6) return 0;
  for (size_t i = at + 2; i < at + 6; ++i) {
    if (!IsHexDigit(text_[i])) return 0;
  }
  return 6;
}

Scanner::Stop Scanner::StringEnd(size_t begin) const {
  size_t at = begin + 1;
  while (true) {
    at = FindSpecial(text_, at);
    if (at >= text_.size()) return {at, "a string is not closed"};
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte == '"') return {at + 1, {}};
    if (byte < 0x20) return {at, "a control byte inside a string"};
    const bool escape = byte == '\\';
    const size_t size = escape ? EscapeSize(at) : FirstCodePoint(text_.substr(at)).size;
    if (size == 0) return {at, escape ? "an unknown escape" : "bytes that are not UTF-8"};
    at += size;
  }
}

inline Token Scanner::ScanString(Token token) {
  const Stop stop = StringEnd(start_);
  return stop.error.empty() ? Took(token, stop.at) : Fail(stop.at, stop.error);
}

inline Token Scanner::ScanNumber() {
  size_t at = start_;
  if (text_[at] == '-') ++at;
  const size_t digits = at;
  at = SkipDigits(text_, at);
  if (at == digits) return Fail(start_, "expected a value");
  if (text_[digits] == '0' && at > digits + 1) return Fail(digits, "a number with a leading zero");
  if (at < text_.size() && text_[at] == '.') {
    const size_t fraction = ++at;
    at = SkipDigits(text_, at);
    if (at == fraction) return Fail(at, "expected a digit");
  }
  if (at < text_.size() && (text_[at] == 'e' || text_[at] == 'E')) {
    ++at;
    if (at < text_.size() && (text_[at] == '+' || text_[at] == '-')) ++at;
    const size_t exponent = at;
    at = SkipDigits(text_, at);
    if (at == exponent) return Fail(at, "expected a digit");
  }
  return Took(Token::kNumber, at);
}

inline Token Scanner::ScanLiteral(std::string_view literal, Token token) {
  if (text_.substr(start_, literal.size()) != literal) return Fail(start_, "expected a value");
  return Took(token, start_ + literal.size());
}

// Nearly every string holds nothing special; gives 0 for one with an error.
inline size_t Scanner::PlainStringEnd(size_t begin) const {
  const size_t at = FindSpecial(text_, begin + 1);
  if (at < text_.size() && text_[at] == '"') return at + 1;
  const Stop stop = StringEnd(begin);
  return stop.error.empty() ? stop.at : 0;
}

// Reads plain values, by far the most; gives 0 for all others.
inline size_t Scanner::PlainScalarEnd(size_t at) const {
  if (text_[at] >= 'a') {
    for (const std::string_view literal : {"true", "false", "null"}) {
      if (text_.substr(at, literal.size()) == literal) return at + literal.size();
    }
    return 0;
  }
  const size_t digits = at + (text_[at] == '-' ? 1 : 0);
  size_t end = SkipDigits(text_, digits);
  if (end == digits || end >= text_.size() || (text_[digits] == '0' && end > digits + 1)) return 0;
  if (text_[end] == '.') {
    const size_t fraction = end + 1;
    end = SkipDigits(text_, fraction);
    if (end == fraction || end >= text_.size()) return 0;
  }
  return text_[end] == 'e' || text_[end] == 'E' ? 0 : end;
}

// One loop without tokens. It takes less than Next does and nothing else: what it does not know,
// errors too, is left to Next from the beginning.
bool Scanner::SkipPlainContainer() {
  const size_t most_levels = std::min(ItemPlace::kMostLevels, MostDepth() + 1 - open_.size());
  ItemPlace place = {.at = end_, .objects = open_.top() ? 1U : 0U, .levels = 1};
  size_t& at = place.at;
  const auto skip_space = [&] {
    at = json::SkipSpace(text_, at);
    return at < text_.size();
  };
  while (true) {
    if (MayHoldWholeItems(text_, place)) {
      SkipWholeItems(text_, most_levels, place);
      if (place.levels == 0) break;
    }
    if (!skip_space()) return false;
    const bool in_object = (place.objects & 1) != 0;
    bool closes = place.may_close && text_[at] == (in_object ? '}' : ']');
    if (!closes) {
      if (in_object) {
        const size_t key_end = text_[at] == '"' ? PlainStringEnd(at) : 0;
        if (key_end == 0) return false;
        at = key_end;
        if (!skip_space() || text_[at++] != ':' || !skip_space()) return false;
      }
      if (text_[at] == '{' || text_[at] == '[') {
        if (++place.levels > most_levels) return false;
        place.objects = place.objects << 1 | (text_[at++] == '{' ? 1 : 0);
        place.may_close = true;
        continue;
      }
      const size_t value_end = text_[at] == '"' ? PlainStringEnd(at) : PlainScalarEnd(at);
      if (value_end == 0) return false;
      at = value_end;
    }
    // Behind a value, or at the end of an empty container.
    while (true) {
      if (!closes) {
        if (!skip_space()) return false;
        if (text_[at] == ',') break;
        if (text_[at] != ((place.objects & 1) != 0 ? '}' : ']')) return false;
      }
      closes = false;
      ++at;
      place.objects >>= 1;
      if (--place.levels == 0) break;
    }
    if (place.levels == 0) break;
    ++at;
    place.may_close = false;
  }
  start_ = at - 1;
  Close(open_.top());
  return true;
}

Value Scanner::TakeValue(Token first) {
  const size_t begin = start_;
  const Type type = TypeOf(first);
  if (first == Token::kBeginObject || first == Token::kBeginArray) {
    const size_t outside = depth() - 1;
    if (!SkipPlainContainer()) {
      while (depth() > outside) {
        if (Next() == Token::kError) return {};
      }
    }
  } else if (type == Type::kNull && first != Token::kNull) {
    return {};
  }
  return {type, text_.substr(begin, end_ - begin)};
}

Type TypeOf(Token first) {
  switch (first) {
    case Token::kBeginObject:
      return Type::kObject;
    case Token::kBeginArray:
      return Type::kArray;
    case Token::kString:
      return Type::kString;
    case Token::kNumber:
      return Type::kNumber;
    case Token::kTrue:
    case Token::kFalse:
      return Type::kBool;
    default:
      return Type::kNull;
  }
}

}  // namespace tollpass::json
