#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/eip55.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/quote.h"
#include "wallet/schemes/quote_asset.h"
#include "wallet/schemes/quote_document.h"

namespace tollpass {
namespace {

/// The keys that a receipt is held to.
std::string Binding(const Quote& quote, const ServerEndpoint& server) {
  std::vector<std::string> keys;
  for (const QuoteKey& key : KeysOf(quote.issuer, server)) {
    keys.push_back(json::Quote(HexEncode(key.public_key)));
  }
  return json::ObjectWriter().String("issuer", quote.issuer).Raw("keys", json::Array(keys)).Done();
}

std::string OnceKey(std::string_view member, std::string_view issuer, std::string_view value) {
  const std::array<std::string_view, 3> fields = {member, issuer, value};
  return "quote:" + FieldsDigest("tollpass-quote-once/1", fields);
}

std::variant<Terms, Reason> ReadTerms(const Quote& quote, const ReadingInput& input) {
  if (quote.rail != "x402") return Reason::kQuoteRailUnsupported;
  const std::optional<QuoteAsset> named = ReadQuoteAsset(quote.asset);
  if (!named) return Reason::kQuoteAssetUnsupported;
  std::variant<Asset, Reason> found = TransferAsset(named->network, named->id, input.assets);
  if (const Reason* refused = std::get_if<Reason>(&found)) return *refused;
  Terms terms;
  terms.asset = std::get<Asset>(std::move(found));
  if (quote.decimals != terms.asset.decimals) return Reason::kQuoteDecimalsMismatch;
  const std::optional<Amount> amount = Amount::FromAtomic(quote.amount);
  if (!amount || amount->IsZero()) return Reason::kBadAmount;
  const std::optional<std::string> payee = TransferPayee(quote.payee, terms.asset);
  if (!payee) return Reason::kBadPayee;
  terms.scheme = "quote";
  terms.network = terms.asset.network;
  terms.charge = *amount;
  terms.payee = *payee;
  terms.timeout_seconds = quote.expires_at - input.now;
  terms.binding = Binding(quote, input.server);
  return terms;
}

}  // namespace

std::optional<QuoteAsset> ReadQuoteAsset(std::string_view text) {
  constexpr std::string_view kStandard = "/erc20:";
  const size_t at = text.find(kStandard);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view network = text.substr(0, at);
  std::optional<std::string> id = ReadAddress(text.substr(at + kStandard.size()));
  if (!id || !IsNetworkId(network) || !Eip155ChainId(network)) return std::nullopt;
  return QuoteAsset{std::string(network), *std::move(id)};
}

bool QuoteScheme::Handles(std::string_view scheme, std::string_view) const {
  return scheme == "quote";
}

std::variant<Terms, Reason> QuoteScheme::Read(const Offer& offer, const ReadingInput& input) const {
  const std::variant<Quote, Reason> read = ReadQuote(offer.verbatim);
  if (const Reason* refused = std::get_if<Reason>(&read)) return *refused;
  const Quote& quote = std::get<Quote>(read);
  if (const std::optional<Reason> refused =
          RefuseQuote(offer.verbatim, quote, input.server, input.call, input.now)) {
    return *refused;
  }
  std::variant<Terms, Reason> terms = ReadTerms(quote, input);
  if (Terms* good = std::get_if<Terms>(&terms)) good->offer = offer.verbatim;
  return terms;
}

std::vector<std::string> QuoteScheme::OnceKeys(const Terms& terms) const {
  const std::variant<Quote, Reason> read = ReadQuote(terms.offer);
  const Quote* quote = std::get_if<Quote>(&read);
  if (quote == nullptr) return {};
  return {OnceKey("quote_id", quote->issuer, quote->quote_id),
          OnceKey("nonce", quote->issuer, quote->nonce)};
}

}  // namespace tollpass
