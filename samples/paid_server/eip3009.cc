#include "samples/paid_server/eip3009.h"

#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <algorithm>
#include <span>

#include "core/encoding.h"

namespace tollpass::samples {
namespace {

constexpr std::string_view kDomainType =
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
constexpr std::string_view kTransferType =
    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
    "uint256 validBefore,bytes32 nonce)";
constexpr size_t kWordBytes = 32;

/// `bytes` as one 32-byte word, padded on the left as EIP-712 encodes numbers and addresses.
std::string Word(std::span<const uint8_t> bytes) {
  std::string word(kWordBytes - bytes.size(), '\0');
  word.append(bytes.begin(), bytes.end());
  return word;
}

std::string Word(uint64_t number) {
  std::array<uint8_t, 8> bytes = {};
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(number >> (8 * (bytes.size() - 1 - i)));
  }
  return Word(bytes);
}

std::string HashWord(std::string_view text) { return Word(Keccak256(text)); }

}  // namespace

std::optional<Address> ParseAddress(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  const std::optional<std::string> bytes = HexDecode(text.substr(2));
  Address address = {};
  if (!bytes || bytes->size() != address.size()) return std::nullopt;
  std::ranges::copy(*bytes, address.begin());
  return address;
}

std::string FormatAddress(const Address& address) {
  return "0x" + HexEncode(std::span<const uint8_t>(address));
}

Digest TransferDigest(const TransferAuthorization& transfer, const TokenDomain& domain) {
  const Digest separator =
      Keccak256(HashWord(kDomainType) + HashWord(domain.name) + HashWord(domain.version) +
                Word(domain.chain_id) + Word(domain.contract));
  const Digest message =
      Keccak256(HashWord(kTransferType) + Word(transfer.from) + Word(transfer.to) +
                Word(transfer.value.ToBytes()) + Word(transfer.valid_after.ToBytes()) +
                Word(transfer.valid_before.ToBytes()) + Word(transfer.nonce));
  return Keccak256("\x19\x01" + Word(separator) + Word(message));
}

std::optional<Address> RecoverSigner(const Digest& digest, std::string_view signature) {
  if (signature.size() != 65) return std::nullopt;
  const int recovery_id = static_cast<uint8_t>(signature[64]) - 27;
  if (recovery_id != 0 && recovery_id != 1) return std::nullopt;
  const auto* bytes = reinterpret_cast<const uint8_t*>(signature.data());
  const secp256k1_context* verifier = secp256k1_context_static;

  secp256k1_ecdsa_recoverable_signature recoverable;
  secp256k1_ecdsa_signature plain;
  if (secp256k1_ecdsa_recoverable_signature_parse_compact(verifier, &recoverable, bytes,
                                                          recovery_id) == 0 ||
      secp256k1_ecdsa_recoverable_signature_convert(verifier, &plain, &recoverable) == 0) {
    return std::nullopt;
  }
  const bool high_s = secp256k1_ecdsa_signature_normalize(verifier, nullptr, &plain) == 1;
  secp256k1_pubkey key;
  if (high_s || secp256k1_ecdsa_recover(verifier, &key, &recoverable, digest.data()) == 0) {
    return std::nullopt;
  }

  std::array<uint8_t, 65> point = {};
  size_t size = point.size();
  secp256k1_ec_pubkey_serialize(verifier, point.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
  const std::string coordinates(point.begin() + 1, point.end());
  const Digest hash = Keccak256(coordinates);
  Address address = {};
  std::copy(hash.end() - address.size(), hash.end(), address.begin());
  return address;
}

}  // namespace tollpass::samples
