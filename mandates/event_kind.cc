#include <array>
#include <utility>

#include "mandates/event.h"

namespace tollpass {
namespace {

constexpr std::array<std::string_view, 18> kNames = {
    "initialised", "declined",   "asked",        "charged",         "adopted",        "concluded",
    "recovered",   "allowed",    "approved",     "denied",          "revoked",        "paused",
    "resumed",     "reconciled", "pin_accepted", "ledger_accepted", "breaker_closed", "witnessed"};

}  // namespace

std::string_view EventKindName(EventKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<EventKind> EventKindFromName(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) {
      return static_cast<EventKind>(i);
    }
  }
  return std::nullopt;
}

EventKind EventKindOf(OrderKind kind) {
  switch (kind) {
    case OrderKind::kAllow:
      return EventKind::kAllowed;
    case OrderKind::kApprove:
      return EventKind::kApproved;
    case OrderKind::kDeny:
      return EventKind::kDenied;
    case OrderKind::kRevoke:
      return EventKind::kRevoked;
    case OrderKind::kPause:
      return EventKind::kPaused;
    case OrderKind::kResume:
      return EventKind::kResumed;
    case OrderKind::kReconcile:
      return EventKind::kReconciled;
    case OrderKind::kAcceptLedger:
      return EventKind::kLedgerAccepted;
    case OrderKind::kCloseBreaker:
      return EventKind::kBreakerClosed;
    default:
      return EventKind::kPinAccepted;
  }
}

}  // namespace tollpass
