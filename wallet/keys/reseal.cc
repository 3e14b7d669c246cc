#include "wallet/keys/reseal.h"

#include <utility>
#include <vector>

#include "core/os/fault_point.h"
#include "core/status.h"
#include "wallet/keys/key_file.h"

namespace tollpass {
namespace {

/// A key that is about to be sealed again.
struct Opened {
  const StoredKey* key;
  LockedBytes secret;
};

absl::StatusOr<std::vector<Opened>> OpenSealedKeys(const std::vector<StoredKey>& keys,
                                                   const LockedBytes& old_passphrase,
                                                   const LockedBytes& new_passphrase) {
  std::vector<Opened> opened;
  for (const StoredKey& key : keys) {
    if (key.header.storage != KeyStorage::kSealed) {
      continue;
    }
    absl::StatusOr<LockedBytes> secret = OpenSecret(key.path, key.header, old_passphrase);
    if (absl::IsUnauthenticated(secret.status()) &&
        OpenSecret(key.path, key.header, new_passphrase).ok()) {
      continue;  // An interrupted change came this far.
    }
    if (!secret.ok()) {
      return secret.status();
    }
    opened.push_back({&key, *std::move(secret)});
  }
  return opened;
}

}  // namespace

absl::Status ChangePassphrase(const std::string& folder, const LockedBytes& old_passphrase,
                              const Sealing& sealing, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<StoredKey> keys, ListStoredKeys(folder));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Opened> opened,
                            OpenSealedKeys(keys, old_passphrase, sealing.passphrase));
  std::vector<std::pair<std::string, LockedBytes>> texts;
  for (const Opened& one : opened) {
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes text,
                              SealedKeyText(one.key->header, one.secret, sealing, random));
    texts.emplace_back(one.key->path, std::move(text));
  }
  for (const auto& [path, text] : texts) {
    TOLLPASS_RETURN_IF_ERROR(ReplaceKeyFile(path, text));
    TOLLPASS_FAULT_POINT("keys_sealed_one");
  }
  return absl::OkStatus();
}

absl::Status ChangeStorage(const StoredKey& key, KeyStorage storage, const Sealing& sealing,
                           Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes secret,
                            OpenSecret(key.path, key.header, sealing.passphrase));
  KeyHeader header = key.header;
  header.storage = storage;
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes text,
                            storage == KeyStorage::kHot
                                ? HotKeyText(header, secret)
                                : SealedKeyText(header, secret, sealing, random));
  return ReplaceKeyFile(key.path, text);
}

}  // namespace tollpass
