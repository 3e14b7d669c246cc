#include "wallet/keys/delegate_key.h"

#include <sodium.h>

#include <utility>

#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/key_header.h"
#include "wallet/keys/key_kinds.h"
#include "wallet/keys/raw_key.h"

namespace tollpass {

absl::Status DelegateKey::Make(const std::string& path, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes secret, NewSecret(KeyKind::kEd25519, random));
  // sodium_bin2hex ends its text with a zero, which makes way for the line end.
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes text, LockedBytes::Make(2 * kSecretSize + 1));
  sodium_bin2hex(reinterpret_cast<char*>(text.writable().data()), text.size(),
                 secret.readable().data(), secret.size());
  text.writable().back() = '\n';
  return os::CreateFile(path, text.readable(), 0600);
}

absl::StatusOr<DelegateKey> DelegateKey::Open(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, ReadRawSecret(path, KeyKind::kEd25519));
  KeyHeader header;
  header.kind = KeyKind::kEd25519;
  TOLLPASS_ASSIGN_OR_RETURN(std::string public_key, AccountOf(header, secret));
  TOLLPASS_ASSIGN_OR_RETURN(std::unique_ptr<Ed25519Key> key,
                            Ed25519Key::Make(std::move(secret), NetworkClass::kTest));
  return DelegateKey(std::move(key), std::move(public_key));
}

absl::StatusOr<std::string> DelegateKey::Sign(std::string_view message) const {
  TOLLPASS_ASSIGN_OR_RETURN(const auto signature, key_->SignMessage(message));
  return std::string(signature.begin(), signature.end());
}

}  // namespace tollpass
