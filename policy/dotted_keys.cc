#include "policy/dotted_keys.h"

namespace tollpass {
namespace {

/// Bytes of the string that begins `text`, quotes included. A string that is not closed ends with
/// its line, or with the text if it may have several.
size_t StringLength(std::string_view text) {
  const char quote = text.front();
  const bool escapes = quote == '"';
  const bool several_lines = text.size() > 2 && text[1] == quote && text[2] == quote;
  const size_t fence = several_lines ? 3 : 1;
  const std::string_view end = text.substr(0, fence);
  size_t i = fence;
  while (i < text.size() && text.substr(i, fence) != end) {
    if (text[i] == '\n' && !several_lines) return i;
    i += escapes && text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n' ? 2 : 1;
  }
  if (i >= text.size()) return text.size();
  i += fence;
  // Up to two quotes may stand right before the closing three.
  for (int more = 0; several_lines && more < 2 && i < text.size() && text[i] == quote; ++more) ++i;
  return i;
}

}  // namespace

std::optional<Position> FindTooManyDots(std::string_view toml) {
  Position at;
  size_t dots = 0;
  size_t line_start = 0;
  for (size_t i = 0; i < toml.size();) {
    const char c = toml[i];
    size_t length = 1;
    if (c == '"' || c == '\'') {
      length = StringLength(toml.substr(i));
    } else if (c == '#') {
      const size_t end = toml.find('\n', i);
      length = (end == std::string_view::npos ? toml.size() : end) - i;
    } else if (c == '.' && ++dots > kMaxDotsInLine) {
      at.column = static_cast<uint32_t>(i - line_start + 1);
      return at;
    }
    for (const size_t end = i + length; i < end; ++i) {
      if (toml[i] != '\n') continue;
      ++at.line;
      dots = 0;
      line_start = i + 1;
    }
  }
  return std::nullopt;
}

}  // namespace tollpass
