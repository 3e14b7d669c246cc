#ifndef TOLLPASS_SAMPLES_PAID_SERVER_SIGNED_DOCUMENT_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_SIGNED_DOCUMENT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "samples/paid_server/ed25519_key.h"

/// The documents of the quote protocol `local.mcp-quote`, version 1: JSON objects with a member
/// `sig` = {"alg":"Ed25519","kid":…,"value":…}. What is signed: a tag, a line feed, and the
/// document without `sig` in its canonical form (RFC 8785).
namespace tollpass::samples {

inline constexpr char kQuoteProtocol[] = "local.mcp-quote";
inline constexpr char kQuoteVersion[] = "1";
inline constexpr char kQuoteTag[] = "mcpq-quote/1";
inline constexpr char kProofTag[] = "mcpq-proof/1";
inline constexpr char kReceiptTag[] = "mcpq-receipt/1";

/// How `sig.kid` names a public key of 32 bytes.
std::string KeyId(std::string_view public_key);

/// "sha-256:…" of the canonical form of `text`. InvalidArgument: it has none.
absl::StatusOr<std::string> DocumentDigest(std::string_view text);

/// `document` with its `sig`. It must have a canonical form.
nlohmann::json SignDocument(std::string_view tag, nlohmann::json document, const Ed25519Key& key);

/// True if `text` is a document signed under `tag` by `public_key`, and says so.
bool VerifyDocument(std::string_view tag, std::string_view text, std::string_view public_key);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_SIGNED_DOCUMENT_H_
