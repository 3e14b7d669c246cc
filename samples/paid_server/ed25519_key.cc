#include "samples/paid_server/ed25519_key.h"

#include <sodium.h>

#include "core/encoding.h"

namespace tollpass::samples {
namespace {

const uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

std::optional<Ed25519Key> Ed25519Key::FromSeed(std::string_view seed_hex) {
  const std::optional<std::string> seed = HexDecode(seed_hex);
  if (!seed || seed->size() != crypto_sign_SEEDBYTES) return std::nullopt;
  Ed25519Key key;
  std::array<uint8_t, crypto_sign_PUBLICKEYBYTES> public_key = {};
  crypto_sign_seed_keypair(public_key.data(), key.secret_.data(), Bytes(*seed));
  return key;
}

std::string Ed25519Key::public_key() const {
  return {secret_.begin() + crypto_sign_SEEDBYTES, secret_.end()};
}

std::string Ed25519Key::Sign(std::string_view message) const {
  std::array<uint8_t, crypto_sign_BYTES> signature = {};
  crypto_sign_detached(signature.data(), nullptr, Bytes(message), message.size(), secret_.data());
  return {signature.begin(), signature.end()};
}

std::optional<std::string> ParsePublicKey(std::string_view hex) {
  std::optional<std::string> key = HexDecode(hex);
  if (!key || key->size() != crypto_sign_PUBLICKEYBYTES) return std::nullopt;
  return key;
}

}  // namespace tollpass::samples
