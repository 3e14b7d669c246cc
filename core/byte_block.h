#ifndef TOLLPASS_CORE_BYTE_BLOCK_H_
#define TOLLPASS_CORE_BYTE_BLOCK_H_

#include <array>
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

/// One bit for each byte of `mask` that is set, the first byte's lowest.
inline uint32_t PlacesOf(ByteBlock mask) {
#ifdef __SSE2__
  using Chars = char __attribute__((vector_size(16)));
  return static_cast<uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Chars>(mask)));
#else
  uint32_t places = 0;
  for (uint32_t place = 0; place < sizeof(mask); ++place) {
    places |= (mask[place] & uint32_t{1}) << place;
  }
  return places;
#endif
}

}  // namespace tollpass

#endif  // TOLLPASS_CORE_BYTE_BLOCK_H_
