#ifndef TOLLPASS_WALLET_KEYS_KEY_FOLDER_H_
#define TOLLPASS_WALLET_KEYS_KEY_FOLDER_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "wallet/keys/key_header.h"
#include "wallet/keys/locked_bytes.h"

/// The keys of a home as files, for the commands that make and move them. A key that
/// another one replaced is kept in the folder `retired`, as `<family>.<class>.<number>.key`.
namespace tollpass {

/// A key of the folder, as its file tells it.
struct StoredKey {
  KeyHeader header;
  std::string account;
  std::string path;
  bool retired = false;
};

/// The approval key, the payment keys, those that sign documents, then the retired ones; what is
/// missing is left out. Errors as ReadSecret of wallet/keys/key_file.h.
absl::StatusOr<std::vector<StoredKey>> ListStoredKeys(const std::string& folder);

/// The approval key. NotFound with the way out.
absl::StatusOr<StoredKey> StoredApprovalKey(const std::string& folder);

/// AlreadyExists if `path` holds a key that is not to be replaced.
absl::Status RequirePlace(const std::string& path, bool replace);

/// Makes the file of a key for the use of `header`. Where one is already: AlreadyExists, or with
/// `replace` the old one is retired first. Returns where the old one is now, or nothing.
absl::StatusOr<std::string> PutKey(const std::string& folder, const KeyHeader& header,
                                   const LockedBytes& text, bool replace);

/// Keeps `text` as a retired key.
absl::StatusOr<std::string> PutRetiredKey(const std::string& folder, const KeyHeader& header,
                                          const LockedBytes& text);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_KEY_FOLDER_H_
