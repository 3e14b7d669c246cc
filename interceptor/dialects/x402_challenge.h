#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_X402_CHALLENGE_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_X402_CHALLENGE_H_

#include <string_view>

#include "core/challenge.h"

namespace tollpass {

/// Reads a PaymentRequired of x402 `version` 1 or 2 (core specifications, section 5.1). A bad entry
/// of `accepts` gets a defect of its own; what cannot be read at all, has another version, or is
/// larger than core allows, is a challenge with a defect. Everything is copied. `dialect` is left
/// empty.
///
/// Version 1 says `maxAmountRequired`, names networks in words ("base-sepolia"), and has `resource`
/// and `description` in every entry: one without them, with an unknown name, or for another
/// resource than the first, is a bad entry. Nothing of it is echoed but scheme and network.
Challenge MakeX402Challenge(std::string_view payment_required, int version);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_X402_CHALLENGE_H_
