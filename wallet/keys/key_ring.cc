#include "wallet/keys/key_ring.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/hash.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

/// Tells whether a file still holds the same secret, without keeping the secret.
Digest DigestOf(const LockedBytes& secret) {
  return Blake2b({reinterpret_cast<const char*>(secret.readable().data()), secret.size()});
}

}  // namespace

struct KeyRing::Loaded {
  struct Kept {
    Digest digest{};  // of the secret that the file held
    std::shared_ptr<const SigningKey> key;
    std::optional<os::FileStamp> stamp;  // of the file, if it tells each later change
  };

  std::string folder;
  std::mutex mutex;
  std::map<std::string, Kept> keys;  // by path

  /// PermissionDenied where somebody else could have put the keys there.
  [[nodiscard]] absl::Status CheckFolder() const {
    const absl::Status owned = os::CheckOwned(folder);
    return absl::IsFailedPrecondition(owned) ? absl::PermissionDeniedError(owned.message()) : owned;
  }

  absl::StatusOr<std::shared_ptr<const SigningKey>> Key(const KeyHeader& header) {
    const std::string path = KeyPath(folder, header);
    const std::lock_guard<std::mutex> lock(mutex);
    std::optional<os::FileStamp> stamp = os::StampOf(path);
    const auto found = keys.find(path);
    if (found != keys.end() && stamp && found->second.stamp == stamp) {
      return found->second.key;
    }
    if (stamp && !stamp->IsSettled(SystemClock().UnixMillis())) {
      stamp.reset();
    }
    absl::StatusOr<LockedBytes> secret = ReadSecret(path, header);
    if (!secret.ok()) {
      keys.erase(path);
      return secret.status();
    }
    const Digest digest = DigestOf(*secret);
    if (found != keys.end() && found->second.digest == digest) {
      found->second.stamp = stamp;
      return found->second.key;
    }
    absl::StatusOr<std::unique_ptr<SigningKey>> key = MakeSigningKey(header, *std::move(secret));
    if (!key.ok()) {
      keys.erase(path);
      return At(path, key.status());
    }
    Kept& kept = keys[path];
    kept = {digest, *std::move(key), stamp};
    return kept.key;
  }

  absl::StatusOr<std::shared_ptr<const SigningKey>> Find(const KeyFamily& family,
                                                         std::string_view network);
};

KeyRing::KeyRing(std::string folder) : loaded_(std::make_unique<Loaded>()) {
  loaded_->folder = std::move(folder);
}

KeyRing::~KeyRing() = default;

absl::StatusOr<std::shared_ptr<const SigningKey>> KeyRing::ForNetwork(std::string_view network) {
  const KeyFamily* family = FindFamily(kKeyFamilies, NetworkFamily(network));
  if (family == nullptr) {
    return absl::NotFoundError(absl::StrFormat("no kind of key pays on network %s", network));
  }
  return loaded_->Find(*family, network);
}

absl::StatusOr<std::shared_ptr<const SigningKey>> KeyRing::ForDocuments(std::string_view network) {
  return loaded_->Find(kDocumentFamily, network);
}

absl::StatusOr<std::shared_ptr<const SigningKey>> KeyRing::Loaded::Find(const KeyFamily& family,
                                                                        std::string_view network) {
  TOLLPASS_RETURN_IF_ERROR(CheckFolder());
  KeyHeader header{family.kind, std::string(family.name), ClassOf(network), KeyStorage::kHot};
  absl::StatusOr<std::shared_ptr<const SigningKey>> key = Key(header);
  if (!absl::IsNotFound(key.status())) {
    return key;
  }
  for (const NetworkClass other : kNetworkClasses) {
    header.network_class = other;
    if (os::Exists(KeyPath(folder, header))) {
      return absl::FailedPreconditionError(
          absl::StrFormat("the only %s key in %s is for %s networks; %s is not one of them",
                          family.name, folder, ClassName(other), network));
    }
  }
  return absl::NotFoundError(absl::StrFormat(
      "there is no %s key for %s networks in %s; make one with: tollpass wallet new --family %s%s, "
      "or bring yours back with: tollpass wallet restore FILE",
      family.name, ClassName(ClassOf(network)), folder, family.name,
      ClassOf(network) == NetworkClass::kTest ? " --testnet" : ""));
}

absl::StatusOr<std::vector<KeyDescription>> KeyRing::List() {
  std::vector<KeyDescription> descriptions;
  if (const absl::Status owned = loaded_->CheckFolder(); absl::IsPermissionDenied(owned)) {
    return owned;
  }
  for (const KeyFamily& family : kKeyFamilies) {
    for (const NetworkClass network_class : kNetworkClasses) {
      const KeyHeader hot{family.kind, std::string(family.name), network_class, KeyStorage::kHot};
      const std::string path = KeyPath(loaded_->folder, hot);
      if (!os::Exists(path)) {
        continue;
      }
      TOLLPASS_ASSIGN_OR_RETURN(const PublicPart found, ReadPublicPart(path));
      KeyDescription described{std::string(family.name), network_class, found.account, path,
                               found.header.storage == KeyStorage::kHot};
      if (described.hot) {
        TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const SigningKey> key, loaded_->Key(hot));
        described.account = key->account();
      } else if (!SameUse(found.header, hot)) {
        return absl::DataLossError(
            absl::StrFormat("%s: holds the key \"%s\", which is another's "
                            "name; give it its own name back",
                            path, HeaderLine(found.header)));
      }
      descriptions.push_back(std::move(described));
    }
  }
  return descriptions;
}

}  // namespace tollpass
