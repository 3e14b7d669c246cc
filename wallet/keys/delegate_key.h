#ifndef TOLLPASS_WALLET_KEYS_DELEGATE_KEY_H_
#define TOLLPASS_WALLET_KEYS_DELEGATE_KEY_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/random.h"
#include "wallet/keys/ed25519_key.h"

namespace tollpass {

/// A key that a mandate names as its delegate: signs mandates below that one, and nothing else. It
/// belongs to whoever was delegated to and lies in no home: a file of mode 0600 with the 64 hex
/// digits of an Ed25519 seed.
class DelegateKey {
 public:
  /// Makes the file `path` with a new key. AlreadyExists; errors as os::CreateFile.
  static absl::Status Make(const std::string& path, Random& random);
  /// Errors as ReadRawSecret.
  static absl::StatusOr<DelegateKey> Open(const std::string& path);

  /// 64 hex digits.
  [[nodiscard]] const std::string& public_key() const { return public_key_; }
  /// 64 bytes. Internal as Ed25519Key::SignMessage.
  [[nodiscard]] absl::StatusOr<std::string> Sign(std::string_view message) const;

 private:
  DelegateKey(std::unique_ptr<Ed25519Key> key, std::string public_key)
      : key_(std::move(key)), public_key_(std::move(public_key)) {}

  std::unique_ptr<Ed25519Key> key_;
  std::string public_key_;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_DELEGATE_KEY_H_
