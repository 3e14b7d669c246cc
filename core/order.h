#ifndef TOLLPASS_CORE_ORDER_H_
#define TOLLPASS_CORE_ORDER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/amount.h"
#include "core/export.h"

namespace tollpass {

/// What the user tells the kernel. Those that widen need a signature of the approval key over their
/// bytes, which OpenedHome makes and signs; those that narrow need none.
enum class OrderKind {
  kAllow,         // widens: `body` is a mandate's signed bytes
  kApprove,       // widens
  kDeny,          // narrows
  kRevoke,        // narrows
  kPause,         // narrows
  kResume,        // widens
  kReconcile,     // widens
  kAcceptPin,     // widens
  kCloseBreaker,  // widens
  kAcceptLedger,  // widens
};

/// What the user found out about a charge: `Order::binding` of kReconcile.
inline constexpr std::string_view kSettledWord = "settled";
inline constexpr std::string_view kNotSettledWord = "not_settled";

/// How `Order::binding` of kAcceptPin begins where it is about a tool and not about a payee: the
/// Call::tool_definition follows, and the tool is the body.
inline constexpr std::string_view kToolPinPrefix = "tool/";

/// One of them, as it is signed.
struct Order {
  OrderKind kind = OrderKind::kPause;
  std::string ledger_id;
  std::string subject;     // approval, mandate or charge id; server id for a pin or breaker
  std::string binding;     // kApprove: digest of all that the question binds, 64 hex digits;
                           // kAcceptPin: "network/payee", or kToolPinPrefix and a definition;
                           // kSettledWord or kNotSettledWord for kReconcile
  Amount ceiling;          // atomic units, for kApprove; for kReconcile: what the charge is about
  int64_t issued_at = 0;   // unix seconds
  int64_t expires_at = 0;  // unix seconds, for kApprove
  std::string body;   // bytes of the mandate, for kAllow; of the acceptance, for kAcceptLedger;
                      // name of the tool, for its pin or breaker
  std::string nonce;  // makes each order unique: a resume is not replayed

  friend bool operator==(const Order&, const Order&) = default;
};

/// True for the kinds that need a signature.
TOLLPASS_EXPORT bool Widens(OrderKind kind);

/// "allow", "approve", ...
TOLLPASS_EXPORT std::string_view OrderName(OrderKind kind);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_ORDER_H_
