#include "wallet/keys/account_signature.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "wallet/keys/secp256k1_key.h"

namespace tollpass {
namespace {

constexpr uint8_t kFirstRecoveryByte = 27;

Digest DigestOf(std::string_view text) {
  return Keccak256(
      absl::StrFormat("\x19"
                      "Ethereum Signed Message:\n%d%s",
                      text.size(), text));
}

}  // namespace

absl::StatusOr<std::string> SignAccountText(std::string_view text, const SigningKey& key) {
  TOLLPASS_ASSIGN_OR_RETURN(auto signature, key.SignRecoverable(DigestOf(text)));
  signature.back() = static_cast<uint8_t>(signature.back() + kFirstRecoveryByte);
  return "0x" + HexEncode(signature);
}

std::optional<std::string> SignerOfAccountText(std::string_view text, std::string_view signature) {
  std::array<uint8_t, 65> bytes{};
  const std::optional<std::string> decoded =
      signature.starts_with("0x") ? HexDecode(signature.substr(2)) : std::nullopt;
  if (!decoded || decoded->size() != bytes.size()) {
    return std::nullopt;
  }
  std::copy(decoded->begin(), decoded->end(), bytes.begin());
  if (bytes.back() < kFirstRecoveryByte) {
    return std::nullopt;
  }
  bytes.back() = static_cast<uint8_t>(bytes.back() - kFirstRecoveryByte);
  return RecoverAccount(DigestOf(text), bytes);
}

}  // namespace tollpass
