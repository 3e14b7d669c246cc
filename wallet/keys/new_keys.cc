#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/os/fault_point.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_kinds.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

std::vector<KeyHeader> TestKeyHeaders() {
  std::vector<KeyHeader> headers = {{KeyKind::kEd25519, std::string(kApprovalFamily)}};
  for (const KeyFamily& family : kStoredFamilies) {
    headers.push_back({family.kind, std::string(family.name)});
  }
  return headers;
}

std::vector<KeyHeader> HeadersWithMainNetworks(bool hot) {
  const KeyStorage storage = hot ? KeyStorage::kHot : KeyStorage::kSealed;
  std::vector<KeyHeader> headers = {
      {KeyKind::kEd25519, std::string(kApprovalFamily), NetworkClass::kMain, KeyStorage::kSealed}};
  for (const KeyFamily& family : kStoredFamilies) {
    const std::string name(family.name);
    headers.push_back({family.kind, name, NetworkClass::kMain, storage});
    headers.push_back({family.kind, name, NetworkClass::kTest, KeyStorage::kHot});
  }
  return headers;
}

absl::Status WriteNewKey(const std::string& path, const KeyHeader& header, const Sealing* sealing,
                         Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes secret, NewSecret(header.kind, random));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes text,
                            header.storage == KeyStorage::kHot
                                ? HotKeyText(header, secret)
                                : SealedKeyText(header, secret, *sealing, random));
  return CreateKeyFile(path, text);
}

/// `sealing` may be null if no header says sealed.
absl::Status WriteNewKeys(const std::string& folder, const std::vector<KeyHeader>& headers,
                          const Sealing* sealing, Random& random) {
  for (const KeyHeader& header : headers) {
    if (const std::string path = KeyPath(folder, header); os::Exists(path)) {
      return absl::AlreadyExistsError(
          absl::StrFormat("%s exists; keys are never overwritten. Choose another home", path));
    }
  }
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(folder, 0700));
  for (const KeyHeader& header : headers) {
    TOLLPASS_RETURN_IF_ERROR(WriteNewKey(KeyPath(folder, header), header, sealing, random));
    TOLLPASS_FAULT_POINT("keys_made_one");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CreateTestKeys(const std::string& folder, Random& random) {
  return WriteNewKeys(folder, TestKeyHeaders(), nullptr, random);
}

absl::Status CreateKeys(const std::string& folder, const Sealing& sealing, bool hot,
                        Random& random) {
  return WriteNewKeys(folder, HeadersWithMainNetworks(hot), &sealing, random);
}

}  // namespace tollpass
