#ifndef TOLLPASS_WALLET_SCHEMES_QUOTE_DOCUMENT_H_
#define TOLLPASS_WALLET_SCHEMES_QUOTE_DOCUMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/call.h"
#include "core/quote_key.h"
#include "core/reason.h"
#include "core/server_identity.h"

/// A server's signed quote, protocol "local.mcp-quote", version "1": a closed document (see
/// wallet/schemes/signed_document.h; an unknown member refuses). The profile of Tollpass for the
/// opaque `data.quote` of the -32402 envelope.
///
///   protocol, version, type = "quote", issuer, tool, payee, rail: strings
///   quote_id      16 to 64 of [A-Za-z0-9_-]; unseen for the issuer
///   args_digest   digest of the canonical form of params.arguments, {} if absent
///   amount        digits, atomic units, at most 31
///   asset         CAIP-19 "eip155:ID/erc20:0x...", or "iso4217:USD" (never paid here)
///   decimals      0 to 18
///   issued_at, expires_at   unix seconds; issued_at <= now + 30, now < expires_at, at most 600
///   apart nonce         base64url of 16 bytes; unseen for the issuer sig           by a key that
///   is pinned for the issuer; tag "mcpq-quote/1"
namespace tollpass {

inline constexpr std::string_view kQuoteProtocol = "local.mcp-quote";
inline constexpr std::string_view kQuoteVersion = "1";
inline constexpr std::string_view kQuoteTag = "mcpq-quote/1";

struct Quote {
  std::string quote_id;
  std::string issuer;
  std::string kid;
  std::string tool;
  std::string args_digest;
  std::string amount;
  std::string asset;
  int64_t decimals = 0;
  std::string payee;
  std::string rail;
  int64_t issued_at = 0;
  int64_t expires_at = 0;
  std::string nonce;
  std::string digest;  // of the document
};

/// The quote in `text` by its form alone; nothing in it is verified.
std::variant<Quote, Reason> ReadQuote(std::string_view text);

/// The keys of `issuer` among a server's configured `quote_keys`.
std::vector<QuoteKey> KeysOf(std::string_view issuer, const ServerEndpoint& server);

/// Why the quote in `text`, read as `quote`, is not one that this server's issuer made now for this
/// call: issuer, key, signature, time, tool, arguments, in this order. std::nullopt if it is.
std::optional<Reason> RefuseQuote(std::string_view text, const Quote& quote,
                                  const ServerEndpoint& server, const Call& call, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_QUOTE_DOCUMENT_H_
