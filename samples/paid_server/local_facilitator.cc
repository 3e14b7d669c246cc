#include "samples/paid_server/local_facilitator.h"

#include <optional>
#include <utility>

#include "core/encoding.h"
#include "core/status.h"
#include "samples/paid_server/json_members.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

// A transfer needs some seconds to get into a block.
constexpr int64_t kLeastSecondsLeft = 6;

std::string Hex(std::span<const uint8_t> bytes) { return "0x" + HexEncode(bytes); }

/// What the token contract calls the same transfer: it takes a nonce of a payer once.
std::string NonceKey(const json& requirements, const TransferAuthorization& transfer) {
  const auto token = ParseAddress(StringMember(requirements, "asset"));
  return StringMember(requirements, "network") + " " + (token ? FormatAddress(*token) : "") + " " +
         FormatAddress(transfer.from) + " " + Hex(transfer.nonce);
}

/// x402's code for the first thing that is wrong; empty if nothing is.
std::string FirstFault(const SignedTransfer& signed_transfer, const json& requirements,
                       int64_t now) {
  const TransferAuthorization& transfer = signed_transfer.transfer;
  if (StringMember(requirements, "scheme") != "exact") return "unsupported_scheme";
  const auto domain = ReadTokenDomain(requirements);
  if (!domain) return "invalid_exact_evm_missing_eip712_domain";
  if (RecoverSigner(TransferDigest(transfer, *domain), signed_transfer.signature) !=
      transfer.from) {
    return "invalid_exact_evm_signature";
  }
  if (ParseAddress(StringMember(requirements, "payTo")) != transfer.to) {
    return "invalid_exact_evm_recipient_mismatch";
  }
  if (transfer.valid_before < Amount(static_cast<uint64_t>(now + kLeastSecondsLeft))) {
    return "invalid_exact_evm_payload_authorization_valid_before";
  }
  if (transfer.valid_after >= Amount(static_cast<uint64_t>(now))) {
    return "invalid_exact_evm_payload_authorization_valid_after";
  }
  if (Amount::FromAtomic(StringMember(requirements, "amount")) != transfer.value) {
    return "invalid_exact_evm_payload_authorization_value_mismatch";
  }
  return "";
}

}  // namespace

LocalFacilitator::LocalFacilitator(const Clock& clock, StateFile& state, PaymentLog& log)
    : clock_(clock), state_(state), log_(log) {
  for (const json& record : state_.records()) {
    if (record.contains("settled")) used_.insert(StringMember(record, "settled"));
  }
}

absl::StatusOr<Verification> LocalFacilitator::Verify(const json& payload,
                                                      const json& requirements) {
  Verification verification;
  const auto read = ReadSignedTransfer(payload);
  if (!read) {
    verification.invalid_reason = "unsupported_payload_type";
    return verification;
  }
  verification.payer = FormatAddress(read->transfer.from);
  verification.invalid_reason = FirstFault(*read, requirements, clock_.UnixMillis() / 1000);
  if (verification.invalid_reason.empty() &&
      used_.contains(NonceKey(requirements, read->transfer))) {
    verification.invalid_reason = "invalid_exact_evm_nonce_already_used";
  }
  verification.valid = verification.invalid_reason.empty();
  return verification;
}

absl::StatusOr<Settlement> LocalFacilitator::Settle(const json& payload, const json& requirements) {
  TOLLPASS_ASSIGN_OR_RETURN(const Verification verification, Verify(payload, requirements));
  Settlement settlement;
  settlement.error_reason = verification.invalid_reason;
  settlement.network = StringMember(requirements, "network");
  settlement.payer = verification.payer;
  if (!verification.valid) return settlement;

  const auto read = ReadSignedTransfer(payload);
  const std::string key = NonceKey(requirements, read->transfer);
  TOLLPASS_RETURN_IF_ERROR(state_.Append({{"settled", key}}));
  used_.insert(key);
  settlement.success = true;
  settlement.transaction = Hex(Keccak256("transaction " + key));
  log_.Settled(payload, settlement.transaction);
  return settlement;
}

}  // namespace tollpass::samples
