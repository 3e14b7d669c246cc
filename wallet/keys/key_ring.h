#ifndef TOLLPASS_WALLET_KEYS_KEY_RING_H_
#define TOLLPASS_WALLET_KEYS_KEY_RING_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/network.h"
#include "core/random.h"
#include "core/signing_key.h"
#include "wallet/keys/locked_bytes.h"
#include "wallet/keys/sealed_text.h"

namespace tollpass {

/// What `wallet list` shows of a key.
struct KeyDescription {
  std::string family;  // CAIP-2 namespace: "eip155"
  NetworkClass network_class = NetworkClass::kTest;
  std::string account;
  std::string file;
  bool hot = true;  // kept without a passphrase
};

/// The payment keys of a home, one for each network family and class. Secrets live in locked memory
/// (sodium_malloc) and are read from files of mode 0600 when needed. The file rules: it is looked
/// at each time, so that a key whose file was removed, changed or opened to others pays no more.
/// Thread-safe.
/// Format of a key file: wallet/keys/key_file.h.
class KeyRing {
 public:
  explicit KeyRing(std::string folder);
  ~KeyRing();

  /// The key that pays on `network` (CAIP-2). NotFound: none for this family; FailedPrecondition:
  /// only one of the other network class; PermissionDenied: file readable by others; DataLoss: not
  /// a key file; ResourceExhausted: no locked memory; Unavailable: needs a passphrase.
  absl::StatusOr<std::shared_ptr<const SigningKey>> ForNetwork(std::string_view network);

  /// The key that signs documents about payments on `network`; its account is what documents call
  /// it. Errors as ForNetwork.
  absl::StatusOr<std::shared_ptr<const SigningKey>> ForDocuments(std::string_view network);

  /// Every payment key in the folder. Errors as ForNetwork.
  absl::StatusOr<std::vector<KeyDescription>> List();

 private:
  struct Loaded;
  std::unique_ptr<Loaded> loaded_;
};

/// The key whose signature widens. Never pays.
class ApprovalKey {
 public:
  /// As KeyRing::ForNetwork. `passphrase` is for a sealed key, which takes about a second;
  /// Unauthenticated: it is the wrong one.
  static absl::StatusOr<ApprovalKey> Open(const std::string& folder,
                                          const LockedBytes* passphrase = nullptr);
  ApprovalKey(ApprovalKey&&) noexcept;
  ApprovalKey& operator=(ApprovalKey&&) noexcept;
  ~ApprovalKey();

  [[nodiscard]] std::string public_key() const;  // 32 bytes
  /// kTest for a key of a `--test` home: what it signs is meant for test networks only.
  [[nodiscard]] NetworkClass network_class() const;
  [[nodiscard]] std::string Sign(std::string_view message) const;  // 64 bytes, Ed25519

 private:
  struct Secret;
  explicit ApprovalKey(std::unique_ptr<Secret> secret);
  std::unique_ptr<Secret> secret_;
};

/// Makes the hot keys of a `--test` home in `folder`: a payment key for each family and one that
/// signs documents, usable on test networks only, and the approval key. AlreadyExists: a key file
/// is there; nothing is written.
absl::Status CreateTestKeys(const std::string& folder, Random& random);

/// Makes the keys of a home that pays on main networks too: the approval key, sealed; for each
/// family and for documents a key for main networks, sealed unless `hot`, and a hot one for test
/// networks. Errors as
/// CreateTestKeys.
absl::Status CreateKeys(const std::string& folder, const Sealing& sealing, bool hot,
                        Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_KEY_RING_H_
