#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_X402_V2_CHALLENGE_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_X402_V2_CHALLENGE_H_

#include <string_view>

#include "core/challenge.h"

namespace tollpass {

/// Reads a PaymentRequired of x402 version 2 (core specification, section 5.1). A bad entry of
/// `accepts` gets a defect of its own; what cannot be read at all, or is larger than core allows,
/// is a challenge with a defect. Everything is copied. `dialect` is left empty.
Challenge MakeX402V2Challenge(std::string_view payment_required);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_X402_V2_CHALLENGE_H_
