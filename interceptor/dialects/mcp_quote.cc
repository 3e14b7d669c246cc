#include "interceptor/dialects/mcp_quote.h"

#include <optional>
#include <string>
#include <utility>

namespace tollpass {
namespace {

constexpr std::string_view kPaymentKey = "payments/payment";
constexpr std::string_view kReceiptKey = "payments/receipt";
constexpr std::string_view kCode = "-32402";
constexpr std::string_view kProtocol = "local.mcp-quote";

// The members of a JSON-RPC error that a quote can be in.
struct Envelope {
  bool is_code = false;
  bool has_quote = false;
  bool twice = false;  // a member that counts is there twice: two readers could see two quotes
  std::optional<json::Value> quote;
  std::string message;
};

void ReadData(const json::Value& data, Envelope& out) {
  for (const json::Member& member : json::Members(data)) {
    if (member.key != "quote") continue;
    out.twice |= std::exchange(out.has_quote, true);
    out.quote = member.value;
  }
}

Envelope ReadEnvelope(const std::vector<json::Member>& error) {
  Envelope out;
  bool seen_code = false;
  bool seen_data = false;
  for (const json::Member& member : error) {
    if (member.key == "code") {
      out.twice |= std::exchange(seen_code, true);
      out.is_code |=
          member.value.type == json::Type::kNumber && json::Equal(member.value.text, kCode);
    } else if (member.key == "data") {
      out.twice |= std::exchange(seen_data, true);
      ReadData(member.value, out);
    } else if (member.key == "message") {
      out.message = json::AsString(member.value).value_or("");
    }
  }
  return out;
}

bool IsQuoteError(const Part& part) {
  const Envelope envelope = ReadEnvelope(part.members);
  return envelope.is_code && envelope.has_quote;
}

// A quote, a proof or a receipt of ours by itself.
bool IsDocument(const Part& part) {
  for (const json::Member& member : part.members) {
    if (member.key == "protocol" && json::AsString(member.value) == kProtocol) return true;
  }
  return false;
}

bool IsDemand(const Part& part) {
  if (IsQuoteError(part)) return true;
  if (!IsDocument(part)) return false;
  for (const json::Member& member : part.members) {
    if (member.key == "type" && json::AsString(member.value) == "quote") return true;
  }
  return false;
}

// Where a quote's asset is a token, as CAIP-19 writes it: network and address.
constexpr std::string_view kToken = "/erc20:";

// What a quote says of itself, as far as it can be read: for the user alone. What is paid is read
// and verified by the scheme.
void ReadClaims(const json::Value& quote, Offer& offer) {
  offer.amount = json::FindString(quote, "amount").value_or("");
  offer.pay_to = json::FindString(quote, "payee").value_or("");
  offer.asset = json::FindString(quote, "asset").value_or("");
  if (const size_t at = offer.asset.find(kToken); at != std::string::npos) {
    offer.network = offer.asset.substr(0, at);
    offer.asset.erase(0, at + kToken.size());
  }
  const std::optional<std::string> issuer = json::FindString(quote, "issuer");
  const std::optional<json::Value> kid = json::FindPath(quote, {"sig", "kid"});
  const std::optional<std::string> key = kid ? json::AsString(*kid) : std::nullopt;
  if (!issuer && !key) return;
  json::ObjectWriter extra;
  if (issuer) extra.String("issuer", *issuer);
  if (key) extra.String("kid", *key);
  offer.extra = extra.Done();
}

Challenge ReadError(const Envelope& envelope) {
  Challenge challenge;
  challenge.server_text = envelope.message;
  if (envelope.twice || envelope.quote->type != json::Type::kObject) {
    challenge.defect = Reason::kChallengeMalformed;
  } else if (envelope.quote->text.size() > kMaxChallengeBytes) {
    challenge.defect = Reason::kChallengeTooLarge;
  } else {
    Offer& offer = challenge.offers.emplace_back();
    offer.scheme = "quote";
    ReadClaims(*envelope.quote, offer);
    offer.verbatim = std::string(envelope.quote->text);
  }
  return challenge;
}

std::optional<Challenge> Find(const Answer& answer) {
  if (!answer.error) return std::nullopt;
  const Envelope envelope = ReadEnvelope(json::Members(*answer.error));
  if (!envelope.is_code || !envelope.has_quote) return std::nullopt;
  return ReadError(envelope);
}

std::optional<json::Value> FindReceipt(const Answer& answer) {
  if (answer.result) return json::FindPath(*answer.result, {"_meta", kReceiptKey});
  if (!answer.error) return std::nullopt;
  if (const auto receipt = json::FindPath(*answer.error, {"data", kReceiptKey})) return receipt;
  return json::FindPath(*answer.error, {"data", "_meta", kReceiptKey});
}

std::optional<Receipt> ReadReceipt(const std::optional<json::Value>& object) {
  if (!object || object->type != json::Type::kObject) return std::nullopt;
  Receipt receipt;
  receipt.success = json::FindString(*object, "status") == "settled";
  receipt.transaction = json::FindString(*object, "reference").value_or("");
  receipt.amount = json::FindString(*object, "amount").value_or("");
  receipt.verbatim = std::string(object->text);
  return receipt;
}

}  // namespace

bool McpQuote::Recognises(const Part& part) const {
  for (const json::Member& member : part.members) {
    if (member.key == kPaymentKey || member.key == kReceiptKey) return true;
  }
  return IsDocument(part) || IsQuoteError(part);
}

bool McpQuote::Demands(const Part& part) const { return IsDemand(part); }

Reading McpQuote::Read(const Answer& answer, bool paid) const {
  std::optional<Challenge> challenge = Find(answer);
  if (!paid) {
    if (!challenge) return {};
    challenge->dialect = traits_.name;
    return *std::move(challenge);
  }
  Settlement settlement;
  settlement.receipt = ReadReceipt(FindReceipt(answer));
  settlement.refused = challenge.has_value();
  if (challenge) settlement.server_text = std::move(challenge->server_text);
  if (!settlement.refused && !settlement.receipt) return {};
  return settlement;
}

std::vector<json::Edit> McpQuote::Attach(const Proof& proof) const {
  return {{{"params", "_meta", std::string(kPaymentKey)}, proof.payload}};
}

}  // namespace tollpass
