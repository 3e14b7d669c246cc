#include "samples/paid_server/faults.h"

#include "core/status.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {

std::map<std::string, Fault> FaultNames() {
  return {
      {"settle-fails", Fault::kSettleFails},
      {"settles-but-says-refused", Fault::kSettlesButSaysRefused},
      {"verify-unreachable", Fault::kVerifyUnreachable},
      {"settle-unreachable", Fault::kSettleUnreachable},
      {"reply-lost", Fault::kReplyLost},
      {"price-bump", Fault::kPriceBump},
      {"payee-swap", Fault::kPayeeSwap},
      {"crash-after-payment", Fault::kCrashAfterPayment},
      {"tool-breaks", Fault::kToolBreaks},
      {"wrong-key", Fault::kWrongKey},
      {"forged-quote", Fault::kForgedQuote},
      {"expired-quote", Fault::kExpiredQuote},
      {"long-quote", Fault::kLongQuote},
      {"args-swap", Fault::kArgsSwap},
      {"tool-swap", Fault::kToolSwap},
      {"forged-receipt", Fault::kForgedReceipt},
  };
}

absl::StatusOr<Verification> FaultyFacilitator::Verify(const nlohmann::json& payload,
                                                       const nlohmann::json& requirements) {
  if (faults_.contains(Fault::kVerifyUnreachable)) {
    return absl::UnavailableError("the facilitator does not answer");
  }
  return honest_.Verify(payload, requirements);
}

absl::StatusOr<Settlement> FaultyFacilitator::Settle(const nlohmann::json& payload,
                                                     const nlohmann::json& requirements) {
  Settlement refused;
  refused.error_reason = "invalid_exact_evm_transaction_failed";
  refused.network = StringMember(requirements, "network");
  if (faults_.contains(Fault::kSettleFails)) return refused;
  TOLLPASS_ASSIGN_OR_RETURN(const Settlement settled, honest_.Settle(payload, requirements));
  if (faults_.contains(Fault::kSettlesButSaysRefused)) return refused;
  if (faults_.contains(Fault::kSettleUnreachable)) {
    return absl::UnavailableError("the facilitator does not answer");
  }
  return settled;
}

}  // namespace tollpass::samples
