#include "home/account_key.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "home/open_home.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {

absl::StatusOr<std::unique_ptr<SigningKey>> OpenAccountKey(const Home& home,
                                                           std::string_view account,
                                                           const AskPassphrase& ask) {
  const absl::StatusOr<std::vector<StoredKey>> keys = ListStoredKeys(home.KeysPath());
  if (!keys.ok()) {
    return Unusable(keys.status());
  }
  const auto found = std::find_if(keys->begin(), keys->end(), [&](const StoredKey& key) {
    return key.header.kind == KeyKind::kSecp256k1 && key.account == account;
  });
  if (found == keys->end()) {
    return absl::NotFoundError(
        absl::StrFormat("no key in %s, retired ones included, is that of account %s, which paid",
                        home.KeysPath(), account));
  }
  if (found->header.storage == KeyStorage::kHot) {
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, ReadSecret(found->path, found->header));
    return MakeSigningKey(found->header, std::move(secret));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes passphrase,
                            ask(absl::StrFormat("the key of account %s", account)));
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, OpenSecret(found->path, found->header, passphrase));
  return MakeSigningKey(found->header, std::move(secret));
}

}  // namespace tollpass
