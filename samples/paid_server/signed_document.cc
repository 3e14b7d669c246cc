#include "samples/paid_server/signed_document.h"

#include <optional>
#include <utility>

#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "core/status.h"

namespace tollpass::samples {
namespace {

constexpr int kMaxDepth = 256;
constexpr char kAlgorithm[] = "Ed25519";

std::string DigestText(std::string_view bytes) {
  const Digest digest = Sha256(bytes);
  return Base64UrlEncode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

absl::StatusOr<std::string> SignedBytes(std::string_view tag, std::string_view document) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string bare,
                            tollpass::json::Splice(document, {{{"sig"}, std::nullopt}}));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string canonical,
                            tollpass::json::Canonical(bare, kMaxDepth));
  return std::string(tag) + "\n" + canonical;
}

}  // namespace

std::string KeyId(std::string_view public_key) { return "ed25519:" + DigestText(public_key); }

absl::StatusOr<std::string> DocumentDigest(std::string_view text) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string canonical,
                            tollpass::json::Canonical(text, kMaxDepth));
  return "sha-256:" + DigestText(canonical);
}

nlohmann::json SignDocument(std::string_view tag, nlohmann::json document, const Ed25519Key& key) {
  const std::string bytes = SignedBytes(tag, document.dump()).value_or("");
  document["sig"] = {{"alg", kAlgorithm},
                     {"kid", KeyId(key.public_key())},
                     {"value", Base64UrlEncode(key.Sign(bytes))}};
  return document;
}

bool VerifyDocument(std::string_view tag, std::string_view text, std::string_view public_key) {
  const auto document = tollpass::json::ParseUnique(text, kMaxDepth);
  const auto bytes = SignedBytes(tag, text);
  if (!document.ok() || !bytes.ok()) return false;
  const auto sig = tollpass::json::Find(*document, "sig").value_or(tollpass::json::Value());
  const auto signature =
      Base64UrlDecode(tollpass::json::FindString(sig, "value").value_or("")).value_or("");
  return tollpass::json::FindString(sig, "alg") == kAlgorithm &&
         tollpass::json::FindString(sig, "kid") == KeyId(public_key) &&
         VerifyEd25519(*bytes, signature, public_key);
}

}  // namespace tollpass::samples
