#ifndef TOLLPASS_WALLET_KEYS_RAW_KEY_H_
#define TOLLPASS_WALLET_KEYS_RAW_KEY_H_

#include <string>

#include "absl/status/statusor.h"
#include "wallet/keys/key_header.h"
#include "wallet/keys/locked_bytes.h"

namespace tollpass {

/// The raw secret in a file of 64 hex digits, "0x" before and white space behind them allowed.
/// Errors as os::ReadSecretFile; FailedPrecondition also for other text, or no secret of that kind.
absl::StatusOr<LockedBytes> ReadRawSecret(const std::string& path, KeyKind kind);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_RAW_KEY_H_
