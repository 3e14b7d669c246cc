#include "wallet/keys/backup.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

constexpr std::string_view kFirstLine = "tollpass-backup 1\n";
constexpr std::string_view kCurrent = "key current ";
constexpr std::string_view kRetired = "key retired ";

absl::Status NotABackup() {
  return absl::DataLossError("it is no backup of keys, or one of a later version");
}

std::optional<StoredKey> ParseKeyLine(std::string_view line) {
  StoredKey key;
  key.retired = line.starts_with(kRetired);
  if (!key.retired && !line.starts_with(kCurrent)) {
    return std::nullopt;
  }
  line.remove_prefix(kCurrent.size());
  const size_t space = line.rfind(' ');
  std::optional<KeyHeader> header = ParseHeaderLine(line.substr(0, space));
  if (space == std::string_view::npos || !header) {
    return std::nullopt;
  }
  key.header = *std::move(header);
  key.account = std::string(line.substr(space + 1));
  return key;
}

absl::StatusOr<std::vector<StoredKey>> ParseHead(std::string_view head) {
  if (!head.starts_with(kFirstLine)) {
    return NotABackup();
  }
  head.remove_prefix(kFirstLine.size());
  std::vector<StoredKey> keys;
  while (!head.empty()) {
    const size_t end = head.find('\n');
    std::optional<StoredKey> key = ParseKeyLine(head.substr(0, end));
    if (!key) {
      return NotABackup();
    }
    keys.push_back(*std::move(key));
    head.remove_prefix(end + 1);
  }
  return keys;
}

absl::StatusOr<LockedBytes> KeyText(const OpenedKey& opened, const Sealing& sealing,
                                    Random& random) {
  return opened.key.header.storage == KeyStorage::kHot
             ? HotKeyText(opened.key.header, opened.secret)
             : SealedKeyText(opened.key.header, opened.secret, sealing, random);
}

bool Holds(const std::vector<StoredKey>& present, const StoredKey& key) {
  return std::any_of(present.begin(), present.end(), [&](const StoredKey& other) {
    return SameUse(other.header, key.header) && other.account == key.account;
  });
}

absl::Status CheckPlace(const std::string& folder, const StoredKey& key) {
  if (const std::string path = KeyPath(folder, key.header); !key.retired && os::Exists(path)) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "%s holds another key, which is never overwritten; nothing was restored", path));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<OpenedKey>> OpenAllKeys(const std::string& folder,
                                                   const LockedBytes* passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<StoredKey> keys, ListStoredKeys(folder));
  std::vector<OpenedKey> opened;
  for (const StoredKey& key : keys) {
    TOLLPASS_ASSIGN_OR_RETURN(
        LockedBytes secret, passphrase == nullptr ? ReadSecret(key.path, key.header)
                                                  : OpenSecret(key.path, key.header, *passphrase));
    opened.push_back({key, std::move(secret)});
  }
  return opened;
}

absl::StatusOr<std::string> SealBackup(const std::vector<OpenedKey>& keys, const Sealing& sealing,
                                       Random& random) {
  std::string head(kFirstLine);
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secrets, LockedBytes::Make(keys.size() * kSecretSize));
  auto out = secrets.writable().begin();
  for (const OpenedKey& opened : keys) {
    absl::StrAppendFormat(&head, "%s%s %s\n", opened.key.retired ? kRetired : kCurrent,
                          HeaderLine(opened.key.header), opened.key.account);
    const std::span<const uint8_t> secret = opened.secret.readable();
    out = std::copy(secret.begin(), secret.end(), out);
  }
  return SealText(head, secrets, sealing, random);
}

absl::StatusOr<std::vector<OpenedKey>> OpenBackup(std::string_view text,
                                                  const LockedBytes& passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string_view head, HeadOf(text));
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<StoredKey> keys, ParseHead(head));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes secrets, OpenText(text, passphrase));
  if (secrets.size() != keys.size() * kSecretSize) {
    return NotABackup();
  }
  std::vector<OpenedKey> opened;
  for (StoredKey& key : keys) {
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret,
                              secrets.Copy(opened.size() * kSecretSize, kSecretSize));
    TOLLPASS_ASSIGN_OR_RETURN(const std::string account, AccountOf(key.header, secret));
    if (account != key.account) {
      return absl::DataLossError(
          absl::StrFormat("the key that it holds for %s is another's", key.account));
    }
    opened.push_back({std::move(key), std::move(secret)});
  }
  return opened;
}

absl::StatusOr<std::vector<StoredKey>> RestoreKeys(const std::string& folder,
                                                   const std::vector<OpenedKey>& keys,
                                                   const Sealing& sealing, Random& random) {
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(folder, 0700));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<StoredKey> present, ListStoredKeys(folder));
  std::vector<std::pair<StoredKey, LockedBytes>> missing;
  for (const OpenedKey& opened : keys) {
    if (Holds(present, opened.key)) {
      continue;
    }
    TOLLPASS_RETURN_IF_ERROR(CheckPlace(folder, opened.key));
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes text, KeyText(opened, sealing, random));
    missing.emplace_back(opened.key, std::move(text));
  }
  std::vector<StoredKey> written;
  for (auto& [key, text] : missing) {
    key.path = KeyPath(folder, key.header);
    if (key.retired) {
      TOLLPASS_ASSIGN_OR_RETURN(key.path, PutRetiredKey(folder, key.header, text));
    } else {
      TOLLPASS_RETURN_IF_ERROR(CreateKeyFile(key.path, text));
    }
    written.push_back(std::move(key));
  }
  return written;
}

}  // namespace tollpass
