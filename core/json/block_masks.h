#ifndef TOLLPASS_CORE_JSON_BLOCK_MASKS_H_
#define TOLLPASS_CORE_JSON_BLOCK_MASKS_H_

#include <cstddef>
#include <cstdint>

#include "core/byte_block.h"

/// The bytes of a JSON text, sixty-four at once: one word for each kind of byte, with a bit for
/// each place, the first byte's lowest. A rule about neighbours becomes a few operations on words,
/// for all places together.
namespace tollpass::json {

inline constexpr size_t kBlockBytes = 64;

/// Which places hold what, inside strings or not.
struct BlockMasks {
  uint64_t quote;
  uint64_t strings;  // from a string's first quote to before its last, if none is escaped
  uint64_t open;     // { [
  uint64_t close;    // } ]
  uint64_t curly;    // of brackets: { }
  uint64_t comma;
  uint64_t colon;
  uint64_t digit;
  uint64_t zero;
  uint64_t minus;
  uint64_t dot;
  uint64_t blank;     // spaces, and what is special beside backslashes
  bool has_specials;  // see SpecialMasks
};

/// What few blocks hold.
struct SpecialMasks {
  uint64_t space;    // the four bytes of white space
  uint64_t special;  // controls, backslashes, what is no ASCII
};

/// The places of sixty-four bytes at which `test`, of sixteen, holds.
template <typename Test>
[[gnu::always_inline]] inline uint64_t PlacesWhere(const char* bytes, Test test) {
  const auto part = [bytes, test](size_t at) {
    return uint64_t{PlacesOf(test(LoadBlock(bytes + at)))} << at;
  };
  return part(0) | part(16) | part(32) | part(48);
}

inline uint64_t PlacesEqual(const char* bytes, char byte) {
  return PlacesWhere(bytes, [byte](ByteBlock block) { return BytesEqual(block, byte); });
}

inline ByteBlock AreSpecial(ByteBlock block) {
  return BytesBelow(block, 0x20) | BytesEqual(block, '\\') | block;
}

inline SpecialMasks SpecialMasksOf(const char* bytes) {
  return {.space = PlacesEqual(bytes, ' ') | PlacesEqual(bytes, '\n') | PlacesEqual(bytes, '\r') |
                   PlacesEqual(bytes, '\t'),
          .special = PlacesWhere(bytes, AreSpecial)};
}

/// From each first bit of a pair up to before its second: a bit turns all those above it.
inline uint64_t Between(uint64_t pairs) {
  for (int width = 1; width < 64; width *= 2) pairs ^= pairs << width;
  return pairs;
}

/// A square bracket and the curly one of its side differ in this bit.
inline constexpr uint8_t kCurlyBit = 0x20;

/// Of `bytes`, on any processor.
inline BlockMasks PortableMasksOf(const char* bytes) {
  BlockMasks masks;
  masks.quote = PlacesEqual(bytes, '"');
  masks.strings = Between(masks.quote);
  masks.open =
      PlacesWhere(bytes, [](ByteBlock block) { return BytesEqual(block | kCurlyBit, '{'); });
  masks.close =
      PlacesWhere(bytes, [](ByteBlock block) { return BytesEqual(block | kCurlyBit, '}'); });
  masks.curly = PlacesWhere(bytes, [](ByteBlock block) { return ShiftedBits<2>(block); });
  masks.comma = PlacesEqual(bytes, ',');
  masks.colon = PlacesEqual(bytes, ':');
  masks.digit =
      PlacesWhere(bytes, [](ByteBlock block) { return BytesBelow(block - uint8_t{'0'}, 10); });
  masks.zero = PlacesEqual(bytes, '0');
  masks.minus = PlacesEqual(bytes, '-');
  masks.dot = PlacesEqual(bytes, '.');
  masks.blank = PlacesWhere(bytes, [](ByteBlock block) { return BytesBelow(block, 0x21) | block; });
  masks.has_specials = PlacesWhere(bytes, AreSpecial) != 0;
  return masks;
}

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_BLOCK_MASKS_H_
