#include "samples/paid_server/paywall.h"

#include <cstdlib>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "samples/paid_server/challenge.h"
#include "samples/paid_server/payment_checks.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr char kUnavailable[] = "Internal server error";

std::string DigestOf(const json& value) { return HexEncode(Sha256(value.dump())); }

/// What a payment identifier is bound to.
std::string TermsDigest(const json& requirements, const std::string& tool) {
  std::string text;
  for (const char* key : {"scheme", "network", "asset", "amount", "payTo"}) {
    text += StringMember(requirements, key) + "\n";
  }
  return HexEncode(Sha256(text + tool));
}

json Receipt(const Settlement& settlement) {
  return {{"success", true},
          {"transaction", settlement.transaction},
          {"network", settlement.network},
          {"payer", settlement.payer}};
}

}  // namespace

std::optional<json> Paywall::Call(const Tool& tool, const json& arguments,
                                  std::string_view payment_text) {
  const json payment = json::parse(payment_text, nullptr, false);
  if (!IsPayment(payment)) return Challenge(tool, "Payment required to access this tool");

  const json requirements = prices_.Requirements(tool.price);
  const std::string fault = FirstPaymentFault(
      payment, PaymentRequired(tool.name, requirements, options_.identifier_required));
  if (!fault.empty()) return Challenge(tool, fault);
  return Paid({tool, arguments, payment_text, payment["payload"], requirements,
               PaymentIdentifier(payment)});
}

json Paywall::Challenge(const Tool& tool, std::string_view error) {
  const json requirements = prices_.Requirements(tool.price);
  log_.Challenged(tool.name, requirements, error);
  prices_.NoteChallenge();
  return ChallengeResult(PaymentRequired(tool.name, requirements, options_.identifier_required),
                         error, options_.text_only);
}

std::optional<json> Paywall::Paid(const Attempt& attempt) {
  const Tool& tool = attempt.tool;
  const std::string claim = DigestOf(attempt.payload);
  Delivery delivery;
  delivery.call = DigestOf({tool.name, attempt.arguments});
  delivery.identifier = attempt.identifier;
  delivery.terms = TermsDigest(attempt.requirements, tool.name);
  if (results_.Conflicts(delivery.identifier, delivery.terms)) {
    return Challenge(tool, "payment_identifier_conflict");
  }
  // Before the verification: the facilitator takes no nonce twice, and the payer paid already.
  if (const Delivery* earlier = results_.Find(claim)) {
    if (earlier->call != delivery.call) return Challenge(tool, "payment already processed");
    log_.Paid("replayed", tool.name, attempt.payment_text, attempt.payload);
    return earlier->result;
  }
  const auto verification = facilitator_.Verify(attempt.payload, attempt.requirements);
  if (!verification.ok()) return ErrorResult(kUnavailable);
  if (!verification->valid) return Challenge(tool, verification->invalid_reason);
  log_.Paid("verified", tool.name, attempt.payment_text, attempt.payload);
  return RunAndSettle(attempt, std::move(delivery), claim);
}

std::optional<json> Paywall::RunAndSettle(const Attempt& attempt, Delivery delivery,
                                          const std::string& claim) {
  const Tool& tool = attempt.tool;
  json result = tool.run(attempt.arguments);
  if (result.value("isError", false)) {
    log_.Paid("not_delivered", tool.name, attempt.payment_text, attempt.payload);
    return result;
  }
  const auto settlement = facilitator_.Settle(attempt.payload, attempt.requirements);
  if (!settlement.ok()) return ErrorResult(kUnavailable);
  if (!settlement->success) {
    log_.Paid("not_delivered", tool.name, attempt.payment_text, attempt.payload);
    return Challenge(tool,
                     absl::StrFormat("Payment settlement failed: %s", settlement->error_reason));
  }
  if (options_.faults.contains(Fault::kCrashAfterPayment)) std::_Exit(70);

  result["_meta"][kReceiptKey] = Receipt(*settlement);
  delivery.result = result;
  if (!results_.Put(claim, std::move(delivery)).ok()) return ErrorResult(kUnavailable);
  log_.Paid("delivered", tool.name, attempt.payment_text, attempt.payload);
  if (options_.faults.contains(Fault::kReplyLost)) return std::nullopt;
  return result;
}

}  // namespace tollpass::samples
