#ifndef TOLLPASS_WALLET_SCHEMES_EIP3009_H_
#define TOLLPASS_WALLET_SCHEMES_EIP3009_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "absl/status/statusor.h"
#include "core/asset.h"
#include "core/chain_sighting.h"
#include "core/hash.h"
#include "core/proof.h"
#include "core/reason.h"
#include "core/signing_key.h"
#include "core/terms.h"
#include "wallet/schemes/eip712.h"

/// Transfers that a token takes with the payer's signature alone, by whatever scheme they are asked
/// for. Source: EIP-3009. Pure and thread-safe.
namespace tollpass {

/// The token refuses an authorization from validBefore on, by the time of a block. A chain's time
/// may be behind ours; a proof is called dead this many seconds later.
inline constexpr int64_t kBlockTimeLag = 60;

/// The message of a transfer.
struct TransferWithAuthorization {
  eip712::Word from{};
  eip712::Word to{};
  eip712::Word value{};
  eip712::Word valid_after{};   // unix seconds, exclusive
  eip712::Word valid_before{};  // unix seconds, exclusive
  eip712::Word nonce{};         // settles at most once for a payer and token
};

Digest HashTransfer(const TransferWithAuthorization& transfer);

/// The user's row for a token that can be moved so, or why there is none.
std::variant<Asset, Reason> TransferAsset(std::string_view network, std::string_view id,
                                          const AssetTable& assets);

/// The account in `text`, as ReadAddress; std::nullopt also for the zero address and for the token.
std::optional<std::string> TransferPayee(std::string_view text, const Asset& asset);

/// The token keeps which nonces of a payer were used: what to ask about a proof by SignTransfer.
OneTimeUse TransferTrace(const Terms& terms, const Proof& proof);

/// Moves terms.charge from terms.payer to terms.payee, once, before `valid_before` (unix seconds).
/// JSON text, as the payload of x402's exact scheme: {"signature": "0x" r s v, "authorization":
/// {"from", "to", "value", "validAfter": "0", "validBefore", "nonce"}}, all strings.
/// InvalidArgument: `key` is not the payer's, or payer, payee or asset are not of eip155;
/// FailedPrecondition: a key of the other network class.
absl::StatusOr<std::string> SignTransfer(const Terms& terms, const SigningKey& key,
                                         int64_t valid_before, const Digest& nonce);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_EIP3009_H_
