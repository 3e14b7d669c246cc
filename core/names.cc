#include "core/order.h"
#include "core/proof.h"
#include "core/verdict.h"

namespace tollpass {

const char* EvidenceName(Evidence evidence) {
  switch (evidence) {
    case Evidence::kNone:
      return "none";
    case Evidence::kClaimed:
      return "claimed";
    case Evidence::kMatched:
      return "matched";
    case Evidence::kSigned:
      return "signed";
    case Evidence::kConfirmed:
      return "confirmed";
  }
  return "";
}

std::string_view VerdictName(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::kPay:
      return "pay";
    case VerdictKind::kAsk:
      return "ask";
    case VerdictKind::kDeny:
      return "deny";
  }
  return "";
}

bool Widens(OrderKind kind) {
  return kind != OrderKind::kDeny && kind != OrderKind::kRevoke && kind != OrderKind::kPause;
}

std::string_view OrderName(OrderKind kind) {
  switch (kind) {
    case OrderKind::kAllow:
      return "allow";
    case OrderKind::kApprove:
      return "approve";
    case OrderKind::kDeny:
      return "deny";
    case OrderKind::kRevoke:
      return "revoke";
    case OrderKind::kPause:
      return "pause";
    case OrderKind::kResume:
      return "resume";
    case OrderKind::kReconcile:
      return "reconcile";
    case OrderKind::kAcceptPin:
      return "accept pin";
    case OrderKind::kCloseBreaker:
      return "close breaker";
    case OrderKind::kAcceptLedger:
      return "accept ledger";
  }
  return "";
}

}  // namespace tollpass
