#ifndef TOLLPASS_CORE_APPROVAL_H_
#define TOLLPASS_CORE_APPROVAL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/call.h"
#include "core/terms.h"

namespace tollpass {

enum class ApprovalState { kPending, kGranted, kDenied, kUsed };

/// How long a question waits for its answer. Seconds.
inline constexpr int64_t kQuestionSeconds = int64_t{24} * 60 * 60;
/// How long an answer may hold at most. Seconds.
inline constexpr int64_t kLongestApprovalSeconds = 30 * kQuestionSeconds;

/// A question to the user, and the answer. It binds everything that the user is shown except the
/// amount, and no id or time of one challenge, so that the same call repeated later is covered.
/// Single use.
struct Approval {
  std::string id;
  std::string call_key;  // CallKey: server identity, principal, method, tool, arguments
  std::string server_id;
  std::string server_name;
  std::string tool;
  std::string arguments;  // ShownArguments of the call: the model's words
  std::string payer;
  std::string scheme;
  std::string network;
  Asset asset;  // row of the user's table when it was asked: what the user saw is what is bound
  std::string payee;
  Amount amount;                // asked; atomic units
  Amount ceiling;               // granted at most; atomic units
  std::string reason;           // ReasonCode: why it was asked
  std::string also;             // ReasonCode of what else the answer says yes to; or empty
  std::string section;          // policy section that asked
  std::string section_digest;   // an edit of the section makes the approval void
  std::string tool_definition;  // of the call, where the question is about it; else empty
  std::string tool_text;        // Call::tool_text with it; untrusted
  int64_t asked_at = 0;         // unix seconds
  int64_t expires_at = 0;       // unix seconds, exclusive; of the question, then of the answer
  ApprovalState state = ApprovalState::kPending;

  friend bool operator==(const Approval&, const Approval&) = default;
};

/// Digest of everything an approval binds; 64 hex digits.
std::string ApprovalBinding(const Approval& approval);

/// The question that `terms` raise for `call`; id, times and state are left to the caller.
Approval ApprovalFor(const Call& call, const Terms& terms);

/// The arguments of a call as a person is shown them: canonical, so that equal calls show the same;
/// printable; cut after some hundred bytes, then with their size and digits that tell calls apart.
std::string ShownArguments(const Call& call);

/// "pending", "granted", "denied", "used".
std::string_view ApprovalStateName(ApprovalState state);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_APPROVAL_H_
