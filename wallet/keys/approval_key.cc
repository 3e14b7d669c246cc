#include <sodium.h>

#include <array>
#include <mutex>
#include <utility>

#include "core/status.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {

struct ApprovalKey::Secret {
  explicit Secret(LockedBytes locked) : bytes(std::move(locked)) {}

  LockedBytes bytes;  // sealed
  std::mutex mutex;   // one reader of the sealed secret at a time
  std::array<uint8_t, crypto_sign_PUBLICKEYBYTES> public_key{};
  NetworkClass network_class = NetworkClass::kTest;
};

ApprovalKey::ApprovalKey(std::unique_ptr<Secret> secret) : secret_(std::move(secret)) {}
ApprovalKey::ApprovalKey(ApprovalKey&&) noexcept = default;
ApprovalKey& ApprovalKey::operator=(ApprovalKey&&) noexcept = default;
ApprovalKey::~ApprovalKey() = default;

absl::StatusOr<ApprovalKey> ApprovalKey::Open(const std::string& folder,
                                              const LockedBytes* passphrase) {
  KeyHeader header{KeyKind::kEd25519, std::string(kApprovalFamily)};
  const std::string path = KeyPath(folder, header);
  TOLLPASS_ASSIGN_OR_RETURN(const PublicPart found, ReadPublicPart(path));
  header.network_class = found.header.network_class;
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes seed, passphrase == nullptr
                                                        ? ReadSecret(path, header)
                                                        : OpenSecret(path, header, *passphrase));
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes expanded, LockedBytes::Make(crypto_sign_SECRETKEYBYTES));
  auto secret = std::make_unique<Secret>(std::move(expanded));
  secret->network_class = found.header.network_class;
  crypto_sign_seed_keypair(secret->public_key.data(), secret->bytes.writable().data(),
                           seed.readable().data());
  secret->bytes.Seal();
  return ApprovalKey(std::move(secret));
}

std::string ApprovalKey::public_key() const {
  return std::string(secret_->public_key.begin(), secret_->public_key.end());
}

NetworkClass ApprovalKey::network_class() const { return secret_->network_class; }

std::string ApprovalKey::Sign(std::string_view message) const {
  std::string signature(crypto_sign_BYTES, '\0');
  const LockedBytes::Open secret(secret_->bytes, secret_->mutex);
  crypto_sign_detached(reinterpret_cast<uint8_t*>(signature.data()), nullptr,
                       reinterpret_cast<const uint8_t*>(message.data()), message.size(),
                       secret.bytes());
  return signature;
}

}  // namespace tollpass
