#include "wallet/schemes/signed_document.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr int64_t kLargestInteger = (int64_t{1} << 53) - 1;
constexpr size_t kSignatureBytes = 64;
constexpr size_t kShortestId = 16;

absl::StatusOr<std::string> SignedBytes(std::string_view tag, std::string_view document) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string plain,
                            json::Splice(document, {{{"sig"}, std::nullopt}}));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string canonical, json::Canonical(plain, kMaxDocumentDepth));
  return absl::StrFormat("%s\n%s", tag, canonical);
}

std::optional<std::string> SignatureValue(const json::Value& sig) {
  const std::optional<std::string> value = json::FindString(sig, "value");
  std::optional<std::string> bytes = value ? Base64UrlDecode(*value) : std::nullopt;
  return bytes && bytes->size() == kSignatureBytes ? bytes : std::nullopt;
}

}  // namespace

std::string BytesDigest(std::string_view bytes) {
  const Digest digest = Sha256(bytes);
  return "sha-256:" +
         Base64UrlEncode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::optional<std::string> JsonDigest(std::string_view json) {
  const absl::StatusOr<std::string> canonical = json::Canonical(json, kMaxDocumentDepth);
  return canonical.ok() ? std::optional(BytesDigest(*canonical)) : std::nullopt;
}

bool VerifyDocument(std::string_view tag, std::string_view document, std::string_view public_key) {
  const absl::StatusOr<json::Value> root = json::ParseUnique(document, kMaxDocumentDepth);
  const std::optional<json::Value> sig = root.ok() ? json::Find(*root, "sig") : std::nullopt;
  const std::optional<std::string> signature = sig ? SignatureValue(*sig) : std::nullopt;
  const absl::StatusOr<std::string> bytes = SignedBytes(tag, document);
  return signature && bytes.ok() && VerifyEd25519(*bytes, *signature, public_key);
}

absl::StatusOr<std::string> SignDocument(std::string_view tag, std::string_view document,
                                         const SigningKey& key) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string bytes, SignedBytes(tag, document));
  TOLLPASS_ASSIGN_OR_RETURN(const auto signature, key.SignMessage(bytes));
  const std::string_view value(reinterpret_cast<const char*>(signature.data()), signature.size());
  const std::string sig = json::ObjectWriter()
                              .String("alg", "Ed25519")
                              .String("kid", key.account())
                              .String("value", Base64UrlEncode(value))
                              .Done();
  return json::Splice(document, {{{"sig"}, sig}});
}

DocumentReader::DocumentReader(std::string_view text) {
  if (text.size() > kMaxDocumentBytes) return;
  const absl::StatusOr<json::Value> root = json::ParseUnique(text, kMaxDocumentDepth);
  if (!root.ok() || root->type != json::Type::kObject) return;
  readable_ = true;
  members_ = json::Members(*root);
}

std::optional<json::Value> DocumentReader::Take(std::string_view key) {
  const auto member = std::find_if(members_.begin(), members_.end(),
                                   [&](const json::Member& known) { return known.key == key; });
  if (member == members_.end()) return std::nullopt;
  ++asked_;
  return member->value;
}

std::string DocumentReader::Text(std::string_view key) {
  const std::optional<json::Value> value = Take(key);
  std::optional<std::string> text = value ? json::AsString(*value) : std::nullopt;
  fits_ &= text.has_value();
  return std::move(text).value_or("");
}

void DocumentReader::OptionalText(std::string_view key) {
  const std::optional<json::Value> value = Take(key);
  fits_ &= !value || json::AsString(*value).has_value();
}

int64_t DocumentReader::Integer(std::string_view key) {
  const std::optional<json::Value> value = Take(key);
  const std::optional<int64_t> integer = value ? json::AsInteger(*value) : std::nullopt;
  fits_ &= integer && *integer >= 0 && *integer <= kLargestInteger;
  return integer.value_or(0);
}

std::string DocumentReader::Signature() {
  const std::optional<json::Value> sig = Take("sig");
  std::optional<std::string> kid = sig ? json::FindString(*sig, "kid") : std::nullopt;
  fits_ &= kid && json::Members(*sig).size() == 3 && json::FindString(*sig, "alg") == "Ed25519" &&
           SignatureValue(*sig).has_value();
  return std::move(kid).value_or("");
}

std::optional<std::string> DocumentReader::Find(std::string_view key) const {
  for (const json::Member& member : members_) {
    if (member.key == key) return json::AsString(member.value);
  }
  return std::nullopt;
}

bool IsDocumentId(std::string_view text, size_t longest) {
  return text.size() >= kShortestId && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-';
         });
}

}  // namespace tollpass
