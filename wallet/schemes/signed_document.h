#ifndef TOLLPASS_WALLET_SCHEMES_SIGNED_DOCUMENT_H_
#define TOLLPASS_WALLET_SCHEMES_SIGNED_DOCUMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/json/json.h"
#include "core/signing_key.h"

/// JSON documents that carry their own signature: quotes, proofs for quotes, receipts.
///
///   signed bytes := tag LF canonical form (RFC 8785) of the document without "sig"
///   sig          := {"alg": "Ed25519", "kid": Ed25519KeyId, "value": base64url of 64 bytes}
///   digest       := "sha-256:" base64url(SHA-256(canonical form of the document with "sig"))
///
/// Pure and thread-safe.
namespace tollpass {

inline constexpr size_t kMaxDocumentBytes = size_t{16} * 1024;
inline constexpr int kMaxDocumentDepth = 16;

/// "sha-256:" and the digest of bytes in base64url.
std::string BytesDigest(std::string_view bytes);
/// BytesDigest of the canonical form; std::nullopt where `json` has none.
std::optional<std::string> JsonDigest(std::string_view json);

/// True if `public_key` (32 bytes) signed `document` for the purpose `tag`.
bool VerifyDocument(std::string_view tag, std::string_view document, std::string_view public_key);

/// `document`, a JSON object without "sig", with the signature of `key` as its last member.
/// InvalidArgument: it has no canonical form; others as SigningKey::SignMessage.
absl::StatusOr<std::string> SignDocument(std::string_view tag, std::string_view document,
                                         const SigningKey& key);

/// Reads the members of one closed document: each must be asked for, and nothing else may be there.
class DocumentReader {
 public:
  /// `text` must be a JSON object within the bounds above, no key in it twice.
  explicit DocumentReader(std::string_view text);

  /// The member, which must be a string; empty where it is not.
  std::string Text(std::string_view key);
  /// The same for one that may be absent.
  void OptionalText(std::string_view key);
  /// The member, which must be an integer from 0 to 2^53 - 1.
  int64_t Integer(std::string_view key);
  /// The id of the key in "sig", which must have the form above.
  std::string Signature();

  /// A peek that asks for nothing.
  [[nodiscard]] std::optional<std::string> Find(std::string_view key) const;
  /// True if the text was a document at all.
  [[nodiscard]] bool readable() const { return readable_; }
  /// True if every member had its form and each one that is there was asked for.
  [[nodiscard]] bool whole() const { return readable_ && fits_ && asked_ == members_.size(); }

 private:
  std::optional<json::Value> Take(std::string_view key);

  std::vector<json::Member> members_;
  bool readable_ = false;
  bool fits_ = true;
  size_t asked_ = 0;
};

/// 16 to 64 characters (or to `longest`) of [A-Za-z0-9_-].
bool IsDocumentId(std::string_view text, size_t longest = 64);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_SIGNED_DOCUMENT_H_
