#include "interceptor/dialects/x402.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "interceptor/dialects/x402_challenge.h"

namespace tollpass {
namespace {

constexpr std::string_view kErrorKey = "x402/error";
// The members of a PaymentRequired that count; the others are words.
constexpr std::string_view kPaidBy[] = {"x402Version", "accepts", "resource", "extensions"};

const json::Value* Find(const std::vector<json::Member>& members, std::string_view key) {
  for (const json::Member& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

// "null" where there is none.
std::string_view TextOf(const std::vector<json::Member>& members, std::string_view key) {
  const json::Value* value = Find(members, key);
  return value == nullptr ? "null" : value->text;
}

// Servers that leave out the version of a PaymentRequired still have these.
bool HoldsOffers(const json::Member& member) {
  if (member.key != "accepts") return false;
  return std::ranges::any_of(json::Elements(member.value), [](const json::Value& entry) {
    return Find(json::Members(entry), "payTo") != nullptr;
  });
}

// An entry of a catalogue of x402 servers (a facilitator's discovery/resources): it names what is
// sold by a text, where a PaymentRequired has an object, and says what that is or when it was
// listed.
bool IsOfCatalogue(const Part& part) {
  const json::Value* resource = Find(part.members, "resource");
  return resource != nullptr && resource->type == json::Type::kString &&
         (Find(part.members, "type") != nullptr || Find(part.members, "lastUpdated") != nullptr);
}

// A structuredContent that is nothing but a PaymentRequired needs no isError beside it. A text that
// is one may be what the tool was asked for.
bool IsWhole(const std::optional<Part>& part) {
  return part && Find(part->members, "x402Version") != nullptr &&
         std::ranges::any_of(part->members, HoldsOffers) && !IsOfCatalogue(*part);
}

// A PaymentRequired where the result of a tool should be.
bool StandsForResult(const Answer& answer) {
  if (!answer.result || answer.structured || answer.receipted) return false;
  if (answer.content && !json::Elements(*answer.content).empty()) return false;
  return IsX402Message(Part(*answer.result)) &&
         Find(json::Members(*answer.result), "accepts") != nullptr;
}

// A place with a PaymentRequired.
struct Message {
  std::string_view text;
  X402Form form = X402Form::kV2;  // or kV1, kDotted
};

std::optional<Message> AsMessage(const Part& part) {
  const json::Value* version = Find(part.members, "x402Version");
  if (version == nullptr) return std::nullopt;
  Message message = {part.value.text, X402Form::kV2};
  if (version->type == json::Type::kNumber && json::Equal(version->text, "1")) {
    message.form = X402Form::kV1;
  }
  if (const json::Value* error = Find(part.members, "error")) {
    const std::string words = json::AsString(*error).value_or("");
    if (words.find("_meta.x402.payment") != std::string::npos) message.form = X402Form::kDotted;
  }
  return message;
}

std::optional<Message> AsMessage(const std::optional<Part>& part) {
  return part ? AsMessage(*part) : std::nullopt;
}

// The JSON object that content[0].text is. Version 1 (transports-v1/mcp.md) wraps the message as
// {"x402/error": {"code": 402, "data": …}} there.
std::optional<Message> FirstText(const Answer& answer) {
  if (!answer.first_text_json) return std::nullopt;
  if (std::optional<Message> message = AsMessage(*answer.first_text_json)) return message;
  const json::Value* wrapper = Find(answer.first_text_json->members, kErrorKey);
  const std::optional<json::Value> data =
      wrapper == nullptr ? std::nullopt : json::Find(*wrapper, "data");
  if (!data) return std::nullopt;
  std::optional<Message> wrapped = AsMessage(Part(*data));
  return wrapped && wrapped->form == X402Form::kV1 ? wrapped : std::nullopt;
}

// One demand, whatever else the two say: what is paid, and what goes back to the server, is the
// same.
bool DemandsTheSame(std::string_view a, std::string_view b) {
  const absl::StatusOr<json::Value> one = json::Parse(a, kMaxJsonDepth);
  const absl::StatusOr<json::Value> other = json::Parse(b, kMaxJsonDepth);
  if (!one.ok() || !other.ok()) return false;
  return std::ranges::all_of(kPaidBy, [&](std::string_view key) {
    const std::string_view in_one = TextOf(json::Members(*one), key);
    const std::string_view in_other = TextOf(json::Members(*other), key);
    return in_one == in_other || json::Equal(in_one, in_other);
  });
}

X402Demand InToolResult(const Answer& answer) {
  const std::optional<Message> structured = AsMessage(answer.structured);
  const std::optional<Message> text = FirstText(answer);
  if (!structured && !text) return {};
  const Message& message = structured ? *structured : *text;
  X402Demand demand = {message.form, message.text, std::nullopt};
  if (message.form == X402Form::kDotted) demand.defect = Reason::kNotPayable;
  if (structured && text && !DemandsTheSame(structured->text, text->text)) {
    demand.defect = Reason::kAmbiguousChallenge;
  }
  if (answer.twice || answer.odd_error) demand.defect = Reason::kChallengeMalformed;
  return demand;
}

X402Demand InError(const Answer& answer) {
  if (!answer.data) return {};
  const std::optional<Message> message = AsMessage(*answer.data);
  const bool is_402 = answer.code && json::Equal(answer.code->text, "402") && !answer.twice;
  if (message && message->form == X402Form::kV1 && is_402) {
    return {X402Form::kV1, message->text, std::nullopt};
  }
  const json::Value* inner = Find(answer.data->members, "x402");
  if (!message && (inner == nullptr || !IsX402Message(Part(*inner)))) return {};
  return {X402Form::kError, "", Reason::kNotPayable};
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

// A result that has nothing for the host.
bool IsEmpty(const Answer& answer) {
  return answer.is_error ||
         ((!answer.content || json::Elements(*answer.content).empty()) && !answer.structured);
}

}  // namespace

bool IsX402Message(const Part& part) {
  return std::ranges::any_of(part.members, [](const json::Member& member) {
    return member.key == "x402Version" || HoldsOffers(member);
  });
}

bool IsX402Version1(const Part& part) {
  const std::optional<Message> message = AsMessage(part);
  return message && message->form == X402Form::kV1;
}

X402Demand FindX402(const Answer& answer) {
  if (answer.error) return InError(answer);
  if ((answer.result_type && json::AsString(*answer.result_type) == "payment_required") ||
      AsMessage(answer.payment_required) || StandsForResult(answer)) {
    return {X402Form::kExtension, "", Reason::kNotPayable};
  }
  if (!answer.is_error) {
    if (answer.receipted || !IsWhole(answer.structured)) return {};
    return {X402Form::kExtension, "", Reason::kNotPayable};
  }
  if (answer.meta && Find(answer.meta->members, kErrorKey) != nullptr) {
    return {X402Form::kCloudflare, "", Reason::kNotPayable};
  }
  return InToolResult(answer);
}

Reading ReadX402Challenge(const Answer& answer, X402Form form, std::string_view dialect) {
  const X402Demand demand = FindX402(answer);
  if (demand.form != form) return {};
  Challenge challenge;
  if (!demand.text.empty()) {
    challenge = MakeX402Challenge(demand.text, form == X402Form::kV1 ? 1 : 2);
  }
  challenge.dialect = dialect;
  if (demand.defect) {
    challenge.defect = demand.defect;
    challenge.offers.clear();
  }
  return challenge;
}

Settlement ReadX402Settlement(const Answer& answer) {
  Settlement settlement;
  const std::optional<json::Value> receipt =
      answer.meta ? json::Find(answer.meta->value, kX402ReceiptKey) : std::nullopt;
  if (!receipt) return settlement;
  settlement.receipt = ReadReceipt(*receipt);
  settlement.server_text = Field(*receipt, "errorReason");
  settlement.refused = settlement.receipt && !settlement.receipt->success && IsEmpty(answer);
  return settlement;
}

}  // namespace tollpass
