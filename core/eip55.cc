#include "core/eip55.h"

#include <algorithm>
#include <string>

#include "core/encoding.h"
#include "core/hash.h"

namespace tollpass {
namespace {

constexpr size_t kDigits = 40;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::optional<std::string> ReadAddress(std::string_view text) {
  if (text.size() != 2 + kDigits || text.substr(0, 2) != "0x" || !HexDecode(text.substr(2))) {
    return std::nullopt;
  }
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  std::string upper(text.substr(2));
  std::transform(upper.begin(), upper.end(), upper.begin(), Upper);
  if (text == lower || text.substr(2) == upper || text == ToChecksumAddress(lower)) {
    return lower;
  }
  return std::nullopt;
}

std::string ToChecksumAddress(std::string_view address) {
  std::string checked(address);
  const std::string hash = HexEncode(Keccak256(address.substr(2)));
  for (size_t i = 0; i < kDigits; ++i) {
    if (hash[i] >= '8') {
      checked[i + 2] = Upper(checked[i + 2]);
    }
  }
  return checked;
}

}  // namespace tollpass
