#include "tests/kit/marked_paywall.h"

#include "samples/paid_server/challenge.h"
#include "samples/paid_server/json_members.h"
#include "samples/paid_server/quote_paywall.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;
using samples::Dialect;
using samples::Member;
using samples::Reply;

/// An offer of a scheme that nobody knows.
json StrangeOffer(Canaries& canaries) {
  json offer = {{"scheme", canaries.Word()},
                {"network", "eip155:84532"},
                {"amount", canaries.Digits()},
                {"asset", canaries.Word()},
                {"payTo", canaries.Word()},
                {"maxTimeoutSeconds", 60},
                {"extra", {{"name", canaries.Word()}}}};
  canaries.Sow(offer);
  return offer;
}

/// Leaves the offers and extensions as they are: the payment must repeat them.
void MarkPaymentRequired(json& message, Canaries& canaries) {
  json untouched = json::object();
  for (const char* key : {"accepts", "extensions"}) {
    if (message.contains(key)) untouched[key] = message[key];
    message.erase(key);
  }
  message["error"] = samples::StringMember(message, "error") + " " + canaries.Word();
  canaries.Sow(message);
  message.update(untouched);
}

/// Marks the challenge in an x402 result and gives it; null if there is none.
json MarkX402(json& result, Canaries& canaries) {
  if (!result.value("isError", false)) return nullptr;
  json& text = result["content"][0]["text"];
  json message = json::parse(text.get<std::string>(), nullptr, false);
  if (Member(message, "x402Version") == nullptr) return nullptr;
  MarkPaymentRequired(message, canaries);
  text = message.dump();
  if (result.contains("structuredContent")) result["structuredContent"] = message;
  result["_meta"][samples::kReceiptKey] = {{"success", false}, {"errorReason", canaries.Word()}};
  return message;
}

/// The quote itself is signed and closed: only what stands around it is marked.
json MarkQuote(json& error, Canaries& canaries) {
  error["message"] = samples::StringMember(error, "message") + " " + canaries.Word();
  return error;
}

/// A signed receipt stays as it is.
json MarkReceipt(json& result, Canaries& canaries) {
  const json* meta = Member(result, "_meta");
  if (meta == nullptr) return nullptr;
  if (meta->contains(samples::kReceiptKey)) canaries.Sow(result["_meta"][samples::kReceiptKey]);
  return result["_meta"];
}

}  // namespace

Reply MarkedPaywall::Call(const samples::PaidCall& call, const samples::OfferChange& /*change*/) {
  const bool quotes = call.tool.dialect == Dialect::kQuote;
  record_.Asked(call.tool.name, call.arguments,
                PaymentIn(call, quotes ? samples::kProofKey : samples::kPaymentKey));
  Reply reply = by_tool_.at(call.tool.name)->Call(call, Offer(call.tool));
  if (!reply) return reply;
  json challenge = nullptr;
  if (reply->contains("error")) challenge = MarkQuote((*reply)["error"], canaries_);
  if (reply->contains("result")) challenge = MarkX402((*reply)["result"], canaries_);
  if (!challenge.is_null()) {
    record_.Told(call.tool.name, "challenge", challenge);
  } else if (reply->contains("result")) {
    const json receipt = MarkReceipt((*reply)["result"], canaries_);
    if (!receipt.is_null()) record_.Told(call.tool.name, "receipt", receipt);
  }
  return reply;
}

json MarkedPaywall::Hint(const samples::Tool& tool) const {
  json hint = by_tool_.at(tool.name)->Hint(tool);
  Canaries canaries(record_.run().MarkerSeed("hint of " + tool.name));
  if (hint.is_null()) {
    hint = {{"agents-x402/paymentRequired", true}, {"agents-x402/priceUSD", canaries.Digits()}};
  } else {
    canaries.Sow(hint[samples::kPricingKey]);
  }
  record_.Told(tool.name, "price hint", hint);
  return hint;
}

samples::OfferChange MarkedPaywall::Offer(const samples::Tool& tool) const {
  Canaries canaries(record_.run().MarkerSeed(tool.name));
  json accepts = json::array({StrangeOffer(canaries)});
  if (tool.name != kStrangeTool) {
    json offer = prices_.Requirements(tool.price);
    canaries.Sow(offer);
    accepts.insert(accepts.begin(), offer);
  }
  json extensions;
  extensions[canaries.Word()] = {{"info", {{canaries.Word(), canaries.Word()}}},
                                 {"schema", {{"title", canaries.Word()}}}};
  return {accepts, extensions};
}

}  // namespace tollpass::kit
