#include "core/hash.h"

#include <nettle/sha3.h>
#include <sodium.h>

#include <algorithm>

#include "core/encoding.h"

namespace tollpass {
namespace {

constexpr size_t kKeccakRate = SHA3_256_BLOCK_SIZE;

const uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

/// XORs up to one block into the state; lanes are little-endian words.
void Absorb(sha3_state& state, std::span<const uint8_t> block) {
  for (size_t i = 0; i < block.size(); ++i) {
    state.a[i / 8] ^= static_cast<uint64_t>(block[i]) << (8 * (i % 8));
  }
}

}  // namespace

Digest Sha256(std::string_view bytes) {
  Digest digest;
  crypto_hash_sha256(digest.data(), Bytes(bytes), bytes.size());
  return digest;
}

Digest Blake2b(std::string_view bytes, std::span<const uint8_t> key) {
  Digest digest;
  crypto_generichash_blake2b(digest.data(), digest.size(), Bytes(bytes), bytes.size(),
                             key.empty() ? nullptr : key.data(), key.size());
  return digest;
}

// nettle offers only the padding of FIPS 202, so the sponge is built on its permutation.
Digest Keccak256(std::string_view bytes) {
  sha3_state state{};
  std::span<const uint8_t> rest(Bytes(bytes), bytes.size());
  while (rest.size() >= kKeccakRate) {
    Absorb(state, rest.first(kKeccakRate));
    nettle_sha3_permute(&state);
    rest = rest.subspan(kKeccakRate);
  }
  std::array<uint8_t, kKeccakRate> last{};
  std::copy(rest.begin(), rest.end(), last.begin());
  last[rest.size()] ^= 0x01;
  last[kKeccakRate - 1] ^= 0x80;
  Absorb(state, last);
  nettle_sha3_permute(&state);
  Digest digest;
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>((state.a[i / 8] >> (8 * (i % 8))) & 0xFF);
  }
  return digest;
}

std::string FieldsDigest(std::string_view tag, std::span<const std::string_view> fields) {
  std::string bytes;
  const auto append = [&bytes](std::string_view field) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<char>((static_cast<uint64_t>(field.size()) >> shift) & 0xFF));
    }
    bytes.append(field);
  };
  append(tag);
  for (const std::string_view field : fields) append(field);
  return HexEncode(Sha256(bytes));
}

bool IsEd25519PublicKey(std::string_view public_key) {
  return public_key.size() == crypto_core_ed25519_BYTES && sodium_init() >= 0 &&
         crypto_core_ed25519_is_valid_point(Bytes(public_key)) == 1;
}

bool VerifyEd25519(std::string_view message, std::string_view signature,
                   std::string_view public_key) {
  if (signature.size() != crypto_sign_BYTES || public_key.size() != crypto_sign_PUBLICKEYBYTES) {
    return false;
  }
  if (sodium_init() < 0) return false;
  return crypto_sign_verify_detached(Bytes(signature), Bytes(message), message.size(),
                                     Bytes(public_key)) == 0;
}

}  // namespace tollpass
