#include "wallet/keys/locked_bytes.h"

#include <sodium.h>

#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass {

absl::StatusOr<LockedBytes> LockedBytes::Make(size_t size) {
  if (sodium_init() < 0) {
    return absl::UnavailableError("libsodium cannot start on this system");
  }
  auto* bytes = static_cast<uint8_t*>(sodium_malloc(size));
  if (bytes == nullptr) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "no locked memory for a key (%d bytes); raise the limit with `ulimit -l`", size));
  }
  sodium_memzero(bytes, size);
  return LockedBytes(bytes, size);
}

absl::StatusOr<LockedBytes> LockedBytes::Copy(size_t offset, size_t size) const {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes copy, Make(size));
  std::copy_n(bytes_.get() + offset, size, copy.bytes_.get());
  return copy;
}

void LockedBytes::Free::operator()(uint8_t* bytes) const { sodium_free(bytes); }

void LockedBytes::Seal() { sodium_mprotect_noaccess(bytes_.get()); }

LockedBytes::Open::Open(const LockedBytes& secret, std::mutex& mutex)
    : secret_(secret), held_(mutex) {
  sodium_mprotect_readonly(secret_.bytes_.get());
}

LockedBytes::Open::~Open() { sodium_mprotect_noaccess(secret_.bytes_.get()); }

}  // namespace tollpass
