// The functions are inline so that they become a part of the loop for each processor.

#include "core/json/whole_items.h"

#include <bit>
#include <cstring>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "core/json/block_masks.h"

#define TOLLPASS_INLINE [[gnu::always_inline]] inline

namespace tollpass::json {
namespace {

constexpr size_t kLongestLiteral = 5;
static_assert(ItemPlace::kLeastBytes == kBlockBytes + kLongestLiteral - 1);

TOLLPASS_INLINE uint64_t UpTo(uint64_t place) { return place | (place - 1); }
/// The places below the lowest of `places`; all if there is none.
TOLLPASS_INLINE uint64_t Below(uint64_t places) { return (places & (0 - places)) - 1; }

/// What stands outside of strings, and where those are.
struct Outside {
  uint64_t strings;  // from the first quote to before the last
  uint64_t open;
  uint64_t close;
  uint64_t comma;
  uint64_t colon;
  uint64_t space;
  uint64_t scalars;  // all else
  uint64_t begins;   // of scalars
  uint64_t unknown;  // what has to be looked at by itself
};

TOLLPASS_INLINE size_t LiteralSize(const char* text) {
  if (std::memcmp(text, "true", 4) == 0 || std::memcmp(text, "null", 4) == 0) return 4;
  return std::memcmp(text, "false", 5) == 0 ? 5 : 0;
}

/// `letters` from the first that belongs to no literal, alone between two other tokens.
TOLLPASS_INLINE uint64_t WithoutLiterals(const char* text, const Outside& outside,
                                         uint64_t letters) {
  while (letters != 0) {
    const int at = std::countr_zero(letters);
    const uint64_t place = uint64_t{1} << at;
    const size_t size = LiteralSize(text + at);
    const uint64_t literal = ((uint64_t{1} << size) - 1) << at;
    // A literal may end beyond the block, of which it is no part then.
    const bool ends = (outside.scalars & (place << size)) == 0;
    if (size == 0 || !ends || (outside.begins & place) == 0) break;
    letters &= ~literal;
  }
  return letters;
}

[[gnu::noinline]] SpecialMasks LookAtSpecials(const char* text) { return SpecialMasksOf(text); }

TOLLPASS_INLINE Outside OutsideOf(const char* text, const BlockMasks& masks) {
  Outside outside;
  outside.strings = masks.strings;
  const uint64_t bare = ~(masks.strings | masks.quote);
  outside.open = masks.open & bare;
  outside.close = masks.close & bare;
  outside.comma = masks.comma & bare;
  outside.colon = masks.colon & bare;
  outside.space = masks.blank & bare;
  outside.unknown = 0;
  if (masks.has_specials) [[unlikely]] {
    const SpecialMasks specials = LookAtSpecials(text);
    outside.space &= specials.space;
    outside.unknown = specials.special & outside.strings;
  }
  outside.scalars =
      bare & ~(outside.open | outside.close | outside.comma | outside.colon | outside.space);
  outside.begins = outside.scalars & ~(outside.scalars << 1);
  const uint64_t letters = outside.scalars & ~(masks.digit | masks.minus | masks.dot);
  outside.unknown |= WithoutLiterals(text, outside, letters);
  return outside;
}

/// Where a number is none: -?(0|[1-9][0-9]*)(\.[0-9]+)?
TOLLPASS_INLINE uint64_t WrongInNumbers(const BlockMasks& masks, const Outside& outside) {
  const uint64_t digit = masks.digit & outside.scalars;
  const uint64_t minus = masks.minus & outside.scalars;
  const uint64_t dot = masks.dot & outside.scalars;
  const uint64_t leading_zero = masks.zero & (outside.begins | minus << 1);
  uint64_t wrong = ((minus | dot) << 1) & ~digit;
  wrong |= minus & ~outside.begins;
  wrong |= dot & ~(digit << 1);
  // In a sum, a bit at the beginning of a run of ones moves behind its end.
  wrong |= dot & ((dot << 1) + digit);
  wrong |= (leading_zero << 1) & digit;
  return wrong;
}

/// What the brackets of a block do.
struct Walk {
  uint64_t stack;         // as ItemPlace::objects, above them a 1
  uint64_t into_objects;  // those behind which the innermost container is an object
  uint64_t end;           // where the outermost one closed
};

TOLLPASS_INLINE Walk WalkBrackets(const BlockMasks& masks, const Outside& outside, uint64_t taken,
                                  uint64_t stack) {
  Walk walk = {.stack = stack, .into_objects = outside.open & masks.curly, .end = 0};
  for (uint64_t left = (outside.open | outside.close) & taken; left != 0; left &= left - 1) {
    const uint64_t place = left & (0 - left);
    if ((outside.open & place) != 0) {
      walk.stack = walk.stack << 1 | ((masks.curly & place) != 0 ? 1 : 0);
      continue;
    }
    walk.stack >>= 1;
    if (walk.stack == 1) [[unlikely]] {
      walk.end = place;
      break;
    }
    if ((walk.stack & 1) != 0) walk.into_objects |= place;
  }
  return walk;
}

/// Where a token follows one that it may not follow.
TOLLPASS_INLINE uint64_t WrongOrder(const BlockMasks& masks, const Outside& outside,
                                    const Walk& walk, const ItemPlace& place) {
  const auto behind = [space = outside.space](uint64_t places, uint64_t begin) {
    return ((places << 1 | begin) + space) & ~space;
  };
  const uint64_t may_close = place.may_close ? 1 : 0;
  const uint64_t string = masks.quote & outside.strings;
  const uint64_t no_string = outside.open | outside.begins;
  const uint64_t value = string | no_string;
  const uint64_t behind_open = behind(outside.open, may_close);
  const uint64_t behind_comma = behind(outside.comma, may_close ^ 1);
  const uint64_t behind_colon = behind(outside.colon, 0);

  // From behind a bracket up to and with the next one.
  const uint64_t no_brackets = ~(outside.open | outside.close);
  const uint64_t in_object =
      no_brackets ^ (no_brackets + (walk.into_objects << 1 | (place.objects & 1)));
  const uint64_t where_keys_stand = in_object & ~behind_colon;
  const uint64_t keys = string & where_keys_stand;
  const uint64_t key_ends = (keys + outside.strings) & ~outside.strings & masks.quote;

  uint64_t wrong = (behind_comma | behind_colon) & ~value;
  wrong |= behind_open & ~(value | outside.close);
  wrong |= value & ~(behind_open | behind_comma | behind_colon);
  wrong |= no_string & where_keys_stand;
  wrong |= outside.colon ^ behind(key_ends, 0);
  wrong |= (in_object ^ masks.curly) & outside.close;
  return wrong;
}

// The block is taken up to its last comma or opening bracket, so that it ends before an item.
TOLLPASS_INLINE bool SkipBlock(const char* text, const BlockMasks& masks, size_t most_levels,
                               ItemPlace& place) {
  const Outside outside = OutsideOf(text, masks);
  uint64_t before_items = outside.open | outside.comma;
  // A branch, so that the next block does not wait for all that this one is known by.
  if (outside.unknown != 0) [[unlikely]]
    before_items &= Below(outside.unknown);
  if (before_items == 0) return false;
  if (place.levels + static_cast<size_t>(std::popcount(outside.open)) > most_levels) return false;
  size_t size = kBlockBytes - static_cast<size_t>(std::countl_zero(before_items));
  uint64_t last = uint64_t{1} << (size - 1);
  const Walk walk =
      WalkBrackets(masks, outside, UpTo(last), uint64_t{1} << place.levels | place.objects);
  if (walk.end != 0) [[unlikely]] {
    last = walk.end;
    size = static_cast<size_t>(std::countr_zero(last)) + 1;
  }
  // What stands above a place has no part in what is found at it.
  const uint64_t wrong = WrongInNumbers(masks, outside) | WrongOrder(masks, outside, walk, place);
  if ((wrong & UpTo(last)) != 0) return false;
  place.at += size;
  place.levels = 63 - static_cast<size_t>(std::countl_zero(walk.stack));
  place.objects = walk.stack - (uint64_t{1} << place.levels);
  place.may_close = (outside.open & last) != 0;
  return true;
}

TOLLPASS_INLINE bool HasBlock(std::string_view text, const ItemPlace& place) {
  return place.levels > 0 && MayHoldWholeItems(text, place);
}

void SkipPortably(std::string_view text, size_t most_levels, ItemPlace& moved) {
  ItemPlace place = moved;
  while (HasBlock(text, place)) {
    const char* bytes = text.data() + place.at;
    if (!SkipBlock(bytes, PortableMasksOf(bytes), most_levels, place)) break;
  }
  moved = place;
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

[[TOLLPASS_AVX2]] void SkipByAvx2(std::string_view text, size_t most_levels, ItemPlace& moved) {
  ItemPlace place = moved;
  while (HasBlock(text, place)) {
    const char* bytes = text.data() + place.at;
    if (!SkipBlock(bytes, Avx2MasksOf(bytes), most_levels, place)) break;
  }
  moved = place;
}

#endif

}  // namespace

void SkipWholeItems(std::string_view text, size_t most_levels, ItemPlace& place,
                    Processor processor) {
#ifdef __x86_64__
  if (processor == Processor::kAvx2) return SkipByAvx2(text, most_levels, place);
#endif
  static_cast<void>(processor);
  SkipPortably(text, most_levels, place);
}

}  // namespace tollpass::json
