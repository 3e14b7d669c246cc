#include "tests/wallet/quote_issuer.h"

#include <sodium.h>

#include <array>

#include "core/encoding.h"

namespace tollpass {
namespace {

using Json = nlohmann::json;

constexpr int kSeedBytes = 32;

std::string Sha256Url(const std::string& bytes) {
  std::string digest(crypto_hash_sha256_BYTES, '\0');
  crypto_hash_sha256(reinterpret_cast<uint8_t*>(digest.data()),
                     reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return Base64UrlEncode(digest);
}

}  // namespace

Json Sign(Json document, std::string_view tag, uint8_t seed) {
  std::array<uint8_t, kSeedBytes> secret_seed{};
  secret_seed.fill(seed);
  std::string public_key(crypto_sign_PUBLICKEYBYTES, '\0');
  std::array<uint8_t, crypto_sign_SECRETKEYBYTES> secret{};
  crypto_sign_seed_keypair(reinterpret_cast<uint8_t*>(public_key.data()), secret.data(),
                           secret_seed.data());
  document.erase("sig");
  const std::string bytes = std::string(tag) + "\n" + document.dump();
  std::string signature(crypto_sign_BYTES, '\0');
  crypto_sign_detached(reinterpret_cast<uint8_t*>(signature.data()), nullptr,
                       reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), secret.data());
  document["sig"] = {{"alg", "Ed25519"},
                     {"kid", "ed25519:" + Sha256Url(public_key)},
                     {"value", Base64UrlEncode(signature)}};
  return document;
}

std::string DigestOf(const Json& document) { return "sha-256:" + Sha256Url(document.dump()); }

Json GoodQuote(int64_t now, const Json& arguments) {
  return {{"protocol", "local.mcp-quote"},
          {"version", "1"},
          {"type", "quote"},
          {"quote_id", "q_7f0a4c2e9b1d4e55"},
          {"issuer", "weather.example"},
          {"tool", "search"},
          {"args_digest", DigestOf(arguments)},
          {"amount", "10000"},
          {"asset", "eip155:84532/erc20:" + std::string(kQuotedToken)},
          {"decimals", 6},
          {"payee", kQuotedPayee},
          {"rail", "x402"},
          {"issued_at", now},
          {"expires_at", now + 60},
          {"nonce", "AAECAwQFBgcICQoLDA0ODw"}};
}

Json GoodReceipt(const Json& quote, const Json& proof) {
  return {{"protocol", "local.mcp-quote"},
          {"version", "1"},
          {"type", "receipt"},
          {"receipt_id", "rcp_00000001"},
          {"payment_id", proof["payment_id"]},
          {"quote_digest", DigestOf(quote)},
          {"proof_digest", DigestOf(proof)},
          {"status", "settled"},
          {"amount", quote["amount"]},
          {"asset", quote["asset"]},
          {"payee", quote["payee"]},
          {"settled_at", proof["created_at"]},
          {"reference", "0x" + std::string(64, 'a')},
          {"issuer", "weather.example"}};
}

}  // namespace tollpass
