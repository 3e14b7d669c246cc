#include "core/json/strings.h"

#include <bit>
#include <charconv>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "core/byte_block.h"
#include "core/json/json.h"
#include "core/json/utf8.h"

namespace tollpass::json {
namespace {

constexpr std::string_view kEscapeLetters = "\"\\/bfnrt";
constexpr std::string_view kEscapedBytes = "\"\\/\b\f\n\r\t";

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// The unit of `\uXXXX` at the front of `text`; no surrogate pair begins with 0.
uint32_t EscapedUnit(std::string_view text) {
  uint32_t unit = 0;
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return 0;
  std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
  return unit;
}

}  // namespace

std::string Unescape(std::string_view quoted) {
  const std::string_view body = quoted.substr(1, quoted.size() - 2);
  if (body.find('\\') == std::string_view::npos) return std::string(body);
  std::string text;
  text.reserve(body.size());
  for (size_t at = 0; at < body.size();) {
    if (body[at] != '\\') {
      const size_t next = std::min(body.find('\\', at), body.size());
      text.append(body.substr(at, next - at));
      at = next;
      continue;
    }
    if (body[at + 1] != 'u') {
      text.push_back(kEscapedBytes[kEscapeLetters.find(body[at + 1])]);
      at += 2;
      continue;
    }
    uint32_t unit = EscapedUnit(body.substr(at));
    at += 6;
    const uint32_t low = EscapedUnit(body.substr(at));
    if (IsHighSurrogate(unit) && IsLowSurrogate(low)) {
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
      at += 6;
    }
    AppendCodePoint(text, unit);
  }
  return text;
}

bool KeyEquals(std::string_view quoted, std::string_view key) {
  const std::string_view body = quoted.substr(1, quoted.size() - 2);
  if (body.find('\\') == std::string_view::npos) return body == key;
  return Unescape(quoted) == key;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    if (text.size() >= sizeof(ByteBlock) && !AnyByte(~BytesBelow(LoadBlock(text.data()), 0x80))) {
      text.remove_prefix(sizeof(ByteBlock));
      continue;
    }
    const CodePoint first = FirstCodePoint(text);
    if (first.size == 0) return false;
    text.remove_prefix(first.size);
  }
  return true;
}

namespace {

/// Where from `at` on the first byte is that a string cannot hold as it is; the end if none.
size_t FindEscaped(std::string_view text, size_t at) {
  for (; text.size() - at >= sizeof(ByteBlock); at += sizeof(ByteBlock)) {
    const ByteBlock block = LoadBlock(text.data() + at);
    const ByteBlock escaped =
        BytesEqual(block, '"') | BytesEqual(block, '\\') | BytesBelow(block, 0x20);
    if (const uint32_t places = PlacesOf(escaped); places != 0) {
      return at + static_cast<size_t>(std::countr_zero(places));
    }
  }
  const auto is_plain = [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
  };
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

}  // namespace

void AppendQuoted(std::string& out, std::string_view text) {
  out.reserve(out.size() + text.size() + 2);
  out.push_back('"');
  size_t written = 0;
  for (size_t at = FindEscaped(text, 0); at < text.size(); at = FindEscaped(text, at + 1)) {
    const char c = text[at];
    out.append(text.substr(written, at - written));
    written = at + 1;
    const size_t escape = kEscapedBytes.find(c);
    if (escape != std::string_view::npos) {
      out.push_back('\\');
      out.push_back(kEscapeLetters[escape]);
    } else {
      out += absl::StrFormat("\\u%04x", static_cast<unsigned char>(c));
    }
  }
  out.append(text.substr(written));
  out.push_back('"');
}

}  // namespace tollpass::json
