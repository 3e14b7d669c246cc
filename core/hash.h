#ifndef TOLLPASS_CORE_HASH_H_
#define TOLLPASS_CORE_HASH_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tollpass {

using Digest = std::array<uint8_t, 32>;

Digest Sha256(std::string_view bytes);

/// BLAKE2b with 32 bytes of output, keyed if `key` (0 or 16 to 64 bytes) is not empty.
Digest Blake2b(std::string_view bytes, std::span<const uint8_t> key = {});

/// Keccak-256 with the original padding, as Ethereum uses it (not SHA3-256).
Digest Keccak256(std::string_view bytes);

/// SHA-256 over `tag` and `fields`, each preceded by its length, so that no two lists of fields
/// give the same bytes; 64 hex digits.
std::string FieldsDigest(std::string_view tag, std::span<const std::string_view> fields);

/// True if `public_key` is a point that a signature can be held to: 32 bytes in their one spelling,
/// in the group of prime order (not of small order).
bool IsEd25519PublicKey(std::string_view public_key);

/// True for a valid Ed25519 signature (64 bytes) by `public_key` (32 bytes) over `message`.
/// Strict: small-order keys and a non-canonical S fail. Any other size fails.
bool VerifyEd25519(std::string_view message, std::string_view signature,
                   std::string_view public_key);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_HASH_H_
