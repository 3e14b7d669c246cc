#include "samples/paid_server/x402_paywall.h"

#include "core/encoding.h"
#include "core/hash.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

/// False for a value that is no payment at all: then the call counts as unpaid.
bool IsPayment(const json& payment) {
  const json* version = Member(payment, "x402Version");
  const json* payload = Member(payment, "payload");
  return version != nullptr && !version->is_null() && payload != nullptr && !payload->is_null();
}

}  // namespace

std::string IdentifierTerms(const json& requirements, const std::string& tool) {
  std::string text;
  for (const char* key : {"scheme", "network", "asset", "amount", "payTo"}) {
    text += StringMember(requirements, key) + "\n";
  }
  return HexEncode(Sha256(text + tool));
}

Reply X402Paywall::Call(const PaidCall& call, const OfferChange& change) {
  const X402Offer offer = Offer(call.tool, change);
  const std::string_view text = PaymentIn(call, kPaymentKey);
  const json payment = json::parse(text, nullptr, false);
  if (!IsPayment(payment)) return Challenge(offer, "Payment required to access this tool");
  if (const std::string fault = form_.FirstFault(payment, offer); !fault.empty()) {
    return Challenge(offer, fault);
  }
  const json requirements = form_.Chosen(payment, offer);
  const json& payload = payment["payload"];
  const Purchase purchase{.call = call,
                          .payment_text = text,
                          .payload = payload,
                          .requirements = requirements,
                          .claim = HexEncode(Sha256(payload.dump())),
                          .identifier = PaymentIdentifier(payment),
                          .terms = IdentifierTerms(requirements, call.tool.name)};
  const auto attach_receipt = [this](const Settlement& settlement, json& result) {
    result["_meta"][kReceiptKey] = {{"success", true},
                                    {"transaction", settlement.transaction},
                                    {"network", form_.NetworkName(settlement.network)},
                                    {"payer", settlement.payer}};
  };
  return Answer(checkout_.Take(purchase, attach_receipt), offer);
}

X402Offer X402Paywall::Offer(const Tool& tool, const OfferChange& change) const {
  const json listed = json::array({prices_.Requirements(tool.price)});
  return {tool.name, change.accepts.value_or(listed),
          change.extensions.value_or(AdvertisedExtensions(options_.extensions))};
}

Reply X402Paywall::Challenge(const X402Offer& offer, std::string_view error) {
  const json first = offer.accepts.empty() ? json(nullptr) : offer.accepts.front();
  log_.Challenged(offer.tool, first, error);
  prices_.NoteChallenge();
  return ResultReply(ChallengeResult(form_.PaymentRequired(offer), error, options_.place));
}

Reply X402Paywall::Answer(const Outcome& outcome, const X402Offer& offer) {
  switch (outcome.kind) {
    case Outcome::Kind::kDelivered:
    case Outcome::Kind::kToolError:
      return ResultReply(outcome.result);
    case Outcome::Kind::kRefused:
      return Challenge(offer, outcome.reason);
    case Outcome::Kind::kUnavailable:
      return ResultReply(ErrorResult("Internal server error"));
    case Outcome::Kind::kBroken:
      return BrokenToolReply();
    case Outcome::Kind::kLost:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace tollpass::samples
