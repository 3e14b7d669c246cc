#ifndef TOLLPASS_WALLET_KEYS_RESEAL_H_
#define TOLLPASS_WALLET_KEYS_RESEAL_H_

#include <string>

#include "absl/status/status.h"
#include "core/random.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/sealed_text.h"

namespace tollpass {

/// Seals every sealed key again, under another passphrase. All are opened before one is written;
/// what was interrupted is finished by the same call. Unauthenticated: a key opens under neither
/// passphrase, and nothing was changed.
absl::Status ChangePassphrase(const std::string& folder, const LockedBytes& old_passphrase,
                              const Sealing& sealing, Random& random);

/// Takes the passphrase from a key or gives it one. `sealing.passphrase` opens it where it is
/// sealed. Errors as OpenSecret.
absl::Status ChangeStorage(const StoredKey& key, KeyStorage storage, const Sealing& sealing,
                           Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_RESEAL_H_
