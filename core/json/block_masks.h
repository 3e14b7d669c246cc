#ifndef TOLLPASS_CORE_JSON_BLOCK_MASKS_H_
#define TOLLPASS_CORE_JSON_BLOCK_MASKS_H_

#include <cstddef>
#include <cstdint>

#include "core/avx2.h"
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

#ifdef __x86_64__

#define TOLLPASS_INLINE_AVX2 TOLLPASS_AVX2, gnu::always_inline

[[TOLLPASS_INLINE_AVX2]] inline uint64_t PlacesIn(__m256i low, __m256i high) {
  return uint64_t{static_cast<uint32_t>(_mm256_movemask_epi8(low))} |
         uint64_t{static_cast<uint32_t>(_mm256_movemask_epi8(high))} << 32;
}
[[TOLLPASS_INLINE_AVX2]] inline uint64_t PlacesEqual(__m256i low, __m256i high, char byte) {
  const __m256i all = _mm256_set1_epi8(byte);
  return PlacesIn(_mm256_cmpeq_epi8(low, all), _mm256_cmpeq_epi8(high, all));
}
// Compares signed numbers, of which those that are no ASCII are the lowest.
[[TOLLPASS_INLINE_AVX2]] inline uint64_t PlacesAbove(__m256i low, __m256i high, char bound) {
  const __m256i all = _mm256_set1_epi8(bound);
  return PlacesIn(_mm256_cmpgt_epi8(low, all), _mm256_cmpgt_epi8(high, all));
}
[[TOLLPASS_INLINE_AVX2]] inline __m256i AreDigits(__m256i half) {
  const __m256i value = _mm256_sub_epi8(half, _mm256_set1_epi8('0'));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(value, _mm256_set1_epi8(9)), value);
}
[[TOLLPASS_INLINE_AVX2]] inline __m256i ArePlain(__m256i half) {
  const __m256i backslash = _mm256_cmpeq_epi8(half, _mm256_set1_epi8('\\'));
  return _mm256_andnot_si256(backslash, _mm256_cmpgt_epi8(half, _mm256_set1_epi8(0x1F)));
}
// A product without carries, by a number of ones alone, is a sum of all those shifts.
[[TOLLPASS_INLINE_AVX2]] inline uint64_t BetweenByAvx2(uint64_t pairs) {
  const __m128i factor = _mm_set_epi64x(0, static_cast<int64_t>(pairs));
  const __m128i product = _mm_clmulepi64_si128(factor, _mm_set1_epi8(-1), 0);
  return static_cast<uint64_t>(_mm_cvtsi128_si64(product));
}

/// Of `bytes`, on Processor::kAvx2.
[[TOLLPASS_INLINE_AVX2]] inline BlockMasks Avx2MasksOf(const char* bytes) {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32));
  const __m256i curly_bit = _mm256_set1_epi8(kCurlyBit);
  const __m256i low_curly = _mm256_or_si256(low, curly_bit);
  const __m256i high_curly = _mm256_or_si256(high, curly_bit);
  BlockMasks masks;
  masks.quote = PlacesEqual(low, high, '"');
  masks.strings = BetweenByAvx2(masks.quote);
  masks.open = PlacesEqual(low_curly, high_curly, '{');
  masks.close = PlacesEqual(low_curly, high_curly, '}');
  masks.curly = PlacesIn(_mm256_slli_epi16(low, 2), _mm256_slli_epi16(high, 2));
  masks.comma = PlacesEqual(low, high, ',');
  masks.colon = PlacesEqual(low, high, ':');
  masks.digit = PlacesIn(AreDigits(low), AreDigits(high));
  masks.zero = PlacesEqual(low, high, '0');
  masks.minus = PlacesEqual(low, high, '-');
  masks.dot = PlacesEqual(low, high, '.');
  masks.blank = ~PlacesAbove(low, high, ' ');
  const __m256i plain = _mm256_and_si256(ArePlain(low), ArePlain(high));
  masks.has_specials = _mm256_movemask_epi8(plain) != -1;
  return masks;
}

#endif

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_BLOCK_MASKS_H_
