#ifndef TOLLPASS_CORE_BYTE_BLOCK_H_
#define TOLLPASS_CORE_BYTE_BLOCK_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Sixteen bytes of a text that are compared at once. By an extension of GCC and Clang, which make
/// of it what the processor has.
namespace tollpass {

using ByteBlock = uint8_t __attribute__((vector_size(16)));

/// Reads sixteen bytes from `bytes` on.
inline ByteBlock LoadBlock(const char* bytes) {
  ByteBlock block;
  std::memcpy(&block, bytes, sizeof(block));
  return block;
}

/// Comparisons give a mask, whose bytes are 0 or 255.
inline ByteBlock BytesEqual(ByteBlock block, char byte) {
  return reinterpret_cast<ByteBlock>(block == static_cast<uint8_t>(byte));
}
inline ByteBlock BytesBelow(ByteBlock block, uint8_t bound) {
  return reinterpret_cast<ByteBlock>(block < bound);
}

inline bool AnyByte(ByteBlock mask) {
  std::array<uint64_t, 2> halves{};
  std::memcpy(halves.data(), &mask, sizeof(mask));
  return (halves[0] | halves[1]) != 0;
}

/// The bits of each byte moved up; those that leave a byte may come into another's lowest.
template <int kBits>
ByteBlock ShiftedBits(ByteBlock block) {
  using Words = uint16_t __attribute__((vector_size(16)));
  return reinterpret_cast<ByteBlock>(reinterpret_cast<Words>(block) << kBits);
}

/// PlacesOf for any processor.
inline uint32_t PortablePlacesOf(ByteBlock block) {
  std::array<uint64_t, 2> halves{};
  std::memcpy(halves.data(), &block, sizeof(block));
  uint32_t places = 0;
  for (size_t half = 2; half-- > 0;) {
    uint64_t bytes = halves[half];
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    // The factor moves the eight bits side by side, into the highest byte.
    bytes = (bytes >> 7 & 0x0101010101010101) * 0x0102040810204080;
    places = places << 8 | static_cast<uint32_t>(bytes >> 56);
  }
  return places;
}

/// One bit for each byte whose highest bit is set, the first byte's lowest.
inline uint32_t PlacesOf(ByteBlock block) {
#ifdef __SSE2__
  using Chars = char __attribute__((vector_size(16)));
  return static_cast<uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Chars>(block)));
#else
  return PortablePlacesOf(block);
#endif
}

}  // namespace tollpass

#endif  // TOLLPASS_CORE_BYTE_BLOCK_H_
