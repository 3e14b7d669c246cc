#ifndef TOLLPASS_CORE_APPROVAL_H_
#define TOLLPASS_CORE_APPROVAL_H_

#include <cstdint>
#include <string>

#include "core/call.h"
#include "core/terms.h"

namespace tollpass {

enum class ApprovalState { kPending, kGranted, kDenied, kUsed };

/// A question to the user, and the answer. It binds what would be paid for, never ids or times of
/// one challenge, so that the same call repeated later is covered. Single use.
struct Approval {
  std::string id;
  std::string call_key;  // CallKey: server identity, principal, method, tool, arguments
  std::string server_id;
  std::string server_name;
  std::string tool;
  std::string payer;
  std::string scheme;
  std::string network;
  std::string asset;  // canonical id
  std::string payee;
  Amount amount;               // asked; atomic units
  Amount ceiling;              // granted at most; atomic units
  std::string reason;          // ReasonCode: why it was asked
  std::string section;         // policy section that asked
  std::string section_digest;  // an edit of the section makes the approval void
  int64_t asked_at = 0;        // unix seconds
  int64_t expires_at = 0;      // unix seconds, exclusive; of the question, then of the answer
  ApprovalState state = ApprovalState::kPending;

  friend bool operator==(const Approval&, const Approval&) = default;
};

/// Digest of everything an approval binds except the amount; 64 hex digits.
std::string ApprovalBinding(const Approval& approval);

/// The question that `terms` raise for `call`; id, times and state are left to the caller.
Approval ApprovalFor(const Call& call, const Terms& terms);

/// "pending", "granted", "denied", "used".
std::string_view ApprovalStateName(ApprovalState state);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_APPROVAL_H_
