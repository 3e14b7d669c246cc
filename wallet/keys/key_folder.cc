#include "wallet/keys/key_folder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxRetired = 10'000;

std::string RetiredFolder(const std::string& folder) { return folder + "/retired"; }

absl::StatusOr<StoredKey> ReadStoredKey(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(const PublicPart facts, ReadPublicPart(path));
  StoredKey key{facts.header, facts.account, path};
  if (key.header.storage == KeyStorage::kHot) {
    TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes secret, ReadSecret(path, key.header));
    absl::StatusOr<std::string> account = AccountOf(key.header, secret);
    if (!account.ok()) {
      return At(path, account.status());
    }
    key.account = *std::move(account);
  }
  return key;
}

/// Files of the folder `retired`, sorted.
absl::StatusOr<std::vector<std::string>> RetiredFiles(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator entry(RetiredFolder(folder), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".key") {
      files.push_back(entry->path().string());
    }
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return absl::PermissionDeniedError(
        absl::StrFormat("%s cannot be read: %s", RetiredFolder(folder), error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Gives a key file that comes of `make(path)` the first free name among the retired ones.
template <typename Make>
absl::StatusOr<std::string> UnderFreeName(const std::string& folder, const KeyHeader& header,
                                          const Make& make) {
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(RetiredFolder(folder), 0700));
  std::string stem = KeyPath(RetiredFolder(folder), header);
  stem.resize(stem.size() - std::string_view(".key").size());
  for (int number = 1; number <= kMaxRetired; ++number) {
    std::string path = absl::StrFormat("%s.%d.key", stem, number);
    const absl::Status made = make(path);
    if (made.ok()) {
      return path;
    }
    if (!absl::IsAlreadyExists(made)) {
      return made;
    }
  }
  return absl::ResourceExhaustedError(
      absl::StrFormat("%s holds too many keys; move some away", RetiredFolder(folder)));
}

}  // namespace

absl::StatusOr<std::vector<StoredKey>> ListStoredKeys(const std::string& folder) {
  std::vector<KeyHeader> headers = {{KeyKind::kEd25519, std::string(kApprovalFamily)}};
  for (const KeyFamily& family : kStoredFamilies) {
    for (const NetworkClass network_class : kNetworkClasses) {
      headers.push_back({family.kind, std::string(family.name), network_class});
    }
  }
  std::vector<StoredKey> keys;
  for (const KeyHeader& header : headers) {
    if (const std::string path = KeyPath(folder, header); os::Exists(path)) {
      TOLLPASS_ASSIGN_OR_RETURN(StoredKey key, ReadStoredKey(path));
      keys.push_back(std::move(key));
    }
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<std::string> files, RetiredFiles(folder));
  for (const std::string& path : files) {
    TOLLPASS_ASSIGN_OR_RETURN(StoredKey key, ReadStoredKey(path));
    key.retired = true;
    keys.push_back(std::move(key));
  }
  return keys;
}

absl::StatusOr<StoredKey> StoredApprovalKey(const std::string& folder) {
  const std::string path = KeyPath(folder, {KeyKind::kEd25519, std::string(kApprovalFamily)});
  if (!os::Exists(path)) {
    return absl::NotFoundError(absl::StrFormat(
        "%s is missing: what you signed still holds, but nothing more can be allowed, approved or "
        "resumed; bring it back with: tollpass wallet restore FILE",
        path));
  }
  return ReadStoredKey(path);
}

absl::Status RequirePlace(const std::string& path, bool replace) {
  if (replace || !os::Exists(path)) {
    return absl::OkStatus();
  }
  return absl::AlreadyExistsError(
      absl::StrFormat("%s holds a key already, and money may lie at its account; --replace keeps "
                      "it under another name and pays with the new one",
                      path));
}

absl::StatusOr<std::string> PutKey(const std::string& folder, const KeyHeader& header,
                                   const LockedBytes& text, bool replace) {
  const std::string path = KeyPath(folder, header);
  const absl::Status created = CreateKeyFile(path, text);
  if (!absl::IsAlreadyExists(created)) {
    return created.ok() ? absl::StatusOr<std::string>(std::string()) : created;
  }
  TOLLPASS_RETURN_IF_ERROR(RequirePlace(path, replace));
  TOLLPASS_ASSIGN_OR_RETURN(std::string kept,
                            UnderFreeName(folder, header, [&](const std::string& free) {
                              return os::LinkFile(path, free);
                            }));
  TOLLPASS_RETURN_IF_ERROR(ReplaceKeyFile(path, text));
  return kept;
}

absl::StatusOr<std::string> PutRetiredKey(const std::string& folder, const KeyHeader& header,
                                          const LockedBytes& text) {
  return UnderFreeName(folder, header,
                       [&](const std::string& free) { return CreateKeyFile(free, text); });
}

}  // namespace tollpass
