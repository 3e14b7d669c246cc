#include "wallet/schemes/eip712.h"

#include <algorithm>
#include <array>

#include "core/encoding.h"

namespace tollpass::eip712 {
namespace {

constexpr std::string_view kDomainType =
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";

void Append(std::string& bytes, const Digest& word) { bytes.append(word.begin(), word.end()); }

/// `hex` with its "0x", right-aligned in a word; std::nullopt unless it has `size` bytes.
std::optional<Word> FromHex(std::string_view hex, size_t size) {
  if (hex.substr(0, 2) != "0x") {
    return std::nullopt;
  }
  const std::optional<std::string> bytes = HexDecode(hex.substr(2));
  if (!bytes || bytes->size() != size) {
    return std::nullopt;
  }
  Word word{};
  std::copy(bytes->begin(), bytes->end(), word.end() - static_cast<std::ptrdiff_t>(size));
  return word;
}

/// word = word * 10 + digit; false if that is 2^256 or more.
bool PushDigit(Word& word, unsigned digit) {
  unsigned carry = digit;
  for (auto byte = word.rbegin(); byte != word.rend(); ++byte) {
    const unsigned value = *byte * 10U + carry;
    *byte = static_cast<uint8_t>(value & 0xffU);
    carry = value >> 8U;
  }
  return carry == 0;
}

}  // namespace

Word EncodeUint(uint64_t value) { return EncodeUint(Amount(value)); }

Word EncodeUint(Amount value) {
  Word word{};
  const std::array<uint8_t, 16> bytes = value.ToBytes();
  std::copy(bytes.begin(), bytes.end(), word.end() - bytes.size());
  return word;
}

std::optional<Word> EncodeUint(std::string_view digits) {
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) {
    return std::nullopt;
  }
  Word word{};
  for (const char digit : digits) {
    if (digit < '0' || digit > '9' || !PushDigit(word, static_cast<unsigned>(digit - '0'))) {
      return std::nullopt;
    }
  }
  return word;
}

std::optional<Word> EncodeAddress(std::string_view address) { return FromHex(address, 20); }

std::optional<Word> EncodeBytes32(std::string_view hex) { return FromHex(hex, 32); }

Word EncodeString(std::string_view text) { return Keccak256(text); }

std::optional<Digest> DomainSeparator(const Domain& domain) {
  const std::optional<Word> contract = EncodeAddress(domain.verifying_contract);
  if (!contract) {
    return std::nullopt;
  }
  return HashStruct(kDomainType, {EncodeString(domain.name), EncodeString(domain.version),
                                  EncodeUint(domain.chain_id), *contract});
}

Digest HashStruct(std::string_view type, std::initializer_list<Word> fields) {
  std::string encoded;
  encoded.reserve(32 * (fields.size() + 1));
  Append(encoded, EncodeString(type));
  for (const Word& field : fields) {
    Append(encoded, field);
  }
  return Keccak256(encoded);
}

Digest SigningDigest(const Digest& domain_separator, const Digest& struct_hash) {
  std::string encoded = "\x19\x01";
  Append(encoded, domain_separator);
  Append(encoded, struct_hash);
  return Keccak256(encoded);
}

}  // namespace tollpass::eip712
