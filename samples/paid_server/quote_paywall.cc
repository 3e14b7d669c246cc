#include "samples/paid_server/quote_paywall.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "samples/paid_server/json_members.h"
#include "samples/paid_server/quote_checks.h"
#include "samples/paid_server/signed_document.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;

Reply Unavailable() { return ErrorReply(kInternalError, "Internal server error"); }

}  // namespace

Reply QuotePaywall::Call(const PaidCall& call, const OfferChange& /*change*/) {
  const auto args_digest = DocumentDigest(call.arguments_text);
  if (!args_digest.ok()) {
    return ErrorReply(kInvalidParams, absl::StrFormat("The arguments have no canonical form: %s",
                                                      args_digest.status().message()));
  }
  const std::string_view text = PaymentIn(call, kProofKey);
  return text.empty() ? Challenge(call, *args_digest, "Payment required")
                      : Paid(call, *args_digest, text);
}

json QuotePaywall::Hint(const Tool& tool) const {
  return {{kPricingKey, {{"model", "per_call"}, {"estimate", issuer_.prices().Text(tool.price)}}}};
}

Reply QuotePaywall::Challenge(const PaidCall& call, const std::string& args_digest,
                              std::string_view message) {
  const auto quote = issuer_.Make(call, args_digest);
  if (!quote.ok()) return Unavailable();
  log_.Challenged(call.tool.name, quote->requirements, message, quote->document);
  Reply reply = ErrorReply(kPaymentRequiredCode, message);
  (*reply)["error"]["data"]["quote"] = quote->document;
  return reply;
}

Reply QuotePaywall::Refuse(const PaidCall& call, const std::string& args_digest,
                           std::string_view reason) {
  return Challenge(call, args_digest, absl::StrFormat("Payment refused: %s", reason));
}

Reply QuotePaywall::Paid(const PaidCall& call, const std::string& args_digest,
                         std::string_view text) {
  const auto proof = ReadQuoteProof(text);
  if (!proof.ok()) return Refuse(call, args_digest, std::string(proof.status().message()));
  Outcome outcome = Take(call, args_digest, text, *proof);
  switch (outcome.kind) {
    case Outcome::Kind::kDelivered:
    case Outcome::Kind::kToolError:
      return ResultReply(std::move(outcome.result));
    case Outcome::Kind::kRefused:
      return Refuse(call, args_digest, outcome.reason);
    case Outcome::Kind::kUnavailable:
      return Unavailable();
    case Outcome::Kind::kBroken:
      return BrokenToolReply();
    case Outcome::Kind::kLost:
      return std::nullopt;
  }
  return std::nullopt;
}

Outcome QuotePaywall::Take(const PaidCall& call, const std::string& args_digest,
                           std::string_view text, const QuoteProof& proof) {
  const auto refused = [](std::string reason) {
    return Outcome{Outcome::Kind::kRefused, nullptr, std::move(reason)};
  };
  if (std::string fault = KeyFault(text, proof); !fault.empty()) return refused(std::move(fault));
  const json* payload = Member(proof.settlement, "payload");
  Purchase purchase{.call = call,
                    .payment_text = text,
                    .payload = payload == nullptr ? json::object() : *payload,
                    .requirements = nullptr,
                    .claim = proof.digest,
                    // A space, so that it is never an identifier of x402.
                    .identifier = "quote " + proof.payment_id,
                    .terms = proof.digest};
  // First of all: what was paid for is given again after the quote's end, too.
  if (auto repeated = checkout_.Repeat(purchase)) return *std::move(repeated);

  const IssuedQuote* issued = quotes_.Find(proof.quote_id);
  std::string fault =
      FirstProofFault(proof, {issued, call.tool.name, args_digest, clock_.UnixMillis() / 1000});
  if (!fault.empty()) return refused(std::move(fault));
  purchase.requirements = issued->requirements;
  return checkout_.Take(purchase, [&](const Settlement& settlement, json& result) {
    const json receipt = issuer_.Receipt(proof, *issued, settlement, result);
    result["_meta"][kQuoteReceiptKey] = receipt;
    // The money moved: a quote that could not be marked is told apart by the used nonce.
    quotes_.MarkPaid(proof.quote_id).IgnoreError();
  });
}

std::string QuotePaywall::KeyFault(std::string_view text, const QuoteProof& proof) const {
  if (payer_keys_.empty()) return "";
  const auto key = std::ranges::find_if(
      payer_keys_, [&](const std::string& known) { return KeyId(known) == proof.kid; });
  if (key == payer_keys_.end()) return "payment_key_unknown";
  return VerifyDocument(kProofTag, text, *key) ? "" : "payment_signature_invalid";
}

}  // namespace tollpass::samples
