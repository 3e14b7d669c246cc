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

}  // namespace tollpass
