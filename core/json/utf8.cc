#include "core/json/utf8.h"

namespace tollpass {
namespace {

/// How many bytes a lead byte announces; 0 for a byte that cannot lead.
size_t SequenceSize(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

}  // namespace

CodePoint FirstCodePoint(std::string_view text) {
  if (text.empty()) return {};
  const uint8_t lead = static_cast<uint8_t>(text.front());
  const size_t size = SequenceSize(lead);
  if (size == 0 || text.size() < size) return {};
  if (size == 1) return {.value = lead, .size = 1};
  uint32_t value = lead & (0x7FU >> size);
  for (size_t i = 1; i < size; ++i) {
    const uint8_t byte = static_cast<uint8_t>(text[i]);
    if ((byte & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte & 0x3FU);
  }
  const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {.value = value, .size = size};
}

void AppendCodePoint(std::string& text, uint32_t value) {
  const auto push = [&text](uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  const auto tail = [&](uint32_t shift) { push(0x80U | ((value >> shift) & 0x3FU)); };
  if (value < 0x80) {
    push(value);
  } else if (value < 0x800) {
    push(0xC0U | (value >> 6));
    tail(0);
  } else if (value < 0x10000) {
    push(0xE0U | (value >> 12));
    tail(6);
    tail(0);
  } else {
    push(0xF0U | (value >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace tollpass
