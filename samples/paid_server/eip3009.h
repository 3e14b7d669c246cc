#ifndef TOLLPASS_SAMPLES_PAID_SERVER_EIP3009_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_EIP3009_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/amount.h"
#include "core/hash.h"

namespace tollpass::samples {

using Address = std::array<uint8_t, 20>;

/// Reads "0x" and 40 hex digits in any letter case.
std::optional<Address> ParseAddress(std::string_view text);
/// Lower-case "0x…".
std::string FormatAddress(const Address& address);

/// The EIP-712 domain of a token that implements EIP-3009.
struct TokenDomain {
  std::string name;
  std::string version;
  uint64_t chain_id = 0;
  Address contract = {};
};

/// The message of EIP-3009's TransferWithAuthorization. Values from 2^128 on are not represented.
struct TransferAuthorization {
  Address from = {};
  Address to = {};
  Amount value;
  Amount valid_after;   // unix seconds, exclusive
  Amount valid_before;  // unix seconds, exclusive
  std::array<uint8_t, 32> nonce = {};
};

/// The 32 bytes that the payer signs (EIP-712).
Digest TransferDigest(const TransferAuthorization& transfer, const TokenDomain& domain);

/// The account that signed `digest`; `signature` is r, s, v: 65 bytes, v 27 or 28, s in the lower
/// half of the order, as the token contract demands. std::nullopt for any other signature.
std::optional<Address> RecoverSigner(const Digest& digest, std::string_view signature);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_EIP3009_H_
