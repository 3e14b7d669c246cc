#include "core/signing_key.h"

#include "absl/strings/str_format.h"

namespace tollpass {

absl::StatusOr<std::array<uint8_t, 64>> SigningKey::SignMessage(std::string_view) const {
  return absl::UnimplementedError(
      absl::StrFormat("the key of %s makes no Ed25519 signatures", account()));
}

}  // namespace tollpass
