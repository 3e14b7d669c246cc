#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_ring.h"
#include "wallet/keys/secp256k1_key.h"

namespace tollpass {
namespace {

std::vector<KeyHeader> TestKeyHeaders() {
  std::vector<KeyHeader> headers = {{KeyKind::kEd25519, std::string(kApprovalFamily)}};
  for (const KeyFamily& family : kKeyFamilies) {
    headers.push_back({family.kind, std::string(family.name)});
  }
  return headers;
}

absl::Status WriteNewKey(const std::string& path, const KeyHeader& header, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(kSecretSize));
  do {
    random.Fill(secret.writable());
  } while (header.kind == KeyKind::kSecp256k1 && !IsSecp256k1Secret(secret.writable()));
  return WriteHotKey(path, header, secret);
}

}  // namespace

absl::Status CreateTestKeys(const std::string& folder, Random& random) {
  const std::vector<KeyHeader> headers = TestKeyHeaders();
  for (const KeyHeader& header : headers) {
    if (const std::string path = KeyPath(folder, header); os::Exists(path)) {
      return absl::AlreadyExistsError(
          absl::StrFormat("%s exists; keys are never overwritten. Choose another home", path));
    }
  }
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(folder, 0700));
  for (const KeyHeader& header : headers) {
    TOLLPASS_RETURN_IF_ERROR(WriteNewKey(KeyPath(folder, header), header, random));
  }
  return absl::OkStatus();
}

}  // namespace tollpass
