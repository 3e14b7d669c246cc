#include "interceptor/dialects/x402_v2.h"

#include <optional>
#include <string>
#include <utility>

#include "interceptor/dialects/recognise.h"
#include "interceptor/dialects/x402_v2_challenge.h"

namespace tollpass {
namespace {

constexpr std::string_view kPaymentKey = "x402/payment";
constexpr std::string_view kReceiptKey = "x402/payment-response";
constexpr std::string_view kErrorKey = "x402/error";
constexpr int kMaxTextDepth = 512;

bool HasKey(const json::Value& object, std::string_view key) {
  for (const json::Member& member : json::Members(object)) {
    if (member.key == key) return true;
  }
  return false;
}

// No other protocol has a member of this name.
bool IsPaymentRequired(const json::Value& value) { return HasKey(value, "x402Version"); }

// A PaymentRequired inside an isError result.
struct Found {
  std::string text;
  std::optional<Reason> defect;  // it stands where it cannot be paid
};

// The members of a result that a challenge can be in; `twice` if one is there twice, so that two
// readers could see two different challenges.
struct ResultMembers {
  bool is_error = false;
  bool twice = false;
  std::optional<json::Value> structured;
  std::optional<json::Value> content;
};

ResultMembers ReadMembers(const json::Value& result) {
  ResultMembers out;
  bool seen_error = false;
  for (const json::Member& member : json::Members(result)) {
    if (member.key == "isError") {
      out.twice |= std::exchange(seen_error, true);
      out.is_error |= json::AsBool(member.value).value_or(false);
    } else if (member.key == "structuredContent") {
      out.twice |= out.structured.has_value();
      out.structured = member.value;
    } else if (member.key == "content") {
      out.twice |= out.content.has_value();
      out.content = member.value;
    }
  }
  return out;
}

// The JSON object that content[0].text is, if it is a PaymentRequired.
std::optional<std::string> FirstText(const std::optional<json::Value>& content) {
  if (!content) return std::nullopt;
  const std::vector<json::Value> items = json::Elements(*content);
  if (items.empty()) return std::nullopt;
  std::optional<std::string> text = json::FindString(items[0], "text");
  if (!text) return std::nullopt;
  const absl::StatusOr<json::Value> root = json::Parse(*text, kMaxTextDepth);
  if (!root.ok() || !IsPaymentRequired(*root)) return std::nullopt;
  return text;
}

std::optional<Found> Find(const json::Value& result) {
  const ResultMembers members = ReadMembers(result);
  if (!members.is_error) return std::nullopt;
  const std::optional<json::Value> wrapped = json::FindPath(result, {"_meta", kErrorKey});
  Found found;
  if (members.twice) found.defect = Reason::kChallengeMalformed;
  if (wrapped) found.defect = Reason::kNotPayable;
  if (members.structured && IsPaymentRequired(*members.structured)) {
    found.text = std::string(members.structured->text);
    return found;
  }
  if (std::optional<std::string> text = FirstText(members.content)) {
    found.text = *std::move(text);
    return found;
  }
  if (!AnyInside(result, IsPaymentRequired)) return std::nullopt;
  if (!found.defect) found.defect = Reason::kNotPayable;
  return found;
}

std::string Field(const json::Value& object, std::string_view key) {
  return json::FindString(object, key).value_or("");
}

std::optional<Receipt> ReadReceipt(const json::Value& object) {
  if (object.type != json::Type::kObject) return std::nullopt;
  Receipt receipt;
  if (const std::optional<json::Value> success = json::Find(object, "success")) {
    receipt.success = json::AsBool(*success).value_or(false);
  }
  receipt.network = Field(object, "network");
  receipt.transaction = Field(object, "transaction");
  receipt.payer = Field(object, "payer");
  receipt.amount = Field(object, "amount");
  receipt.verbatim = std::string(object.text);
  return receipt;
}

// A result that has nothing for the host beside a settlement that failed.
bool IsEmpty(const json::Value& result) {
  const ResultMembers members = ReadMembers(result);
  return members.is_error ||
         ((!members.content || json::Elements(*members.content).empty()) && !members.structured);
}

Settlement Refused() {
  Settlement settlement;
  settlement.refused = true;
  return settlement;
}

// The older binding, a JSON-RPC error that carries the message: recognised, never paid here.
bool IsErrorBinding(const Answer& answer) {
  return answer.error && AnyInside(*answer.error, IsPaymentRequired);
}

Reading ReadPaid(const json::Value& result) {
  Settlement settlement;
  if (const auto receipt = json::FindPath(result, {"_meta", kReceiptKey})) {
    settlement.receipt = ReadReceipt(*receipt);
    settlement.server_text = Field(*receipt, "errorReason");
  }
  if (const std::optional<Found> found = Find(result)) {
    settlement.refused = true;
    const std::string said = MakeX402V2Challenge(found->text).server_text;
    if (!said.empty()) settlement.server_text = said;
    return settlement;
  }
  if (!settlement.receipt) return {};
  settlement.refused = !settlement.receipt->success && IsEmpty(result);
  return settlement;
}

// The server's extensions as they are, with the charge's id where the server asks for one.
std::string WithPaymentId(const std::string& extensions, const std::string& payment_id) {
  const absl::StatusOr<json::Value> root = json::Parse(extensions, kMaxJsonDepth);
  if (!root.ok() || payment_id.empty()) return extensions;
  const std::optional<json::Value> info = json::FindPath(*root, {"payment-identifier", "info"});
  if (!info || info->type != json::Type::kObject || HasKey(*info, "id")) return extensions;
  const absl::StatusOr<std::string> merged =
      json::Splice(extensions, {{{"payment-identifier", "info", "id"}, json::Quote(payment_id)}});
  return merged.ok() ? *merged : extensions;
}

}  // namespace

bool X402V2::Recognises(const json::Value& value) const {
  for (const json::Member& member : json::Members(value)) {
    if (member.key == "x402Version" || member.key == kPaymentKey || member.key == kReceiptKey ||
        member.key == kErrorKey) {
      return true;
    }
  }
  return false;
}

Reading X402V2::Read(const Answer& answer, bool paid) const {
  if (paid && answer.result) return ReadPaid(*answer.result);
  std::optional<Found> found;
  if (answer.result) found = Find(*answer.result);
  if (IsErrorBinding(answer)) found = Found{"", Reason::kNotPayable};
  if (!found) return {};
  if (paid) return Refused();
  Challenge challenge;
  if (!found->defect) challenge = MakeX402V2Challenge(found->text);
  challenge.dialect = traits_.name;
  if (found->defect) challenge.defect = found->defect;
  return challenge;
}

std::vector<json::Edit> X402V2::Attach(const Proof& proof) const {
  json::ObjectWriter payment;
  payment.Integer("x402Version", 2).Raw("accepted", proof.offer).Raw("payload", proof.payload);
  if (!proof.resource.empty()) payment.Raw("resource", proof.resource);
  if (!proof.extensions.empty()) {
    payment.Raw("extensions", WithPaymentId(proof.extensions, proof.payment_id));
  }
  return {{{"params", "_meta", std::string(kPaymentKey)}, payment.Done()}};
}

}  // namespace tollpass
