#include "wallet/keys/raw_key.h"

#include <sodium.h>

#include <string_view>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

constexpr size_t kMaxRawFile = 256;

/// The hex digits in `text`, without what may stand around them.
std::string_view RawDigits(std::string_view text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
  }
  return text;
}

}  // namespace

absl::StatusOr<LockedBytes> ReadRawSecret(const std::string& path, KeyKind kind) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes bytes, LockedBytes::Make(kMaxRawFile));
  TOLLPASS_ASSIGN_OR_RETURN(const size_t size, os::ReadSecretFile(path, bytes.writable()));
  const std::string_view digits =
      RawDigits({reinterpret_cast<const char*>(bytes.readable().data()), size});
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(kSecretSize));
  size_t decoded = 0;
  if (digits.size() != 2 * kSecretSize ||
      sodium_hex2bin(secret.writable().data(), secret.size(), digits.data(), digits.size(), nullptr,
                     &decoded, nullptr) != 0 ||
      decoded != kSecretSize) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s does not hold the %d hex digits of a key, and nothing else", path, 2 * kSecretSize));
  }
  if (!IsSecretOf(kind, secret.readable())) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the number in %s is zero or too large: it is no key of this kind", path));
  }
  return secret;
}

}  // namespace tollpass
