#ifndef TOLLPASS_MANDATES_EVENT_H_
#define TOLLPASS_MANDATES_EVENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "core/chain_sighting.h"
#include "core/order.h"
#include "mandates/offer_note.h"
#include "mandates/over_price.h"
#include "mandates/sql/approvals.h"
#include "mandates/sql/calls.h"
#include "mandates/sql/charges.h"
#include "mandates/sql/counters.h"

/// What can happen to a ledger. The body of an event says everything that follows from it, so that
/// every other row can be computed again from the events. Format of the bodies: docs/ledger.md.
namespace tollpass {

enum class EventKind {
  kInitialised,
  kDeclined,
  kAsked,
  kCharged,
  kAdopted,
  kConcluded,
  kRecovered,
  kAllowed,
  kApproved,
  kDenied,
  kRevoked,
  kPaused,
  kResumed,
  kReconciled,
  kPinAccepted,
  kLedgerAccepted,
  kBreakerClosed,
  kWitnessed,
};

/// "initialised", "declined", ...: stable, stored.
std::string_view EventKindName(EventKind kind);
std::optional<EventKind> EventKindFromName(std::string_view name);
/// The event that carrying out such an order is.
EventKind EventKindOf(OrderKind kind);

/// kInitialised: the first event.
struct Initialised {
  std::string ledger_id;
  std::string approval_key;  // Ed25519 public key, 32 bytes
};

template <sql::RowOf<LimitNote> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("counter", row.counter);
  visit("unit", row.unit);
  visit("window", row.window);
  visit("seconds", row.seconds);
  visit("section", row.section);
  visit("mandate", row.mandate);
  visit("amount", row.amount);
  visit("used", row.used);
  visit("maximum", row.maximum);
}

/// All but `limits`.
template <sql::RowOf<OfferNote> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("scheme", row.scheme);
  visit("network", row.network);
  visit("asset", row.asset);
  visit("amount", row.amount);
  visit("payee", row.payee);
  visit("verdict", row.verdict);
  visit("reason", row.reason);
  visit("section", row.section);
  visit("mandate", row.mandate);
  visit("taken", row.taken);
}

template <sql::RowOf<RefusedPrice> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("network", row.network);
  visit("asset_id", row.asset_id);
  visit("amount", row.amount);
}

/// kDeclined. `sequence` and `time` of rows are left to the event.
struct Declined {
  sql::CallRow call;
  std::vector<OfferNote> offers = {};  // of this and the next two: in the server's order
  /// As DecidedCall.refused. Absent in events of formats before 5: there it is the call's own price
  /// where its reason IsOverPrice.
  std::optional<std::vector<RefusedPrice>> refused = {};
  std::optional<sql::ApprovalRow> question = {};  // that it leaves for the user
};

/// kAsked: a call that waits for an answer.
struct Asked {
  sql::CallRow call;
  std::optional<sql::ApprovalRow> question = {};  // absent: one that waited already
  std::vector<OfferNote> offers = {};
  std::vector<RefusedPrice> refused = {};
};

/// kCharged: a call that is paid.
struct Charged {
  sql::CallRow call;
  sql::ChargeRow charge;
  std::vector<sql::CounterRow> counts;                      // what it adds
  std::vector<std::pair<std::string, std::string>> states;  // of the scheme
  std::string pin;            // AssetKey(network, payee) that becomes the server's; or empty
  std::string replaces;       // the unanswered charge in whose stead it is; or empty
  std::string tool_pin = {};  // Call::tool_definition that becomes the tool's; or empty
  std::vector<OfferNote> offers = {};
  std::vector<RefusedPrice> refused = {};
};

template <sql::RowOf<ChainSighting> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("source", row.source);
  visit("used", row.used);
  visit("block_time", row.block_time);
  visit("block_number", row.block_number);
  visit("block_hash", row.block_hash);
}

/// kAdopted, kConcluded, kRecovered, kWitnessed: a charge that was as seen is now in `state`.
struct ChargeChanged {
  std::string charge;
  int64_t seen_generation = 0;
  std::string seen_call_state;
  sql::ChargeState state;
  bool empty = false;     // kConcluded: it was answered with nothing
  bool no_fault = false;  // it ended open and the tool is not to blame
  bool late = false;      // kConcluded: the tool delivered, after the call had ended open
  std::vector<sql::CounterRow> given_back = {};  // kConcluded, kWitnessed: what counts no more
  // kWitnessed: what was seen on the chain; or kTrustedRefusal alone as the source.
  ChainSighting sighting = {};
};

/// ChainSighting::source where the word of a server that the user trusts stands for one.
inline constexpr std::string_view kTrustedRefusal = "trusted refusal";

/// The other kinds: an order that was carried out.
struct Ordered {
  std::string order;                             // OrderBytes
  std::string signature;                         // of the approval key; empty where it needs none
  std::vector<sql::CounterRow> given_back = {};  // kReconciled: what its charge had added
  std::vector<sql::CounterRow> added = {};       // kLedgerAccepted: what its totals lacked
  std::string replaced_pin = {};  // kApproved: the pin of a tool in whose stead another comes
  std::string restored_pin = {};  // kDenied: the one that comes back
};

using EventBody = std::variant<Initialised, Declined, Asked, Charged, ChargeChanged, Ordered>;

/// What the clocks said when an event was written that is the first one of its boot.
struct ClockAnchor {
  std::string boot;       // empty: it is not the first, or nothing is known
  int64_t offset_ms = 0;  // unix time less the time since boot
};

struct Event {
  EventKind kind = EventKind::kInitialised;
  std::string subject;  // id of the charge, call, approval, mandate or server; may be empty
  EventBody body;
  ClockAnchor clock = {};
};

/// What was noted about the offers; empty for a kind of event that has none.
const std::vector<OfferNote>& OffersOf(const EventBody& body);

/// The body as a JSON object. Members that are empty or zero are left out.
std::string EncodeEventBody(const EventBody& body, const ClockAnchor& clock = {});
/// InvalidArgument: no JSON of that kind.
absl::StatusOr<EventBody> DecodeEventBody(EventKind kind, std::string_view json);
/// The same with the anchor that stands in the body; one without `boot` where there is none.
absl::StatusOr<Event> DecodeEvent(EventKind kind, std::string_view subject, std::string_view json);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_EVENT_H_
