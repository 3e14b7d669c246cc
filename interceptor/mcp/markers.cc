#include "interceptor/mcp/markers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "core/byte_block.h"

namespace tollpass {
namespace {

struct Marker {
  std::string_view text;
  size_t anchor;  // ends the pair of bytes in it that is rarest in messages
};

// Digits, small letters and a T only, so that the last four are all the ways to hide one: they
// start the escape of each, and \u005c is a backslash that may start another.
constexpr Marker kMarkers[] = {
    {"402", 1},      // x402, L402, and the numbers 402, -32402, -30402, -40200
    {"3204", 1},     // -32042, -32043
    {"32803", 1},    //
    {"ayment", 2},   // also at the beginning of a sentence
    {"quote", 2},    //
    {"payTo", 3},    // of an offer of x402
    {"skyfire", 3},  //
    {"nevermined", 5}, {"realm", 4}, {"\\u003", 1}, {"\\u005", 1}, {"\\u006", 1}, {"\\u007", 1},
};

// Those pairs, for a whole block of bytes at once. With a digit before `e`, an exponent, they are
// all that a block is looked at more closely for.
constexpr std::pair<char, char> kPairs[] = {{'4', '0'}, {'3', '2'}, {'y', 'm'},
                                            {'u', 'o'}, {'y', 'T'}, {'y', 'f'},
                                            {'r', 'm'}, {'l', 'm'}, {'\\', 'u'}};

constexpr bool EveryMarkerHasItsPair() {
  for (const Marker& marker : kMarkers) {
    bool found = false;
    for (const auto& [first, second] : kPairs) {
      found = found || (marker.anchor > 0 && marker.text[marker.anchor - 1] == first &&
                        marker.text[marker.anchor] == second);
    }
    if (!found) return false;
  }
  return true;
}
static_assert(EveryMarkerHasItsPair());

// True if a pair, or an exponent, ends in the block that begins at `at`.
bool MayHoldMarker(const char* at) {
  const ByteBlock before = LoadBlock(at - 1);
  const ByteBlock here = LoadBlock(at);
  const ByteBlock exponent = BytesEqual(here | 0x20, 'e') & BytesBelow(before - uint8_t{'0'}, 10);
  // Written out by the compiler: a loop would make each pair's blocks anew.
  const ByteBlock pairs = [&]<size_t... i>(std::index_sequence<i...>) {
    return ((BytesEqual(before, kPairs[i].first) & BytesEqual(here, kPairs[i].second)) | ...);
  }
  (std::make_index_sequence<std::size(kPairs)>());
  return AnyByte(exponent | pairs);
}

using Set = uint32_t;  // of markers by index
constexpr Set kExponent = 1U << 15;
static_assert(std::size(kMarkers) < 15);

// The markers with that byte as their anchor.
constexpr std::array<Set, 256> kAnchors = [] {
  std::array<Set, 256> anchors{};
  for (size_t i = 0; i < std::size(kMarkers); ++i) {
    anchors[static_cast<uint8_t>(kMarkers[i].text[kMarkers[i].anchor])] |= Set{1} << i;
  }
  anchors['e'] |= kExponent;
  anchors['E'] |= kExponent;
  return anchors;
}();

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsOfNumber(char c) { return IsDigit(c) || c == '.' || c == '-' || c == '+'; }

// What the digits of a number that begin at `begin` may stand behind: a sign of JSON, white space
// or, in a string, the escape of one of these. Words and hex digits are none of them.
bool MayPrecedeNumber(std::string_view line, size_t begin, size_t exponent) {
  if (begin == 0) return true;
  const char before = line[begin - 1];
  if (before == 'u') return exponent - begin >= 4;  // else it is a digit of the escape
  if (begin >= 5 && line.substr(begin - 5, 4) == "u002") return true;
  const char lower = static_cast<char>(before | 0x20);
  return lower < 'a' || lower > 'z' || before == 'n' || before == 'r' || before == 't';
}

// A number with an exponent hides its digits: -3.2402e4.
bool IsExponent(std::string_view line, size_t at) {
  if (at == 0 || at + 1 >= line.size() || !IsDigit(line[at - 1])) return false;
  const char next = line[at + 1];
  if (!IsDigit(next) && next != '+' && next != '-' && next != '\\') return false;
  size_t begin = at;
  while (begin > 0 && IsOfNumber(line[begin - 1])) --begin;
  return MayPrecedeNumber(line, begin, at);
}

bool IsAt(std::string_view line, size_t anchor, const Marker& marker) {
  return anchor >= marker.anchor &&
         line.substr(anchor - marker.anchor, marker.text.size()) == marker.text;
}

bool AnyAt(std::string_view line, size_t at, Set markers) {
  if ((markers & kExponent) != 0 && IsExponent(line, at)) return true;
  for (size_t i = 0; i < std::size(kMarkers); ++i) {
    if ((markers >> i & 1U) != 0 && IsAt(line, at, kMarkers[i])) return true;
  }
  return false;
}

bool AnyIn(std::string_view line, size_t begin, size_t end) {
  for (size_t at = begin; at < end; ++at) {
    const Set markers = kAnchors[static_cast<uint8_t>(line[at])];
    if (markers != 0 && AnyAt(line, at, markers)) return true;
  }
  return false;
}

#ifdef __x86_64__

// A pair is looked up by the four halves of its two bytes, thirty-two pairs at once: each lookup
// gives a set of groups, and what is in all four may be a pair of that group. Groups are sets of
// first and of second bytes; a few pairs too many are in them.
struct PairGroup {
  std::string_view first;
  std::string_view second;
};
constexpr PairGroup kGroups[] = {
    {"4", "0"},  {"3", "2"},  {"y", "mTf"},         {"u", "o"},
    {"rl", "m"}, {"\\", "u"}, {"0123456789", "eE"},
};

constexpr bool EveryPairHasItsGroup() {
  for (const auto& [first, second] : kPairs) {
    bool found = false;
    for (const PairGroup& group : kGroups) {
      found = found || (group.first.find(first) != std::string_view::npos &&
                        group.second.find(second) != std::string_view::npos);
    }
    if (!found) return false;
  }
  return true;
}
static_assert(EveryPairHasItsGroup());

using HalfByteTable = std::array<uint8_t, 32>;  // sixteen entries, twice

// For the lower or the upper four bits of a first or second byte: the groups that it may be of.
constexpr HalfByteTable GroupsOf(std::string_view PairGroup::*bytes, int shift) {
  HalfByteTable table{};
  for (size_t group = 0; group < std::size(kGroups); ++group) {
    for (const char byte : kGroups[group].*bytes) {
      const size_t half = static_cast<size_t>(byte) >> shift & 15;
      table[half] |= static_cast<uint8_t>(1U << group);
      table[half + 16] |= static_cast<uint8_t>(1U << group);
    }
  }
  return table;
}
alignas(32) constexpr HalfByteTable kFirstLow = GroupsOf(&PairGroup::first, 0);
alignas(32) constexpr HalfByteTable kFirstHigh = GroupsOf(&PairGroup::first, 4);
alignas(32) constexpr HalfByteTable kSecondLow = GroupsOf(&PairGroup::second, 0);
alignas(32) constexpr HalfByteTable kSecondHigh = GroupsOf(&PairGroup::second, 4);

[[TOLLPASS_AVX2]] inline __m256i LoadTable(const HalfByteTable& table) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(table.data()));
}

// No ASCII is in no group: a lookup of its lower half gives none.
[[TOLLPASS_AVX2]] inline __m256i Look(__m256i low, __m256i high, const char* at) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
  return _mm256_and_si256(_mm256_shuffle_epi8(low, bytes), _mm256_shuffle_epi8(high, upper));
}

[[TOLLPASS_AVX2]] bool HasMarkerByAvx2(std::string_view line) {
  constexpr size_t kWide = sizeof(__m256i);
  const __m256i first_low = LoadTable(kFirstLow);
  const __m256i first_high = LoadTable(kFirstHigh);
  const __m256i second_low = LoadTable(kSecondLow);
  const __m256i second_high = LoadTable(kSecondHigh);
  if (line.size() <= kWide) return AnyIn(line, 1, line.size());
  // The last step goes over some again.
  for (size_t at = 1; at < line.size(); at += kWide) {
    at = std::min(at, line.size() - kWide);
    const __m256i first = Look(first_low, first_high, line.data() + at - 1);
    const __m256i second = Look(second_low, second_high, line.data() + at);
    if (_mm256_testz_si256(first, second) != 0) continue;
    const __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(first, second), _mm256_setzero_si256());
    for (auto pairs = ~static_cast<uint32_t>(_mm256_movemask_epi8(none)); pairs != 0;
         pairs &= pairs - 1) {
      const size_t place = at + static_cast<size_t>(std::countr_zero(pairs));
      if (AnyAt(line, place, kAnchors[static_cast<uint8_t>(line[place])])) return true;
    }
  }
  return false;
}

#endif

bool HasMarkerByBlocks(std::string_view line) {
  for (size_t at = 1; at < line.size(); at += sizeof(ByteBlock)) {
    const bool whole = line.size() - at >= sizeof(ByteBlock);
    if (whole && !MayHoldMarker(line.data() + at)) continue;
    if (AnyIn(line, at, whole ? at + sizeof(ByteBlock) : line.size())) return true;
  }
  return false;
}

}  // namespace

bool HasMarker(std::string_view line, Processor processor) {
#ifdef __x86_64__
  if (processor == Processor::kAvx2) return HasMarkerByAvx2(line);
#endif
  static_cast<void>(processor);
  return HasMarkerByBlocks(line);
}

}  // namespace tollpass
