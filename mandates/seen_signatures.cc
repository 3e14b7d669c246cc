#include "mandates/seen_signatures.h"

#include <cstddef>
#include <string>

namespace tollpass {
namespace {

constexpr size_t kMostKept = 1024;
constexpr size_t kSignatureBytes = 64;
constexpr size_t kPublicKeyBytes = 32;

Digest DigestOf(std::string_view message, std::string_view signature, std::string_view public_key) {
  // Signatures and keys that verify have one length; the message is last, so nothing is ambiguous.
  std::string bytes;
  bytes.reserve(public_key.size() + signature.size() + message.size());
  bytes.append(public_key).append(signature).append(message);
  return Blake2b(bytes);
}

}  // namespace

bool SeenSignatures::Verify(std::string_view message, std::string_view signature,
                            std::string_view public_key) {
  if (signature.size() != kSignatureBytes || public_key.size() != kPublicKeyBytes) return false;
  const Digest digest = DigestOf(message, signature, public_key);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (good_.contains(digest)) return true;
  }
  if (!VerifyEd25519(message, signature, public_key)) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (good_.size() >= kMostKept) good_.clear();
  good_.insert(digest);
  return true;
}

}  // namespace tollpass
