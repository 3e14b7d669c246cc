#ifndef TOLLPASS_WALLET_KEYS_KEY_FILE_H_
#define TOLLPASS_WALLET_KEYS_KEY_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/network.h"
#include "wallet/keys/locked_bytes.h"

/// A key at rest: a text file of mode 0600, one key in it.
///
///   file    := header LF body
///   header  := "tollpass-key 1 " kind " " family " " class " " storage
///   kind    := "secp256k1" | "ed25519"
///   family  := CAIP-2 namespace of the networks it pays on ("eip155"), or "approval"
///   class   := "testnet" | "mainnet"
///   storage := "hot" | "sealed"
///   body    := for "hot": 64 hex digits LF, the secret (of ed25519: the seed)
///
/// Example, with a key that everybody knows:
///
///   tollpass-key 1 secp256k1 eip155 testnet hot
///   ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80
///
/// Names: `<family>.<class>.key` for a payment key, `approval.key` for the approval key.
namespace tollpass {

inline constexpr size_t kSecretSize = 32;

/// Family of the key whose signature widens; it pays on no network.
inline constexpr std::string_view kApprovalFamily = "approval";

enum class KeyKind { kSecp256k1, kEd25519 };
enum class KeyStorage { kHot, kSealed };

/// The first line of a key file; no secret.
struct KeyHeader {
  KeyKind kind = KeyKind::kSecp256k1;
  std::string family;
  NetworkClass network_class = NetworkClass::kTest;
  KeyStorage storage = KeyStorage::kHot;

  friend bool operator==(const KeyHeader&, const KeyHeader&) = default;
};

/// Where the key of `header` lies in `folder`.
std::string KeyPath(std::string_view folder, const KeyHeader& header);

/// The header of the file at `path`. NotFound; PermissionDenied: readable by others, a symlink or
/// not the user's; DataLoss: not a key file.
absl::StatusOr<KeyHeader> ReadKeyHeader(const std::string& path);

/// The secret in the file at `path` (kSecretSize bytes, not yet sealed), whose header must be
/// `expected`. Errors as ReadKeyHeader; DataLoss also for another header; Unavailable: the file
/// needs a passphrase; ResourceExhausted: no locked memory.
absl::StatusOr<LockedBytes> ReadSecret(const std::string& path, const KeyHeader& expected);

/// Makes the file for a hot key. AlreadyExists.
absl::Status WriteHotKey(const std::string& path, const KeyHeader& header, LockedBytes& secret);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_KEY_FILE_H_
