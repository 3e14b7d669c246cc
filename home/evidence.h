#ifndef TOLLPASS_HOME_EVIDENCE_H_
#define TOLLPASS_HOME_EVIDENCE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/signing_key.h"
#include "mandates/ledger_reader.h"

/// One payment as a document that others can verify without the home. Format: docs/mandates.md.
/// It holds the digest of the proof and never the proof, no key, no name of the operating-system
/// user, and the arguments of the call only where they are asked for.
namespace tollpass {

inline constexpr std::string_view kEvidenceType = "tollpass-evidence/1";
inline constexpr size_t kMaxEvidence = size_t{4} * 1024 * 1024;
inline constexpr int kMaxEvidenceDepth = 16;

/// Whose ledger a record is from.
struct LedgerIdentity {
  std::string id;
  std::string approval_key;  // 32 bytes
};

/// The bundle without its signature. `now` in unix seconds. `with_arguments`: with the arguments,
/// as the user was shown them, that an answer to a question binds: without them nobody can tell
/// which payment the answer permitted.
std::string EvidenceDocument(const PaymentRecord& record, const LedgerIdentity& ledger, int64_t now,
                             bool with_arguments = false);

/// What the paying account signs (wallet/keys/account_signature.h): the type and the SHA-256 of the
/// canonical form (RFC 8785) of `document` without "sig". InvalidArgument: it has no such form.
absl::StatusOr<std::string> EvidenceText(std::string_view document);

/// `document` with the signature of `key`, that of the account that paid, as its last member.
/// Errors as SigningKey::SignRecoverable.
absl::StatusOr<std::string> SignEvidence(std::string_view document, const SigningKey& key);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_EVIDENCE_H_
