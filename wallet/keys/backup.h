#ifndef TOLLPASS_WALLET_KEYS_BACKUP_H_
#define TOLLPASS_WALLET_KEYS_BACKUP_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/random.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/locked_bytes.h"
#include "wallet/keys/sealed_text.h"

/// Every key of a home in one file, under one passphrase: a sealed text
/// (wallet/keys/sealed_text.h).
///
///   head   := "tollpass-backup 1" LF { key }
///   key    := "key " ( "current" | "retired" ) " " header " " account LF
///   header := first line of the key's file (wallet/keys/key_file.h)
///   secret := the 32 bytes of each key, in the order of the head
namespace tollpass {

inline constexpr size_t kMaxBackupSize = size_t{256} * 1024;

/// A key with its secret, outside its file.
struct OpenedKey {
  StoredKey key;  // without path
  LockedBytes secret;
};

/// Opens every key of `folder`. `passphrase` may be null if none is sealed. Errors as OpenSecret.
absl::StatusOr<std::vector<OpenedKey>> OpenAllKeys(const std::string& folder,
                                                   const LockedBytes* passphrase);

absl::StatusOr<std::string> SealBackup(const std::vector<OpenedKey>& keys, const Sealing& sealing,
                                       Random& random);

/// Errors as OpenText; DataLoss also for a secret that is not that of its account.
absl::StatusOr<std::vector<OpenedKey>> OpenBackup(std::string_view text,
                                                  const LockedBytes& passphrase);

/// Writes `keys` into `folder`, each hot or sealed as it was. One that is there already is left
/// alone, whether in use or retired; AlreadyExists where another key is in its place: nothing is
/// written then. Returns those that were written, with their paths.
absl::StatusOr<std::vector<StoredKey>> RestoreKeys(const std::string& folder,
                                                   const std::vector<OpenedKey>& keys,
                                                   const Sealing& sealing, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_BACKUP_H_
