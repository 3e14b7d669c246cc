#ifndef TOLLPASS_WALLET_KEYS_KEY_FILE_H_
#define TOLLPASS_WALLET_KEYS_KEY_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/random.h"
#include "wallet/keys/key_header.h"
#include "wallet/keys/locked_bytes.h"
#include "wallet/keys/sealed_text.h"

/// A key at rest: a text file of mode 0600, one key in it.
///
///   file    := header LF body
///   header  := "tollpass-key 1 " kind " " family " " class " " storage
///   kind    := "secp256k1" | "ed25519"
///   family  := CAIP-2 namespace of the networks it pays on ("eip155"), "approval", or "quote"
///              (signs the proofs for quotes)
///   class   := "testnet" | "mainnet"
///   storage := "hot" | "sealed"
///   body    := for "hot": 64 hex digits LF, the secret (of ed25519: the seed)
///              for "sealed": "account " account LF, then the secret's 32 bytes sealed; with the
///              header these lines are the head of a sealed text (wallet/keys/sealed_text.h)
///   account := what it pays from; of an ed25519 key its public key, 64 hex digits
///
/// Examples, with a key that everybody knows:
///
///   tollpass-key 1 secp256k1 eip155 testnet hot
///   ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80
///
///   tollpass-key 1 secp256k1 eip155 mainnet sealed
///   account 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266
///   argon2id 3 262144 5be1...
///   xchacha20poly1305 8f02...
///   d177...
///   check 90aa...
///
/// Names: `<family>.<class>.key` for a payment key, `approval.key` for the approval key.
namespace tollpass {

/// What a key file tells without its passphrase. Of a sealed one it is proven only by opening.
struct PublicPart {
  KeyHeader header;
  std::string account;  // empty for a hot key
};

/// NotFound; PermissionDenied: readable by others, a symlink or not the user's; DataLoss: not a key
/// file, or a damaged one.
absl::StatusOr<PublicPart> ReadPublicPart(const std::string& path);

/// The secret of the hot key at `path` (kSecretSize bytes, not yet sealed in memory), which must be
/// for the same use as `expected`. Errors as ReadPublicPart; DataLoss also for another use;
/// Unavailable: the file needs a passphrase; ResourceExhausted: no locked memory.
absl::StatusOr<LockedBytes> ReadSecret(const std::string& path, const KeyHeader& expected);

/// As ReadSecret, for a sealed key too. Takes about a second of one. Unauthenticated: another
/// passphrase.
absl::StatusOr<LockedBytes> OpenSecret(const std::string& path, const KeyHeader& expected,
                                       const LockedBytes& passphrase);

/// The text of a key file. `header.storage` says which; DataLoss: no secret of that kind.
absl::StatusOr<LockedBytes> HotKeyText(const KeyHeader& header, const LockedBytes& secret);
absl::StatusOr<LockedBytes> SealedKeyText(const KeyHeader& header, const LockedBytes& secret,
                                          const Sealing& sealing, Random& random);

/// Makes the file of a key, durably. AlreadyExists.
absl::Status CreateKeyFile(const std::string& path, const LockedBytes& text);
/// Puts the file of a key in the place of another in one step, durably.
absl::Status ReplaceKeyFile(const std::string& path, const LockedBytes& text);

/// Makes the file for a hot key. AlreadyExists.
absl::Status WriteHotKey(const std::string& path, const KeyHeader& header,
                         const LockedBytes& secret);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_KEY_FILE_H_
