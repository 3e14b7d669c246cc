#ifndef TOLLPASS_TESTS_WALLET_QUOTE_ISSUER_H_
#define TOLLPASS_TESTS_WALLET_QUOTE_ISSUER_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tollpass {

/// What a good quote asks to be paid in, and to whom.
inline constexpr std::string_view kQuotedToken = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
inline constexpr std::string_view kQuotedPayee = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";

/// Seeds of the keys that quote.json in tests/data/vectors uses: everybody knows them.
inline constexpr uint8_t kIssuerSeed = 1;
inline constexpr uint8_t kDocumentSeed = 2;
inline constexpr uint8_t kStrangerSeed = 3;

/// What a policy pins of the issuer "weather.example".
inline constexpr std::string_view kIssuerKey =
    "weather.example ed25519:8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";

/// `document` with a signature that is made here from scratch, with sorted keys for a canonical
/// form: its texts are ASCII and its numbers small. A "sig" that is there is replaced.
nlohmann::json Sign(nlohmann::json document, std::string_view tag, uint8_t seed = kIssuerSeed);
/// The digest of a document or of arguments, made the same way.
std::string DigestOf(const nlohmann::json& document);

/// A quote that can be paid: 0.01 USDC for the tool "search" with `arguments`, not yet signed.
nlohmann::json GoodQuote(int64_t now, const nlohmann::json& arguments = nlohmann::json::object());
/// The receipt for `proof` of `quote`, not yet signed.
nlohmann::json GoodReceipt(const nlohmann::json& quote, const nlohmann::json& proof);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_QUOTE_ISSUER_H_
