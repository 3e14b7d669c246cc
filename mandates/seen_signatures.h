#ifndef TOLLPASS_MANDATES_SEEN_SIGNATURES_H_
#define TOLLPASS_MANDATES_SEEN_SIGNATURES_H_

#include <mutex>
#include <set>
#include <string_view>

#include "core/hash.h"

namespace tollpass {

/// Verifies signatures, and knows again the ones that it found good: a mandate is verified anew for
/// each payment under it. What is known is a digest over message, signature and key, so a change of
/// one byte in any of them is verified like something new. Thread-safe.
class SeenSignatures {
 public:
  /// As VerifyEd25519.
  bool Verify(std::string_view message, std::string_view signature, std::string_view public_key);

 private:
  std::mutex mutex_;
  std::set<Digest> good_;  // guarded by mutex_
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_SEEN_SIGNATURES_H_
