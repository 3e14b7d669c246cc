#ifndef TOLLPASS_SAMPLES_PAID_SERVER_SIGNED_TRANSFER_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_SIGNED_TRANSFER_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "samples/paid_server/eip3009.h"

namespace tollpass::samples {

/// The `payload` of an x402 `exact` payment by EIP-3009, typed.
struct SignedTransfer {
  TransferAuthorization transfer;
  std::string signature;  // bytes
};

/// std::nullopt where a member is missing or is not written as the scheme demands.
std::optional<SignedTransfer> ReadSignedTransfer(const nlohmann::json& payload);

/// The signing domain that `requirements` name; std::nullopt where it is not complete.
std::optional<TokenDomain> ReadTokenDomain(const nlohmann::json& requirements);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_SIGNED_TRANSFER_H_
