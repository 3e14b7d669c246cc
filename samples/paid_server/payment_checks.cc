#include "samples/paid_server/payment_checks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/amount.h"
#include "samples/paid_server/challenge.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr char kInvalidPayload[] = "invalid_payload";

const json* Member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(key);
  return member == object.end() ? nullptr : &*member;
}

bool IsObject(const json& object, const char* key) {
  const json* member = Member(object, key);
  return member != nullptr && member->is_object();
}

bool IsObjectOrNull(const json& object, const char* key) {
  const json* member = Member(object, key);
  return member == nullptr || member->is_null() || member->is_object();
}

/// True if `value` holds everything of `part`: objects may have more members, the rest is equal.
bool Contains(const json& value, const json& part) {
  if (!part.is_object() || !value.is_object()) return value == part;
  return std::ranges::all_of(part.items(), [&](const auto& item) {
    const json* member = Member(value, item.key().c_str());
    return member != nullptr && Contains(*member, item.value());
  });
}

bool HasRequirementsShape(const json& accepted) {
  constexpr std::array kTexts = {"scheme", "network", "amount", "asset", "payTo"};
  const bool has_texts = std::ranges::none_of(
      kTexts, [&](const char* key) { return StringMember(accepted, key).empty(); });
  const json* timeout = Member(accepted, "maxTimeoutSeconds");
  return has_texts && Amount::FromAtomic(StringMember(accepted, "amount")) && timeout != nullptr &&
         timeout->is_number_integer() && *timeout > 0 && IsObject(accepted, "extra");
}

bool HasShape(const json& payment) {
  return IsObject(payment, "accepted") && IsObject(payment, "payload") &&
         IsObjectOrNull(payment, "resource") && IsObjectOrNull(payment, "extensions") &&
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

bool EchoesExtensions(const json& payment, const json& advertised) {
  const json* extensions = Member(payment, "extensions");
  if (extensions == nullptr || extensions->is_null()) return true;
  return std::ranges::all_of(extensions->items(), [&](const auto& item) {
    const json* extension = Member(advertised, item.key().c_str());
    if (extension == nullptr) return true;
    const json* info = Member(*extension, "info");
    const json* echoed = Member(item.value(), "info");
    return info == nullptr ? Contains(item.value(), *extension)
                           : echoed != nullptr && Contains(*echoed, *info);
  });
}

bool IsIdentifier(std::string_view id) {
  return id.size() >= 16 && id.size() <= 128 &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
             std::string_view::npos;
}

const json* IdentifierMember(const json& payment) {
  const json* extensions = Member(payment, "extensions");
  const json* extension = extensions ? Member(*extensions, kIdentifierKey) : nullptr;
  const json* info = extension ? Member(*extension, "info") : nullptr;
  return info ? Member(*info, "id") : nullptr;
}

std::string IdentifierFault(const json& payment, const json& advertised) {
  const json* id = IdentifierMember(payment);
  if (id == nullptr) {
    const bool required = advertised[kIdentifierKey]["info"]["required"].get<bool>();
    return required ? "payment_identifier_required" : "";
  }
  return IsIdentifier(PaymentIdentifier(payment)) ? "" : kInvalidPayload;
}

}  // namespace

bool IsPayment(const json& payment) {
  const json* version = Member(payment, "x402Version");
  const json* payload = Member(payment, "payload");
  return version != nullptr && !version->is_null() && payload != nullptr && !payload->is_null();
}

std::string FirstPaymentFault(const json& payment, const json& payment_required) {
  const json& version = payment["x402Version"];
  if (!version.is_number_integer() || version != 2) return "invalid_x402_version";
  if (!HasShape(payment)) return kInvalidPayload;
  const json& accepts = payment_required["accepts"];
  const bool matches = std::ranges::any_of(
      accepts, [&](const json& advertised) { return Matches(payment["accepted"], advertised); });
  if (!matches) return "No matching payment requirements";
  const json& advertised = payment_required["extensions"];
  if (!EchoesExtensions(payment, advertised)) return kInvalidPayload;
  return IdentifierFault(payment, advertised);
}

std::string PaymentIdentifier(const json& payment) {
  const json* id = IdentifierMember(payment);
  return id != nullptr && id->is_string() ? id->get<std::string>() : "";
}

}  // namespace tollpass::samples
