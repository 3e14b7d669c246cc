#include "samples/paid_server/checkout.h"

#include <cstdlib>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;
using Kind = Outcome::Kind;

constexpr int kCrashCode = 70;

std::string CallDigest(const PaidCall& call) {
  return HexEncode(Sha256(json({call.tool.name, call.arguments}).dump()));
}

Outcome Refused(std::string reason) { return {Kind::kRefused, nullptr, std::move(reason)}; }

}  // namespace

std::optional<Outcome> Checkout::Repeat(const Purchase& purchase) {
  const Delivery* earlier = results_.Find(purchase.claim);
  if (earlier == nullptr) return std::nullopt;
  if (earlier->call != CallDigest(purchase.call)) return Refused("payment already processed");
  Note("replayed", purchase);
  return Outcome{Kind::kDelivered, earlier->result, ""};
}

Outcome Checkout::Take(const Purchase& purchase, const AttachReceipt& attach_receipt) {
  const auto binding = results_.Bind(purchase.identifier, purchase.terms);
  if (binding == StoredResults::Binding::kConflict) return Refused("payment_identifier_conflict");
  // Before the verification: the facilitator takes no nonce twice, and the payer paid already.
  if (auto repeated = Repeat(purchase)) return *std::move(repeated);

  const auto verification = facilitator_.Verify(purchase.payload, purchase.requirements);
  if (!verification.ok()) return {Kind::kUnavailable, nullptr, ""};
  if (!verification->valid) {
    return Refused(verification->invalid_reason.empty() ? "facilitator rejected payment"
                                                        : verification->invalid_reason);
  }
  Note("verified", purchase);
  if (!results_.Claim(purchase.claim)) return Refused("payment already processed");
  Outcome outcome = Run(purchase, binding == StoredResults::Binding::kNew, attach_receipt);
  const bool delivered = outcome.kind == Kind::kDelivered || outcome.kind == Kind::kLost;
  if (!delivered) {
    results_.ReleaseClaim(purchase.claim);
    Note("not_delivered", purchase);
  }
  return outcome;
}

Outcome Checkout::Run(const Purchase& purchase, bool bound, const AttachReceipt& attach_receipt) {
  auto result = purchase.call.tool.run(purchase.call.arguments);
  const bool broken = !result.ok();
  if (broken || result->value("isError", false)) {
    if (bound) results_.Unbind(purchase.identifier);
    return broken ? Outcome{Kind::kBroken, nullptr, ""}
                  : Outcome{Kind::kToolError, *std::move(result), ""};
  }
  return Settle(purchase, *std::move(result), attach_receipt);
}

Outcome Checkout::Settle(const Purchase& purchase, json result,
                         const AttachReceipt& attach_receipt) {
  const auto settlement = facilitator_.Settle(purchase.payload, purchase.requirements);
  if (!settlement.ok()) return {Kind::kUnavailable, nullptr, ""};
  if (settlement->network.empty()) return Refused("payment processing failed");
  if (!settlement->success) {
    return Refused(absl::StrFormat("Payment settlement failed: %s", settlement->error_reason));
  }
  if (faults_.contains(Fault::kCrashAfterPayment)) std::_Exit(kCrashCode);

  attach_receipt(*settlement, result);
  const Delivery delivery{CallDigest(purchase.call), purchase.identifier, purchase.terms, result};
  if (!results_.Put(purchase.claim, delivery).ok()) return {Kind::kUnavailable, nullptr, ""};
  Note("delivered", purchase);
  return {faults_.contains(Fault::kReplyLost) ? Kind::kLost : Kind::kDelivered, std::move(result),
          ""};
}

void Checkout::Note(std::string_view event, const Purchase& purchase) {
  log_.Paid(event, purchase.call.tool.name, purchase.payment_text, purchase.payload);
}

}  // namespace tollpass::samples
