#ifndef TOLLPASS_HOME_VERIFY_EVIDENCE_H_
#define TOLLPASS_HOME_VERIFY_EVIDENCE_H_

#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

/// Whom the reader knows by other ways; what is empty is not compared.
struct EvidencePins {
  std::string account = {};       // canonical
  std::string approval_key = {};  // 64 lower-case hex digits
  std::string ledger_id = {};
};

/// What a bundle of home/evidence.h is found to be.
struct EvidenceReport {
  std::vector<std::string> faults;  // a sentence for each thing that does not hold; empty: all does
  // What it says, for whoever knows by other ways what should stand there; empty where it is not
  // to be read.
  std::string payment;       // id in the payer's log
  std::string account;       // that signed it
  std::string approval_key;  // by whose signature it was permitted, 64 hex digits
  std::string ledger_id;
  std::string summary;  // "0.01 USDC on eip155:84532 to 0x2096..."
  bool account_pinned = false;
  bool approval_key_pinned = false;

  /// Anybody can make a bundle that is consistent, under keys of their own.
  [[nodiscard]] bool IsPinned() const { return account_pinned && approval_key_pinned; }
  [[nodiscard]] bool Holds() const { return faults.empty() && IsPinned(); }
};

/// Checks by `text` alone: the signature, that it is the paying account's, each digest, that the
/// mandate with those above it (or the approval) was signed, and covers this payment; then that all
/// of it is of those whom `pins` names. Whether money moved is for the chain to tell. Pure.
EvidenceReport VerifyEvidence(std::string_view text, const EvidencePins& pins);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_VERIFY_EVIDENCE_H_
