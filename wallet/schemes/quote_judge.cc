#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/encoding.h"
#include "core/json/json.h"
#include "wallet/schemes/quote.h"
#include "wallet/schemes/quote_proof.h"
#include "wallet/schemes/signed_document.h"

namespace tollpass {
namespace {

constexpr size_t kLongestPaymentId = 128;

struct ReadReceipt {
  std::string protocol, version, type, payment_id, quote_digest, proof_digest, status, amount,
      asset, payee, issuer, kid;
};

/// std::nullopt where it is no closed document of that form.
std::optional<ReadReceipt> Read(std::string_view text) {
  DocumentReader reader(text);
  ReadReceipt receipt;
  receipt.protocol = reader.Text("protocol");
  receipt.version = reader.Text("version");
  receipt.type = reader.Text("type");
  reader.Text("receipt_id");
  receipt.payment_id = reader.Text("payment_id");
  receipt.quote_digest = reader.Text("quote_digest");
  receipt.proof_digest = reader.Text("proof_digest");
  receipt.status = reader.Text("status");
  receipt.amount = reader.Text("amount");
  receipt.asset = reader.Text("asset");
  receipt.payee = reader.Text("payee");
  reader.Integer("settled_at");
  reader.Text("reference");
  receipt.issuer = reader.Text("issuer");
  reader.OptionalText("result_digest");
  receipt.kid = reader.Signature();
  return reader.whole() ? std::optional(std::move(receipt)) : std::nullopt;
}

bool IsSigned(std::string_view text, const ReadReceipt& receipt,
              const std::vector<QuoteKey>& keys) {
  return std::any_of(keys.begin(), keys.end(), [&](const QuoteKey& key) {
    return Ed25519KeyId(key.public_key) == receipt.kid &&
           VerifyDocument(kReceiptTag, text, key.public_key);
  });
}

bool IsAtMost(std::string_view amount, std::string_view quoted) {
  const std::optional<Amount> settled = Amount::FromAtomic(amount);
  const std::optional<Amount> most = Amount::FromAtomic(quoted);
  return settled && most && *settled <= *most;
}

/// The first member that does not agree; empty if all do.
std::string Mismatch(const ReadReceipt& receipt, std::string_view proof, const Quote& quote) {
  const absl::StatusOr<json::Value> sent = json::Parse(proof, kMaxDocumentDepth);
  const std::optional<std::string> payment_id =
      sent.ok() ? json::FindString(*sent, "payment_id") : std::nullopt;
  const std::pair<const char*, bool> checks[] = {
      {"protocol", receipt.protocol == kQuoteProtocol},
      {"version", receipt.version == kQuoteVersion},
      {"type", receipt.type == "receipt"},
      {"issuer", receipt.issuer == quote.issuer},
      {"payment_id", payment_id && IsDocumentId(*payment_id, kLongestPaymentId) &&
                         receipt.payment_id == *payment_id},
      {"quote_digest", receipt.quote_digest == quote.digest},
      {"proof_digest", receipt.proof_digest == JsonDigest(proof)},
      {"status", receipt.status == "settled"},
      {"amount", IsAtMost(receipt.amount, quote.amount)},
      {"asset", receipt.asset == quote.asset},
      {"payee", receipt.payee == quote.payee}};
  for (const auto& [member, agrees] : checks) {
    if (!agrees) return member;
  }
  return "";
}

std::vector<QuoteKey> KeysIn(std::string_view binding, const Quote& quote) {
  std::vector<QuoteKey> keys;
  const absl::StatusOr<json::Value> root = json::Parse(binding, kMaxDocumentDepth);
  const std::optional<json::Value> listed = root.ok() ? json::Find(*root, "keys") : std::nullopt;
  if (!listed || json::FindString(*root, "issuer") != quote.issuer) return keys;
  for (const json::Value& element : json::Elements(*listed)) {
    const std::optional<std::string> bytes = HexDecode(json::AsString(element).value_or(""));
    if (bytes) keys.push_back({quote.issuer, *bytes});
  }
  return keys;
}

}  // namespace

Judgement JudgeQuoteReceipt(std::string_view text, std::string_view proof, const Quote& quote,
                            const std::vector<QuoteKey>& keys) {
  const std::optional<ReadReceipt> receipt = Read(text);
  if (!receipt) return {Evidence::kClaimed, "receipt"};
  if (!IsSigned(text, *receipt, keys)) return {Evidence::kClaimed, "sig"};
  std::string mismatch = Mismatch(*receipt, proof, quote);
  if (!mismatch.empty()) return {Evidence::kClaimed, std::move(mismatch)};
  return {Evidence::kSigned, ""};
}

Judgement QuoteScheme::Judge(const Terms& terms, const Proof& proof, const Receipt& receipt) const {
  const std::variant<Quote, Reason> read = ReadQuote(terms.offer);
  const Quote* quote = std::get_if<Quote>(&read);
  if (quote == nullptr) return {};
  return JudgeQuoteReceipt(receipt.verbatim, proof.payload, *quote, KeysIn(terms.binding, *quote));
}

}  // namespace tollpass
