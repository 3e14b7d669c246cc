#include "samples/paid_server/x402_v2_form.h"

#include <algorithm>
#include <array>

#include "core/amount.h"
#include "samples/paid_server/extensions.h"
#include "samples/paid_server/json_members.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr char kInvalidPayload[] = "invalid_payload";

bool HasRequirementsShape(const json& accepted) {
  constexpr std::array kTexts = {"scheme", "network", "amount", "asset", "payTo"};
  const bool has_texts = std::ranges::none_of(
      kTexts, [&](const char* key) { return StringMember(accepted, key).empty(); });
  const json* timeout = Member(accepted, "maxTimeoutSeconds");
  return has_texts && Amount::FromAtomic(StringMember(accepted, "amount")) && timeout != nullptr &&
         timeout->is_number_integer() && *timeout > 0 && HasObject(accepted, "extra");
}

bool HasShape(const json& payment) {
  return HasObject(payment, "accepted") && HasObject(payment, "payload") &&
         HasObjectOrNothing(payment, "resource") && HasObjectOrNothing(payment, "extensions") &&
         HasRequirementsShape(payment["accepted"]) && ReadSignedTransfer(payment["payload"]);
}

/// Case counts and no member may be added, except in `extra`.
bool Matches(json accepted, json advertised) {
  const json accepted_extra = accepted["extra"];
  const json advertised_extra = advertised["extra"];
  accepted.erase("extra");
  advertised.erase("extra");
  return accepted == advertised && Contains(accepted_extra, advertised_extra);
}

}  // namespace

json X402V2Form::PaymentRequired(const X402Offer& offer) const {
  return {{"x402Version", 2},
          {"resource",
           {{"url", "mcp://tool/" + offer.tool},
            {"description", "Tool: " + offer.tool},
            {"mimeType", "application/json"}}},
          {"accepts", offer.accepts},
          {"extensions", offer.extensions}};
}

std::string X402V2Form::FirstFault(const json& payment, const X402Offer& offer) const {
  const json& version = payment["x402Version"];
  if (!version.is_number_integer() || version != 2) return "invalid_x402_version";
  if (!HasShape(payment)) return kInvalidPayload;
  if (Chosen(payment, offer).is_null()) return "No matching payment requirements";
  return FirstExtensionFault(payment, offer.extensions);
}

json X402V2Form::Chosen(const json& payment, const X402Offer& offer) const {
  const auto entry = std::ranges::find_if(offer.accepts, [&](const json& advertised) {
    return advertised.is_object() && Matches(payment["accepted"], advertised);
  });
  return entry == offer.accepts.end() ? json(nullptr) : *entry;
}

}  // namespace tollpass::samples
