#include "mandates/verify_event.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/approval.h"
#include "core/encoding.h"
#include "core/mandate_terms.h"
#include "core/order.h"
#include "core/status.h"
#include "mandates/accept_ledger.h"
#include "mandates/codec.h"
#include "mandates/given_back.h"
#include "mandates/order_checks.h"
#include "mandates/read_facts.h"
#include "mandates/row_values.h"
#include "mandates/signed_trust.h"
#include "mandates/sql/approvals.h"
#include "mandates/sql/mandates.h"

namespace tollpass {
namespace {

using Counts = std::vector<sql::CounterRow>;

absl::Status Same(const Counts& counts, const absl::StatusOr<Counts>& right) {
  TOLLPASS_RETURN_IF_ERROR(right.status());
  return counts == *right ? absl::OkStatus()
                          : absl::PermissionDeniedError("it counts other sums than it must");
}

/// A charge and its call, as they were before the event.
struct Charge {
  sql::CallRow call;
  sql::ChargeRow row;
};

absl::StatusOr<Charge> FindBefore(sql::Database& before, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ChargeRow> row, sql::FindCharge(before, id));
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::CallRow> call, sql::FindCall(before, id));
  if (!row || !call) {
    return absl::NotFoundError(absl::StrFormat("there is no charge %s", Printable(id)));
  }
  return Charge{*std::move(call), *std::move(row)};
}

/// OK if the mandate of the charge, as it was signed, has `word` among the words that `list` names.
absl::Status CheckTrusts(sql::Database& before, const Charge& charge,
                         std::vector<std::string> MandateTerms::*list, std::string_view word) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::SignedMandate> row,
                            sql::FindMandate(before, charge.call.mandate));
  if (row) {
    TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(row->order.bytes));
    TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms, DecodeMandate(order.body));
    if (Holds(terms.*list, word)) {
      return absl::OkStatus();
    }
  }
  return absl::PermissionDeniedError(
      absl::StrFormat("no mandate that was signed for charge %s lets %s give budget back",
                      charge.row.id, Printable(word)));
}

absl::Status CheckReleased(sql::Database& events, sql::Database& before, const Charge& charge,
                           const ChargeChanged& body) {
  const std::string& source = body.sighting.source;
  TOLLPASS_RETURN_IF_ERROR(source == kTrustedRefusal
                               ? CheckTrusts(before, charge, &MandateTerms::trust, kTrustRefusals)
                               : CheckTrusts(before, charge, &MandateTerms::chain_sources, source));
  return Same(body.given_back, WhatStillCounts(events, charge.call, charge.row));
}

absl::Status CheckLowered(sql::Database& events, sql::Database& before, const Charge& charge,
                          const ChargeChanged& body) {
  const std::optional<Amount> settled = charge.call.amount.Minus(body.state.lowered);
  if (!settled || body.state.lowered < charge.row.state.lowered) {
    return absl::PermissionDeniedError("it lowers by another amount than the charge's");
  }
  TOLLPASS_RETURN_IF_ERROR(CheckTrusts(before, charge, &MandateTerms::trust, kTrustReceipts));
  return Same(body.given_back, WhatCountsBeyond(events, charge.call, charge.row, *settled));
}

/// What was given back stays so, and nothing more comes back of it.
absl::Status CheckStaysReleased(const sql::ChargeRow& row, const ChargeChanged& body) {
  return body.state.money == row.state.money && body.state.lowered == row.state.lowered
             ? Same(body.given_back, Counts())
             : absl::PermissionDeniedError(
                   absl::StrFormat("charge %s was given back, and that is for good", row.id));
}

absl::Status Verify(sql::Database& events, sql::Database& before, const ChargeChanged& body) {
  const std::string_view released = MoneyName(MoneyState::kReleased);
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<std::string> money,
                            sql::FindMoney(before, body.charge));
  if (money == released) {
    TOLLPASS_ASSIGN_OR_RETURN(const Charge charge, FindBefore(before, body.charge));
    return CheckStaysReleased(charge.row, body);
  }
  if (body.given_back.empty() && body.state.money != released && body.state.lowered.IsZero()) {
    return absl::OkStatus();  // As nearly all are.
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Charge charge, FindBefore(before, body.charge));
  if (body.state.money == released) {
    return CheckReleased(events, before, charge, body);
  }
  return body.state.lowered != charge.row.state.lowered ? CheckLowered(events, before, charge, body)
                                                        : Same(body.given_back, Counts());
}

/// What the order makes come back.
absl::StatusOr<Counts> WhatComesBack(sql::Database& events, sql::Database& before,
                                     const Order& order) {
  // The first orders to reconcile had no word: they gave back.
  if (order.kind != OrderKind::kReconcile || order.binding == kSettledWord) {
    return Counts();
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Charge charge, FindBefore(before, order.subject));
  return WhatStillCounts(events, charge.call, charge.row);
}

absl::StatusOr<Counts> WhatIsAdded(sql::Database& before, const Order& order) {
  if (order.kind != OrderKind::kAcceptLedger) {
    return Counts();
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Acceptance acceptance, DecodeAcceptance(order.body));
  return WhatTotalsLack(before, acceptance);
}

/// A question is answered while it waits; a denied one may be approved, and a granted one denied.
absl::Status CheckAnswerable(sql::Database& before, const Order& order) {
  const bool approves = order.kind == OrderKind::kApprove;
  if (!approves && order.kind != OrderKind::kDeny) return absl::OkStatus();
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(before, order.subject));
  const ApprovalState also = approves ? ApprovalState::kDenied : ApprovalState::kGranted;
  return !row || row->state == ApprovalStateName(ApprovalState::kPending) ||
                 row->state == ApprovalStateName(also)
             ? absl::OkStatus()
             : absl::PermissionDeniedError(
                   absl::StrFormat("it answers question %s, which was %s", row->id, row->state));
}

/// An older program kept neither pin.
absl::Status CheckPins(sql::Database& events, sql::Database& before, const Order& order,
                       const Ordered& body) {
  if (body.replaced_pin.empty() && body.restored_pin.empty()) {
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(const PinChange change, PinChangeBy(events, before, order));
  const bool holds = (body.replaced_pin.empty() || body.replaced_pin == change.replaced) &&
                     (body.restored_pin.empty() || body.restored_pin == change.restored);
  return holds ? absl::OkStatus()
               : absl::PermissionDeniedError("it names another pin of the tool than it must");
}

absl::Status Verify(sql::Database& events, sql::Database& before, const Authority& authority,
                    EventKind kind, const Ordered& body) {
  TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(body.order));
  if (EventKindOf(order.kind) != kind) {
    return absl::PermissionDeniedError(
        absl::StrFormat("it is written about an order '%s'", OrderName(order.kind)));
  }
  if (Widens(order.kind) && order.kind != OrderKind::kAllow) {
    TOLLPASS_RETURN_IF_ERROR(
        VerifiedOrder(body.order, body.signature, order.kind, authority).status());
  }
  TOLLPASS_RETURN_IF_ERROR(Same(body.given_back, WhatComesBack(events, before, order)));
  TOLLPASS_RETURN_IF_ERROR(CheckAnswerable(before, order));
  TOLLPASS_RETURN_IF_ERROR(CheckPins(events, before, order, body));
  return Same(body.added, WhatIsAdded(before, order));
}

}  // namespace

absl::Status VerifyEvent(sql::Database& events, sql::Database& before, const Authority& authority,
                         const Event& event) {
  if (const auto* changed = std::get_if<ChargeChanged>(&event.body)) {
    return Verify(events, before, *changed);
  }
  const auto* ordered = std::get_if<Ordered>(&event.body);
  return ordered == nullptr ? absl::OkStatus()
                            : Verify(events, before, authority, event.kind, *ordered);
}

}  // namespace tollpass
