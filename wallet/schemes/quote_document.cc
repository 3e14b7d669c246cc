#include "wallet/schemes/quote_document.h"

#include <algorithm>
#include <utility>

#include "core/challenge.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "wallet/schemes/signed_document.h"

namespace tollpass {
namespace {

constexpr int64_t kClockTolerance = 30;
constexpr int64_t kLongestLife = 600;
constexpr size_t kMostDigits = 31;
constexpr int64_t kMostDecimals = 18;
constexpr size_t kNonceBytes = 16;

bool IsDigits(std::string_view text) {
  return !text.empty() && text.size() <= kMostDigits && (text[0] != '0' || text.size() == 1) &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool IsNonce(std::string_view text) {
  const std::optional<std::string> bytes = Base64UrlDecode(text);
  return bytes && bytes->size() == kNonceBytes;
}

bool HasForm(const Quote& quote) {
  return IsDocumentId(quote.quote_id) && IsDigits(quote.amount) &&
         quote.decimals <= kMostDecimals && IsNonce(quote.nonce);
}

std::optional<Reason> RefuseTime(const Quote& quote, int64_t now) {
  if (quote.issued_at > now + kClockTolerance) return Reason::kQuoteNotYetValid;
  if (quote.expires_at <= now) return Reason::kQuoteExpired;
  const int64_t life = quote.expires_at - quote.issued_at;
  if (life < 1 || life > kLongestLife) return Reason::kQuoteLifetime;
  return std::nullopt;
}

std::optional<Reason> RefuseCall(const Quote& quote, const Call& call) {
  if (call.method != "tools/call" || quote.tool != call.tool) return Reason::kQuoteToolMismatch;
  const absl::StatusOr<std::string> arguments =
      json::Canonical(call.arguments.empty() ? "{}" : call.arguments, kMaxJsonDepth);
  if (!arguments.ok() || BytesDigest(*arguments) != quote.args_digest) {
    return Reason::kQuoteArgsMismatch;
  }
  return std::nullopt;
}

}  // namespace

std::variant<Quote, Reason> ReadQuote(std::string_view text) {
  DocumentReader reader(text);
  const std::optional<std::string> protocol = reader.Find("protocol");
  const std::optional<std::string> version = reader.Find("version");
  if (!reader.readable() || !protocol || !version) return Reason::kQuoteMalformed;
  if (*protocol != kQuoteProtocol || *version != kQuoteVersion) {
    return Reason::kQuoteProtocolUnsupported;
  }
  Quote quote;
  reader.Text("protocol");
  reader.Text("version");
  const bool typed = reader.Text("type") == "quote";
  quote.quote_id = reader.Text("quote_id");
  quote.issuer = reader.Text("issuer");
  quote.tool = reader.Text("tool");
  quote.args_digest = reader.Text("args_digest");
  quote.amount = reader.Text("amount");
  quote.asset = reader.Text("asset");
  quote.decimals = reader.Integer("decimals");
  quote.payee = reader.Text("payee");
  quote.rail = reader.Text("rail");
  quote.issued_at = reader.Integer("issued_at");
  quote.expires_at = reader.Integer("expires_at");
  quote.nonce = reader.Text("nonce");
  quote.kid = reader.Signature();
  std::optional<std::string> digest = JsonDigest(text);
  if (!typed || !reader.whole() || !HasForm(quote) || !digest) return Reason::kQuoteMalformed;
  quote.digest = *std::move(digest);
  return quote;
}

std::vector<QuoteKey> KeysOf(std::string_view issuer, const ServerEndpoint& server) {
  std::vector<QuoteKey> keys;
  for (const std::string& text : server.quote_keys) {
    absl::StatusOr<QuoteKey> key = ParseQuoteKey(text);
    if (key.ok() && key->issuer == issuer) keys.push_back(*std::move(key));
  }
  return keys;
}

std::optional<Reason> RefuseQuote(std::string_view text, const Quote& quote,
                                  const ServerEndpoint& server, const Call& call, int64_t now) {
  const std::vector<QuoteKey> keys = KeysOf(quote.issuer, server);
  if (keys.empty()) return Reason::kQuoteIssuerUnknown;
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const QuoteKey& known) {
    return Ed25519KeyId(known.public_key) == quote.kid;
  });
  if (key == keys.end()) return Reason::kQuoteKeyUnpinned;
  if (!VerifyDocument(kQuoteTag, text, key->public_key)) return Reason::kQuoteSignatureInvalid;
  if (const std::optional<Reason> refused = RefuseTime(quote, now)) return refused;
  return RefuseCall(quote, call);
}

}  // namespace tollpass
