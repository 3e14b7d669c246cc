#include "samples/paid_server/signed_transfer.h"

#include <algorithm>
#include <string_view>

#include "core/encoding.h"
#include "core/network.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

std::optional<std::string> PrefixedHex(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  return HexDecode(text.substr(2));
}

}  // namespace

std::optional<SignedTransfer> ReadSignedTransfer(const json& payload) {
  if (!payload.is_object() || !payload.contains("authorization")) return std::nullopt;
  const json& message = payload["authorization"];
  const auto from = ParseAddress(StringMember(message, "from"));
  const auto to = ParseAddress(StringMember(message, "to"));
  const auto value = Amount::FromAtomic(StringMember(message, "value"));
  const auto valid_after = Amount::FromAtomic(StringMember(message, "validAfter"));
  const auto valid_before = Amount::FromAtomic(StringMember(message, "validBefore"));
  const auto nonce = PrefixedHex(StringMember(message, "nonce"));
  const auto signature = PrefixedHex(StringMember(payload, "signature"));
  if (!from || !to || !value || !valid_after || !valid_before || !nonce || !signature) {
    return std::nullopt;
  }
  SignedTransfer read{{*from, *to, *value, *valid_after, *valid_before, {}}, *signature};
  if (nonce->size() != read.transfer.nonce.size()) return std::nullopt;
  std::ranges::copy(*nonce, read.transfer.nonce.begin());
  return read;
}

std::optional<TokenDomain> ReadTokenDomain(const json& requirements) {
  if (!requirements.is_object() || !requirements.contains("extra")) return std::nullopt;
  const json& extra = requirements["extra"];
  const auto chain_id = Eip155ChainId(StringMember(requirements, "network"));
  const auto contract = ParseAddress(StringMember(requirements, "asset"));
  TokenDomain domain{StringMember(extra, "name"), StringMember(extra, "version")};
  if (!chain_id || !contract || domain.name.empty() || domain.version.empty()) return std::nullopt;
  domain.chain_id = *chain_id;
  domain.contract = *contract;
  return domain;
}

}  // namespace tollpass::samples
