#include <algorithm>
#include <array>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/utf8.h"

namespace tollpass {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

/// Code points that move the cursor, change the direction of text or cannot be seen: the categories
/// Cc, Cf, Zl and Zp of Unicode 15, and what it calls default ignorable.
constexpr std::array<Range, 27> kUnprintable = {{
    {0x0, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
    {0x600, 0x605},     {0x61C, 0x61C},     {0x6DD, 0x6DD},     {0x70F, 0x70F},
    {0x890, 0x891},     {0x8E2, 0x8E2},     {0x115F, 0x1160},   {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
    {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
}};

bool IsUnprintable(uint32_t point) {
  constexpr uint32_t kTags = 0xE0000;  // and what is private or no character behind them
  return point >= kTags ||
         std::any_of(kUnprintable.begin(), kUnprintable.end(), [&](const Range& range) {
           return point >= range.first && point <= range.last;
         });
}

/// How much of it, from its beginning on, is of the printable characters of ASCII.
size_t PlainLength(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; });
  return static_cast<size_t>(end - text.begin());
}

}  // namespace

std::string Printable(std::string_view text, size_t limit) {
  std::string printable;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t plain = std::min(PlainLength(rest), limit - (text.size() - rest.size()));
    printable.append(rest.substr(0, plain));
    rest.remove_prefix(plain);
    if (rest.empty()) break;
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
