#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/eip55.h"
#include "core/encoding.h"
#include "core/status.h"
#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/exact_eip3009.h"

namespace tollpass {
namespace {

absl::Status Refuse(const Terms& terms, const SigningInput& input) {
  if (terms.scheme != "exact") {
    return absl::InvalidArgumentError(
        absl::StrFormat("terms of scheme %s are not for scheme exact", terms.scheme));
  }
  if (input.now < 0 || input.max_validity < 1 || terms.timeout_seconds < 1) {
    return absl::InvalidArgumentError("a proof must live for at least one second");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SignedPayload> ExactEip3009::Sign(const Terms& terms, const SigningKey& key,
                                                 const SigningInput& input) const {
  TOLLPASS_RETURN_IF_ERROR(Refuse(terms, input));
  const int64_t valid_before = input.now + std::min(terms.timeout_seconds, input.max_validity);
  SignedPayload signed_payload;
  TOLLPASS_ASSIGN_OR_RETURN(signed_payload.payload,
                            SignTransfer(terms, key, valid_before, input.one_time));
  signed_payload.one_time = HexEncode(input.one_time);
  signed_payload.dead_after = valid_before + kBlockTimeLag;
  return signed_payload;
}

}  // namespace tollpass
