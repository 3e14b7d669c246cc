#include "wallet/keys/key_ring.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/secp256k1_key.h"

namespace tollpass {

struct KeyRing::Loaded {
  std::string folder;
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<SigningKey>> keys;  // by path; never removed

  absl::StatusOr<const SigningKey*> Key(const KeyHeader& header) {
    const std::string path = KeyPath(folder, header);
    const std::lock_guard<std::mutex> lock(mutex);
    if (const auto found = keys.find(path); found != keys.end()) {
      return found->second.get();
    }
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, ReadSecret(path, header));
    SystemRandom random;
    absl::StatusOr<std::unique_ptr<SigningKey>> key =
        Secp256k1Key::Make(std::move(secret), header.network_class, random);
    if (!key.ok()) {
      return At(path, key.status());
    }
    return keys.emplace(path, *std::move(key)).first->second.get();
  }
};

KeyRing::KeyRing(std::string folder) : loaded_(std::make_unique<Loaded>()) {
  loaded_->folder = std::move(folder);
}

KeyRing::~KeyRing() = default;

absl::StatusOr<const SigningKey*> KeyRing::ForNetwork(std::string_view network) {
  const std::string_view name = NetworkFamily(network);
  const auto* family = std::find_if(kKeyFamilies.begin(), kKeyFamilies.end(),
                                    [&](const KeyFamily& known) { return known.name == name; });
  if (family == kKeyFamilies.end()) {
    return absl::NotFoundError(absl::StrFormat("no kind of key pays on network %s", network));
  }
  KeyHeader header{family->kind, std::string(name), ClassOf(network), KeyStorage::kHot};
  absl::StatusOr<const SigningKey*> key = loaded_->Key(header);
  if (!absl::IsNotFound(key.status())) {
    return key;
  }
  for (const NetworkClass other : kNetworkClasses) {
    header.network_class = other;
    if (os::Exists(KeyPath(loaded_->folder, header))) {
      return absl::FailedPreconditionError(
          absl::StrFormat("the only %s key in %s is for %s networks; %s is not one of them", name,
                          loaded_->folder, ClassName(other), network));
    }
  }
  return key;
}

absl::StatusOr<std::vector<KeyDescription>> KeyRing::List() {
  std::vector<KeyDescription> descriptions;
  for (const KeyFamily& family : kKeyFamilies) {
    for (const NetworkClass network_class : kNetworkClasses) {
      const KeyHeader hot{family.kind, std::string(family.name), network_class, KeyStorage::kHot};
      const std::string path = KeyPath(loaded_->folder, hot);
      if (!os::Exists(path)) {
        continue;
      }
      TOLLPASS_ASSIGN_OR_RETURN(const KeyHeader header, ReadKeyHeader(path));
      KeyDescription& described = descriptions.emplace_back();
      described.family = header.family;
      described.network_class = header.network_class;
      described.file = path;
      described.hot = header.storage == KeyStorage::kHot;
      if (described.hot) {
        TOLLPASS_ASSIGN_OR_RETURN(const SigningKey* key, loaded_->Key(hot));
        described.account = key->account();
      }
    }
  }
  return descriptions;
}

}  // namespace tollpass
