#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/utf8.h"

namespace tollpass {
namespace {

/// Code points that move the cursor, change the direction of text or cannot be seen.
bool IsUnprintable(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x61C ||
         (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF || point >= 0xE0000;
}

}  // namespace

std::string Printable(std::string_view text, size_t limit) {
  std::string printable;
  std::string_view rest = text;
  while (!rest.empty()) {
    const CodePoint first = FirstCodePoint(rest);
    const size_t size = std::max<size_t>(first.size, 1);
    // A character that the limit would cut is left out whole.
    if (text.size() - rest.size() + size > limit) return printable + "...";
    if (first.size > 0 && !IsUnprintable(first.value)) {
      printable.append(rest.substr(0, size));
    } else {
      for (const char byte : rest.substr(0, size)) {
        printable += absl::StrFormat("\\x%02x", static_cast<unsigned char>(byte));
      }
    }
    rest.remove_prefix(size);
  }
  return printable;
}

}  // namespace tollpass
