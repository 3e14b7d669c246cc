#include "mandates/project_order.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/approval.h"
#include "core/order.h"
#include "core/reason.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/orders.h"
#include "mandates/sql/pins.h"
#include "mandates/sql/tool_history.h"
#include "mandates/states.h"
#include "mandates/tool_history.h"

namespace tollpass {
namespace {

absl::Status Allow(sql::Database& database, int64_t time, const Order& order, const Ordered& body) {
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms, DecodeMandate(order.body));
  return sql::InsertMandate(database, {.id = terms.id,
                                       .server_id = terms.server_id,
                                       .not_after = terms.not_after,
                                       .order = {body.order},
                                       .signature = {body.signature},
                                       .allowed_at = time});
}

/// A pin of a payee, or of what is said about a tool.
absl::Status AcceptPin(sql::Database& database, int64_t time, const Order& order) {
  if (order.binding.starts_with(kToolPinPrefix)) {
    return sql::PutToolPin(database, {.server_id = order.subject,
                                      .tool = order.body,
                                      .definition = order.binding.substr(kToolPinPrefix.size()),
                                      .since = time});
  }
  // No network id holds a slash.
  return sql::PutPin(database, {.server_id = order.subject,
                                .network = order.binding.substr(0, order.binding.find('/')),
                                .payee = order.binding,
                                .since = time});
}

/// `time`: of the answer.
absl::Status Answer(sql::Database& database, int64_t time, ApprovalState answer, const Order& order,
                    const Ordered& body) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(database, order.subject));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat("there is no approval %s", order.subject));
  }
  const std::string before = std::exchange(row->state, std::string(ApprovalStateName(answer)));
  if (answer == ApprovalState::kGranted) {
    row->expires_at = order.expires_at;
    row->ceiling = order.ceiling;
    row->order = {body.order};
    row->signature = {body.signature};
    // Whoever says yes to a change has seen it: there is nothing to wait for.
    if (row->reason == ReasonCode(Reason::kToolChanged)) {
      TOLLPASS_RETURN_IF_ERROR(sql::PutToolPin(database, {.server_id = row->server_id,
                                                          .tool = row->tool,
                                                          .definition = row->tool_definition,
                                                          .since = time}));
    }
  } else {
    if (!body.restored_pin.empty()) {
      TOLLPASS_RETURN_IF_ERROR(sql::PutToolPin(database, {.server_id = row->server_id,
                                                          .tool = row->tool,
                                                          .definition = body.restored_pin,
                                                          .since = time}));
    }
    // One that takes back a long grant holds no longer than any other.
    row->expires_at = std::min(row->expires_at, row->asked_at + kQuestionSeconds);
  }
  return sql::UpdateApproval(database, before, *row);
}

absl::Status Reconcile(sql::Database& database, const Order& order, const Ordered& body) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ChargeRow> row,
                            sql::FindCharge(database, order.subject));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat("there is no charge %s", order.subject));
  }
  for (const sql::CounterRow& count : body.given_back) {
    TOLLPASS_RETURN_IF_ERROR(sql::TakeFromCounter(database, count));
  }
  const bool settled = order.binding == kSettledWord;
  row->state.money = MoneyName(settled ? MoneyState::kSettled : MoneyState::kReleased);
  return sql::UpdateChargeState(database, row->id, row->state.generation, row->state.call_state,
                                row->state);
}

absl::Status Accept(sql::Database& database, const Order& order, const Ordered& body) {
  TOLLPASS_ASSIGN_OR_RETURN(const Acceptance acceptance, DecodeAcceptance(order.body));
  for (const sql::CounterRow& count : body.added) {
    TOLLPASS_RETURN_IF_ERROR(sql::AddToCounter(database, count));
  }
  return sql::SetEpoch(database, acceptance.epoch);
}

absl::Status CarryOut(sql::Database& database, int64_t time, const Order& order,
                      const Ordered& body) {
  switch (order.kind) {
    case OrderKind::kAllow:
      return Allow(database, time, order, body);
    case OrderKind::kApprove:
      return Answer(database, time, ApprovalState::kGranted, order, body);
    case OrderKind::kDeny:
      return Answer(database, time, ApprovalState::kDenied, order, body);
    case OrderKind::kRevoke:
      return sql::SetMandateRevoked(database, order.subject, time);
    case OrderKind::kPause:
      return sql::SetPausedAt(database, time);
    case OrderKind::kResume:
      return sql::SetPausedAt(database, 0);
    case OrderKind::kReconcile:
      return Reconcile(database, order, body);
    case OrderKind::kAcceptPin:
      return AcceptPin(database, time, order);
    case OrderKind::kAcceptLedger:
      return Accept(database, order, body);
    case OrderKind::kCloseBreaker:
      return ForgetTrouble(database, order.subject, order.body);
  }
  return absl::UnimplementedError(
      absl::StrFormat("the order '%s' cannot be carried out yet", OrderName(order.kind)));
}

}  // namespace

absl::Status ProjectOrder(sql::Database& database, int64_t sequence, int64_t time,
                          const Ordered& body) {
  TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(body.order));
  if (Widens(order.kind)) {
    TOLLPASS_RETURN_IF_ERROR(sql::InsertOrderNonce(database, order.nonce, sequence));
  }
  return CarryOut(database, time, order, body);
}

}  // namespace tollpass
