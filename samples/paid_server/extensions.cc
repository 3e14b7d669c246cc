#include "samples/paid_server/extensions.h"

#include <algorithm>
#include <string_view>

#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr char kInvalidPayload[] = "invalid_payload";
constexpr char kOldIdentifierKey[] = "paymentIdentifier";
constexpr size_t kMostServiceCodes = 10;  // five of the client and five of the server

json IdentifierExtension(bool required) {
  return {{"info", {{"required", required}}},
          {"schema",
           {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"type", "object"},
            {"properties",
             {{"required", {{"type", "boolean"}}},
              {"id",
               {{"type", "string"},
                {"minLength", 16},
                {"maxLength", 128},
                {"pattern", "^[a-zA-Z0-9_-]+$"}}}}},
            {"required", {"required"}}}}};
}

/// `extensions[key]`, else nullptr.
const json* Extension(const json& payment, std::string_view key) {
  const json* extensions = Member(payment, "extensions");
  return extensions == nullptr ? nullptr : Member(*extensions, key);
}

/// What an extension says: its `info`, or all of it.
const json& InfoOf(const json& extension) {
  const json* info = Member(extension, "info");
  return info == nullptr ? extension : *info;
}

bool EchoesExtensions(const json& payment, const json& advertised) {
  const json* extensions = Member(payment, "extensions");
  if (extensions == nullptr || extensions->is_null()) return true;
  return std::ranges::all_of(extensions->items(), [&](const auto& item) {
    const json* extension = Member(advertised, item.key());
    if (extension == nullptr) return true;
    const json* info = Member(*extension, "info");
    const json* echoed = Member(item.value(), "info");
    return info == nullptr ? Contains(item.value(), *extension)
                           : echoed != nullptr && Contains(*echoed, *info);
  });
}

bool IsBuilderCode(const json& code) {
  if (!code.is_string()) return false;
  const auto& text = code.get_ref<const std::string&>();
  return !text.empty() && text.size() <= 32 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

bool AreServiceCodes(const json& codes) {
  if (!codes.is_array()) return IsBuilderCode(codes);
  return codes.size() <= kMostServiceCodes && std::ranges::all_of(codes, IsBuilderCode);
}

bool HasGoodBuilderCode(const json& payment, const json& advertised) {
  const json* extension = Extension(payment, kBuilderCodeKey);
  if (extension == nullptr) return true;
  if (!extension->is_object()) return false;
  const json& info = InfoOf(*extension);
  const json* application = Member(info, "a");
  if (application != nullptr && !IsBuilderCode(*application)) return false;
  const json* own = Member(advertised, kBuilderCodeKey);
  const std::string expected = own == nullptr ? "" : StringMember(InfoOf(*own), "a");
  if (StringMember(info, "a") != expected) return false;
  const json* services = Member(info, "s");
  return services == nullptr || AreServiceCodes(*services);
}

const json* IdentifierMember(const json& payment) {
  const json* extension = Extension(payment, kIdentifierKey);
  const json* info = extension == nullptr ? nullptr : Member(*extension, "info");
  return info == nullptr ? nullptr : Member(*info, "id");
}

std::string IdentifierFault(const json& payment, const json& advertised) {
  if (IdentifierMember(payment) != nullptr) {
    return IsPaymentIdentifier(PaymentIdentifier(payment)) ? "" : kInvalidPayload;
  }
  const json* own = Member(advertised, kIdentifierKey);
  const json* required = own == nullptr ? nullptr : Member(InfoOf(*own), "required");
  const bool is_required = required != nullptr && *required == true;
  return is_required ? "payment_identifier_required" : "";
}

/// The key of earlier versions: an identifier, or an object that holds one.
bool HasGoodOldIdentifier(const json& payment) {
  const json* old = Extension(payment, kOldIdentifierKey);
  if (old == nullptr) return true;
  const json& info = InfoOf(*old);
  return IsPaymentIdentifier(info.is_string() ? info.get<std::string>() : StringMember(info, "id"));
}

}  // namespace

json AdvertisedExtensions(const ExtensionOptions& options) {
  json extensions = {{kIdentifierKey, IdentifierExtension(options.identifier_required)}};
  if (options.builder_code.empty()) return extensions;
  json& info = extensions[kBuilderCodeKey]["info"];
  info["a"] = options.builder_code;
  if (!options.service_codes.empty()) info["s"] = options.service_codes;
  return extensions;
}

std::string FirstExtensionFault(const json& payment, const json& advertised) {
  if (!EchoesExtensions(payment, advertised)) return kInvalidPayload;
  if (!HasGoodBuilderCode(payment, advertised)) return kInvalidPayload;
  if (std::string fault = IdentifierFault(payment, advertised); !fault.empty()) return fault;
  return HasGoodOldIdentifier(payment) ? "" : "invalid payment identifier extension";
}

std::string PaymentIdentifier(const json& payment) {
  const json* id = IdentifierMember(payment);
  return id != nullptr && id->is_string() ? id->get<std::string>() : "";
}

}  // namespace tollpass::samples
