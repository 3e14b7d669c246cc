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

/// The place of the first byte that is set in `mask`; one is.
inline size_t FirstByte(ByteBlock mask) {
  if constexpr (std::endian::native == std::endian::little) {
    std::array<uint64_t, 2> halves{};
    std::memcpy(halves.data(), &mask, sizeof(mask));
    const size_t half = halves[0] != 0 ? 0 : 1;
    return half * 8 + static_cast<size_t>(std::countr_zero(halves[half])) / 8;
  }
  size_t place = 0;
  while (mask[place] == 0) ++place;
  return place;
}

}  // namespace tollpass

#endif  // TOLLPASS_CORE_BYTE_BLOCK_H_
