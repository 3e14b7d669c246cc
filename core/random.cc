#include "core/random.h"

#include <sodium.h>

#include <vector>

#include "core/encoding.h"

namespace tollpass {

void SystemRandom::Fill(std::span<uint8_t> bytes) { randombytes_buf(bytes.data(), bytes.size()); }

std::string RandomId(Random& random, std::string_view prefix, int digits) {
  std::vector<uint8_t> bytes(static_cast<size_t>(digits + 1) / 2);
  random.Fill(bytes);
  std::string id(prefix);
  id += HexEncode(bytes).substr(0, static_cast<size_t>(digits));
  return id;
}

}  // namespace tollpass
