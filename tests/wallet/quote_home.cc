#include "tests/wallet/quote_home.h"

#include "core/encoding.h"

namespace tollpass {

std::string QuotePolicy(std::string_view more) {
  return std::string(kFiveADay) + "quote_keys = [\"" + std::string(kIssuerKey) + "\"]\n" +
         std::string(more);
}

ServerEndpoint QuotingShop() {
  ServerEndpoint endpoint;
  endpoint.command = {"/usr/bin/shop"};
  endpoint.quote_keys = {std::string(kIssuerKey)};
  return endpoint;
}

void PutDocumentKey(KernelHome& home) {
  const std::string seed = HexEncode(std::string(size_t{32}, static_cast<char>(kDocumentSeed)));
  home.WriteFile("keys/quote.testnet.key",
                 "tollpass-key 1 ed25519 quote testnet hot\n" + seed + "\n");
}

QuoteHome::QuoteHome() {
  home_.WritePolicy(QuotePolicy());
  PutDocumentKey(home_);
  mandate_ = home_.Allow();
}

AuthorizeRequest QuoteHome::Request(const std::string& quote, const std::string& arguments) {
  AuthorizeRequest request = home_.Request(arguments);
  request.call.server_id = ServerIdentity(QuotingShop());
  request.challenge = Challenge();
  request.challenge.dialect = "mcp-quote";
  request.challenge.server_text = "Payment required";
  Offer& offer = request.challenge.offers.emplace_back();
  offer.scheme = "quote";
  offer.verbatim = quote;
  return request;
}

}  // namespace tollpass
