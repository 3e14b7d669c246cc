#ifndef TOLLPASS_WALLET_SCHEMES_EIP712_H_
#define TOLLPASS_WALLET_SCHEMES_EIP712_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/amount.h"
#include "core/hash.h"

/// Typed structured data of Ethereum. Source: EIP-712. Pure and thread-safe.
namespace tollpass::eip712 {

/// One encoded value: 32 bytes.
using Word = Digest;

Word EncodeUint(uint64_t value);
Word EncodeUint(Amount value);
/// `^(0|[1-9][0-9]*)$` below 2^256; std::nullopt for other text.
std::optional<Word> EncodeUint(std::string_view digits);
/// "0x" and 40 hex digits in any letter case.
std::optional<Word> EncodeAddress(std::string_view address);
/// "0x" and 64 hex digits.
std::optional<Word> EncodeBytes32(std::string_view hex);
/// The hash of the text's bytes: how `string` and `bytes` are encoded.
Word EncodeString(std::string_view text);

/// Whose signatures a contract takes.
struct Domain {
  std::string name;
  std::string version;
  uint64_t chain_id = 0;
  std::string verifying_contract;  // address
};

/// std::nullopt where the contract is no address.
std::optional<Digest> DomainSeparator(const Domain& domain);

/// `type` is the encodeType of the struct, referenced types included; `fields` in its order.
Digest HashStruct(std::string_view type, std::initializer_list<Word> fields);

/// What is signed.
Digest SigningDigest(const Digest& domain_separator, const Digest& struct_hash);

}  // namespace tollpass::eip712

#endif  // TOLLPASS_WALLET_SCHEMES_EIP712_H_
