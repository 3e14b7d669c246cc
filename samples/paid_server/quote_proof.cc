#include "samples/paid_server/quote_proof.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/amount.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "samples/paid_server/json_members.h"
#include "samples/paid_server/quote_documents.h"
#include "samples/paid_server/signed_document.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr size_t kMaxBytes = 16 * 1024;
constexpr int kMaxDepth = 16;
constexpr size_t kMaxAmountDigits = 31;
constexpr size_t kMaxQuoteIdLength = 64;
constexpr int64_t kMaxInteger = (int64_t{1} << 53) - 1;

absl::Status Malformed(std::string_view what) {
  return absl::InvalidArgumentError(absl::StrFormat("payment_malformed: %s", what));
}

bool HasExactly(const json& object, std::initializer_list<std::string_view> keys) {
  return object.is_object() && object.size() == keys.size() &&
         std::ranges::all_of(keys, [&](std::string_view key) { return object.contains(key); });
}

/// `prefix` and `bytes` bytes in base64url.
bool IsEncoded(std::string_view text, std::string_view prefix, size_t bytes) {
  if (!text.starts_with(prefix)) return false;
  const auto decoded = Base64UrlDecode(text.substr(prefix.size()));
  return decoded && decoded->size() == bytes;
}

bool IsDigest(std::string_view text) { return IsEncoded(text, "sha-256:", 32); }

bool IsSignature(const json& sig) {
  return HasExactly(sig, {"alg", "kid", "value"}) && StringMember(sig, "alg") == "Ed25519" &&
         IsEncoded(StringMember(sig, "kid"), "ed25519:", 32) &&
         IsEncoded(StringMember(sig, "value"), "", 64);
}

bool IsTransfer(const json& payload) {
  return HasExactly(payload, {"authorization", "signature"}) &&
         HasExactly(payload["authorization"],
                    {"from", "to", "value", "validAfter", "validBefore", "nonce"}) &&
         ReadSignedTransfer(payload).has_value();
}

bool IsSettlement(const json& settlement) {
  if (StringMember(settlement, "kind") == kX402Rail) {
    return HasExactly(settlement, {"kind", "payload"}) && IsTransfer(settlement["payload"]);
  }
  return !StringMember(settlement, "kind").empty();
}

bool IsTime(const json& time) {
  return time.is_number_integer() && time >= 0 && time <= kMaxInteger;
}

/// A member and the form that it must have.
struct Form {
  const char* member;
  std::function<bool(const json& value)> holds;
};

std::function<bool(const json&)> Text(std::function<bool(std::string_view)> holds) {
  return [holds = std::move(holds)](const json& value) {
    return value.is_string() && holds(value.get_ref<const std::string&>());
  };
}

std::vector<Form> Forms() {
  const auto any = Text([](std::string_view text) { return !text.empty(); });
  return {
      {"payment_id", Text(IsPaymentIdentifier)},
      {"quote_id", Text([](std::string_view id) {
         return IsPaymentIdentifier(id) && id.size() <= kMaxQuoteIdLength;
       })},
      {"quote_digest", Text(IsDigest)},
      {"mandate_digest", Text(IsDigest)},
      {"amount", Text([](std::string_view digits) {
         return digits.size() <= kMaxAmountDigits && Amount::FromAtomic(digits).has_value();
       })},
      {"asset", any},
      {"payee", any},
      {"rail", any},
      {"created_at", IsTime},
      {"settlement", IsSettlement},
      {"sig", IsSignature},
  };
}

absl::Status CheckForms(const json& document) {
  constexpr size_t kFixedMembers = 3;  // protocol, version, type
  const std::vector<Form> forms = Forms();
  for (const Form& form : forms) {
    const json* value = Member(document, form.member);
    if (value == nullptr || !form.holds(*value)) return Malformed(form.member);
  }
  if (document.size() != forms.size() + kFixedMembers) return Malformed("a member too many");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<QuoteProof> ReadQuoteProof(std::string_view text) {
  if (text.size() > kMaxBytes) return Malformed("larger than 16 KiB");
  if (!tollpass::json::ParseUnique(text, kMaxDepth).ok()) return Malformed("its JSON");
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object()) return Malformed("its JSON");
  if (StringMember(document, "protocol") != kQuoteProtocol ||
      StringMember(document, "version") != kQuoteVersion) {
    return absl::InvalidArgumentError("payment_protocol_unsupported");
  }
  if (StringMember(document, "type") != "payment") return Malformed("type");
  TOLLPASS_RETURN_IF_ERROR(CheckForms(document));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string digest, DocumentDigest(text));
  return QuoteProof{.payment_id = document["payment_id"],
                    .quote_id = document["quote_id"],
                    .quote_digest = document["quote_digest"],
                    .amount = document["amount"],
                    .asset = document["asset"],
                    .payee = document["payee"],
                    .rail = document["rail"],
                    .created_at = document["created_at"],
                    .settlement = document["settlement"],
                    .kid = document["sig"]["kid"],
                    .digest = digest};
}

}  // namespace tollpass::samples
