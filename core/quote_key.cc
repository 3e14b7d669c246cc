#include "core/quote_key.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"

namespace tollpass {
namespace {

constexpr std::string_view kKind = "ed25519:";
constexpr size_t kHexDigits = 64;
constexpr size_t kLongestIssuer = 256;

bool IsIssuer(std::string_view text) {
  return !text.empty() && text.size() <= kLongestIssuer &&
         std::none_of(text.begin(), text.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte <= 0x20 || byte == 0x7F;
         });
}

}  // namespace

absl::StatusOr<QuoteKey> ParseQuoteKey(std::string_view text) {
  const size_t space = text.find(' ');
  const std::string_view issuer = text.substr(0, space);
  std::string_view hex = space == std::string_view::npos ? "" : text.substr(space + 1);
  if (!IsIssuer(issuer) || !hex.starts_with(kKind) || hex.size() != kKind.size() + kHexDigits) {
    return absl::InvalidArgumentError(
        "a quote key is the issuer's name, a space, \"ed25519:\" and 64 hex digits");
  }
  hex.remove_prefix(kKind.size());
  const std::optional<std::string> public_key = HexDecode(hex);
  if (!public_key) {
    return absl::InvalidArgumentError(
        "a quote key ends in 64 hex digits, 0 to 9 and a to f; copy it again");
  }
  if (!IsEd25519PublicKey(*public_key)) {
    return absl::InvalidArgumentError(
        "these hex digits are no Ed25519 key that a signature can be held to; ask the issuer for "
        "its key");
  }
  return QuoteKey{std::string(issuer), *public_key};
}

std::string Ed25519KeyId(std::string_view public_key) {
  const Digest digest = Sha256(public_key);
  return absl::StrFormat(
      "%s%s", kKind,
      Base64UrlEncode({reinterpret_cast<const char*>(digest.data()), digest.size()}));
}

}  // namespace tollpass
