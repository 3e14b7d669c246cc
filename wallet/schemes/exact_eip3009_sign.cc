#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/network.h"
#include "core/status.h"
#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/eip55.h"
#include "wallet/schemes/exact_eip3009.h"

namespace tollpass {
namespace {

/// What the token takes as recovery id.
constexpr uint8_t kFirstV = 27;

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

absl::Status Refuse(const Terms& terms, const SigningKey& key, const SigningInput& input) {
  if (terms.scheme != "exact" || key.account() != terms.payer) {
    return absl::InvalidArgumentError(
        absl::StrFormat("terms of scheme %s for %s are not for this scheme and the key of %s",
                        terms.scheme, terms.payer, key.account()));
  }
  if (key.network_class() != ClassOf(terms.network)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the key of %s is for %s networks; %s is not one of them", key.account(),
                        ClassName(key.network_class()), terms.network));
  }
  if (input.now < 0 || input.max_validity < 1 || terms.timeout_seconds < 1) {
    return absl::InvalidArgumentError("a proof must live for at least one second");
  }
  return absl::OkStatus();
}

std::string PayloadJson(const Terms& terms, const std::string& valid_before, const Digest& nonce,
                        std::array<uint8_t, 65> signature) {
  signature[64] = static_cast<uint8_t>(signature[64] + kFirstV);
  const std::string authorization = json::ObjectWriter()
                                        .String("from", ToChecksumAddress(terms.payer))
                                        .String("to", ToChecksumAddress(terms.payee))
                                        .String("value", terms.charge.ToAtomic())
                                        .String("validAfter", "0")
                                        .String("validBefore", valid_before)
                                        .String("nonce", "0x" + HexEncode(nonce))
                                        .Done();
  return json::ObjectWriter()
      .String("signature", "0x" + HexEncode(signature))
      .Raw("authorization", authorization)
      .Done();
}

}  // namespace

absl::StatusOr<SignedPayload> ExactEip3009::Sign(const Terms& terms, const SigningKey& key,
                                                 const SigningInput& input) const {
  TOLLPASS_RETURN_IF_ERROR(Refuse(terms, key, input));
  const int64_t valid_before = input.now + std::min(terms.timeout_seconds, input.max_validity);
  TOLLPASS_ASSIGN_OR_RETURN(const Digest digest, DigestOf(terms, valid_before, input.one_time));
  TOLLPASS_ASSIGN_OR_RETURN(const auto signature, key.SignRecoverable(digest));
  SignedPayload signed_payload;
  signed_payload.payload =
      PayloadJson(terms, absl::StrFormat("%d", valid_before), input.one_time, signature);
  signed_payload.one_time = HexEncode(input.one_time);
  signed_payload.dead_after = valid_before + kBlockTimeLag;
  return signed_payload;
}

}  // namespace tollpass
