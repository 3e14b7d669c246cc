#ifndef TOLLPASS_WALLET_KERNEL_KERNEL_H_
#define TOLLPASS_WALLET_KERNEL_KERNEL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/call.h"
#include "core/challenge.h"
#include "core/export.h"
#include "core/order.h"
#include "core/proof.h"
#include "core/reason.h"

namespace tollpass {

/// A challenged call.
struct AuthorizeRequest {
  Call call;
  Challenge challenge;
  int64_t called_at_ms = 0;  // when the host's request came; Unix milliseconds
};

enum class DecisionKind {
  kPay,          // a new charge: send `proof`
  kRepeat,       // an open charge was adopted: send `proof`, the first one's bytes
  kAsk,          // parked: `approval` waits for the user
  kDecline,      // the rules say no
  kUnavailable,  // cannot be paid right now
  kExpired,      // the challenge has expired; a fresh one may be decided otherwise
};

/// What the kernel says. The reason is for the user's eyes only.
struct Decision {
  DecisionKind kind = DecisionKind::kUnavailable;
  Reason reason = Reason::kLedgerUnavailable;
  std::string charge_id;
  int64_t generation = 0;
  Proof proof;
  bool was_refused = false;  // kRepeat: the server refused this proof before
  // An earlier proof for an equal call left and was never answered, or the ledger cannot tell.
  bool left_before = false;
  // kPay, kRepeat: an equal call that is made so long after this one, while this one is unanswered,
  // is its repeat; 0: not known.
  int64_t host_timeout_ms = 0;
  std::string approval_id;
  int64_t ask_wait_ms = 0;  // kAsk: how long the call may stay parked; same request again meanwhile
  /// kUnavailable because something of the user's is missing or broken: what, and the way out.
  /// Nothing in it comes from a server. Never for the host. Several lines where it lists several
  /// faults; empty otherwise.
  std::string notice;
};

/// How a paid call went, told by whoever carried the messages.
struct Report {
  enum class Outcome { kDelivered, kRefused, kLost };

  std::string charge_id;
  int64_t generation = 0;
  Outcome outcome = Outcome::kLost;
  // The host got a result, or an error with a receipt. With kLost: one that brought nothing.
  bool answered = false;
  std::optional<Receipt> receipt;
  std::string server_text;  // untrusted; for the user's log
  // What the server asked for in answer to the proof; with kRefused.
  std::vector<Offer> asked_again = {};
  // With kLost: not for anything that the tool did or left undone. The host is gone, or took the
  // call back before the proof left.
  bool no_fault = false;
};

/// The one place where money is authorised. Thread-safe. Authorize may take seconds (a busy
/// database): never call it on a loop's thread.
class TOLLPASS_EXPORT Kernel {
 public:
  virtual ~Kernel() = default;

  /// Decides, charges and signs in one durable transaction. Never fails: what cannot be decided is
  /// kUnavailable.
  virtual Decision Authorize(const AuthorizeRequest& request) = 0;

  /// Records how a paid call ended. Idempotent. Never gives budget back. Unavailable: not recorded
  /// yet; it is tried again before every later authorisation, none of which pays until then.
  virtual absl::Status Conclude(const Report& report) = 0;

  /// Carries out an order of the user. `signature`: of the approval key for one that widens, else
  /// empty. PermissionDenied: it widens and that is not the signature; NotFound: subject unknown;
  /// FailedPrecondition: already answered, revoked, expired or replayed, or it widens and the
  /// ledger is older than its mirror.
  virtual absl::Status Resolve(const Order& order, std::string_view signature) = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_KERNEL_H_
