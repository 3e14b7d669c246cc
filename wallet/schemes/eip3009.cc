#include "wallet/schemes/eip3009.h"

#include <array>

#include "absl/strings/str_format.h"
#include "core/eip55.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/network.h"
#include "core/status.h"

namespace tollpass {
namespace {

/// What the token takes as recovery id.
constexpr uint8_t kFirstV = 27;

constexpr std::string_view kZeroAddress = "0x0000000000000000000000000000000000000000";

absl::StatusOr<Digest> DigestOf(const Terms& terms, int64_t valid_before, const Digest& nonce) {
  const std::optional<uint64_t> chain_id = Eip155ChainId(terms.network);
  const std::optional<eip712::Word> from = eip712::EncodeAddress(terms.payer);
  const std::optional<eip712::Word> to = eip712::EncodeAddress(terms.payee);
  if (!chain_id || !from || !to) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "cannot sign for %s: payer or payee is not an eip155 account", terms.network));
  }
  const std::optional<Digest> domain = eip712::DomainSeparator(
      {terms.asset.eip712_name, terms.asset.eip712_version, *chain_id, terms.asset.id});
  if (!domain) {
    return absl::InvalidArgumentError("cannot sign: the asset is not an eip155 contract");
  }
  TransferWithAuthorization transfer;
  transfer.from = *from;
  transfer.to = *to;
  transfer.value = eip712::EncodeUint(terms.charge);
  transfer.valid_after = eip712::EncodeUint(uint64_t{0});
  transfer.valid_before = eip712::EncodeUint(static_cast<uint64_t>(valid_before));
  transfer.nonce = nonce;
  return eip712::SigningDigest(*domain, HashTransfer(transfer));
}

std::string PayloadJson(const Terms& terms, int64_t valid_before, const Digest& nonce,
                        std::array<uint8_t, 65> signature) {
  signature[64] = static_cast<uint8_t>(signature[64] + kFirstV);
  const std::string authorization = json::ObjectWriter()
                                        .String("from", ToChecksumAddress(terms.payer))
                                        .String("to", ToChecksumAddress(terms.payee))
                                        .String("value", terms.charge.ToAtomic())
                                        .String("validAfter", "0")
                                        .String("validBefore", absl::StrFormat("%d", valid_before))
                                        .String("nonce", "0x" + HexEncode(nonce))
                                        .Done();
  return json::ObjectWriter()
      .String("signature", "0x" + HexEncode(signature))
      .Raw("authorization", authorization)
      .Done();
}

}  // namespace

Digest HashTransfer(const TransferWithAuthorization& transfer) {
  return eip712::HashStruct(
      "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
      "uint256 validBefore,bytes32 nonce)",
      {transfer.from, transfer.to, transfer.value, transfer.valid_after, transfer.valid_before,
       transfer.nonce});
}

std::variant<Asset, Reason> TransferAsset(std::string_view network, std::string_view id,
                                          const AssetTable& assets) {
  if (!IsNetworkId(network) || !Eip155ChainId(network)) {
    return Reason::kBadNetwork;
  }
  const Asset* asset = assets.Find(network, id);
  if (asset == nullptr) {
    return Reason::kAssetUnknown;
  }
  if (asset->eip712_name.empty() || asset->eip712_version.empty()) {
    return Reason::kMethodNotSupported;
  }
  return *asset;
}

std::optional<std::string> TransferPayee(std::string_view text, const Asset& asset) {
  std::optional<std::string> payee = ReadAddress(text);
  if (payee && (*payee == kZeroAddress || *payee == asset.id)) {
    payee.reset();
  }
  return payee;
}

absl::StatusOr<std::string> SignTransfer(const Terms& terms, const SigningKey& key,
                                         int64_t valid_before, const Digest& nonce) {
  if (key.account() != terms.payer) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "terms for the payer %s are not for the key of %s", terms.payer, key.account()));
  }
  if (key.network_class() != ClassOf(terms.network)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the key of %s is for %s networks; %s is not one of them", key.account(),
                        ClassName(key.network_class()), terms.network));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Digest digest, DigestOf(terms, valid_before, nonce));
  TOLLPASS_ASSIGN_OR_RETURN(const auto signature, key.SignRecoverable(digest));
  return PayloadJson(terms, valid_before, nonce, signature);
}

OneTimeUse TransferTrace(const Terms& terms, const Proof& proof) {
  return {terms.network, terms.asset.id, terms.payer, proof.one_time};
}

}  // namespace tollpass
