#include "mandates/order_checks.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/approval.h"
#include "core/asset.h"
#include "core/clock.h"
#include "core/network.h"
#include "core/reason.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/given_back.h"
#include "mandates/row_values.h"
#include "mandates/sql/events.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/orders.h"
#include "mandates/sql/tool_history.h"
#include "mandates/tool_history.h"
#include "mandates/verified_mandate.h"

namespace tollpass {
namespace {

absl::StatusOr<OrderEffect> CheckAllow(sql::Database& database, const Authority& authority,
                                       const Order& order, const Moment& at) {
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms, DecodeMandate(order.body));
  if (terms.id != order.subject || terms.ledger_id != authority.ledger_id) {
    return absl::InvalidArgumentError("the mandate is for another order or ledger");
  }
  if (terms.not_after <= at.now) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s expired at %s", terms.id, FormatTime(terms.not_after)));
  }
  // The events count, so that a mandate whose row is gone does not come back to life.
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool known,
      sql::HasEventAfter(database, terms.id, EventKindName(EventKind::kAllowed), 0));
  if (known) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s exists already; sign a new one", terms.id));
  }
  TOLLPASS_RETURN_IF_ERROR(CheckParent(database, authority, terms, at.epoch.void_until, at.now));
  return OrderEffect{.subject = terms.id};
}

/// `also`: a state other than pending in which it may be.
absl::StatusOr<Approval> FindQuestion(sql::Database& database, const Order& order, int64_t now,
                                      ApprovalState also) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(database, order.subject));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat(
        "there is no question %s; see what waits with: tollpass pending", order.subject));
  }
  if (row->state != ApprovalStateName(ApprovalState::kPending) &&
      row->state != ApprovalStateName(also)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("question %s is %s already", row->id, row->state));
  }
  if (row->expires_at <= now) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "question %s expired at %s; call the tool again", row->id, FormatTime(row->expires_at)));
  }
  return ApprovalOf(*row);
}

/// OK unless the user said no after signing this yes.
absl::Status CheckNotDeniedSince(sql::Database& database, const Order& order) {
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::optional<sql::EventRow> denied,
      sql::FindLastEvent(database, order.subject, EventKindName(EventKind::kDenied)));
  return !denied || order.issued_at >= denied->time
             ? absl::OkStatus()
             : absl::FailedPreconditionError(absl::StrFormat(
                   "question %s was denied at %s, after this answer was signed; sign a new one",
                   order.subject, FormatTime(denied->time)));
}

/// Also answers a question that was denied, as long as that denial holds.
absl::StatusOr<OrderEffect> CheckApprove(sql::Database& database, const Order& order, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const Approval question,
                            FindQuestion(database, order, now, ApprovalState::kDenied));
  TOLLPASS_RETURN_IF_ERROR(CheckNotDeniedSince(database, order));
  if (question.reason == ReasonCode(Reason::kServerUnknown)) {
    return absl::FailedPreconditionError(
        "a server without a section of the policy is never paid, so there is nothing to approve: "
        "add it with 'tollpass add', then call the tool again");
  }
  if (order.binding != ApprovalBinding(question)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the answer is to another question than %s", question.id));
  }
  if (order.expires_at <= now) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the answer expired at %s", FormatTime(order.expires_at)));
  }
  if (order.expires_at - order.issued_at > kLongestApprovalSeconds) {
    return absl::FailedPreconditionError(
        "an answer holds for 30 days at most; give a shorter time, or sign a mandate with "
        "'tollpass allow'");
  }
  OrderEffect effect{.subject = question.id};
  TOLLPASS_ASSIGN_OR_RETURN(const PinChange change, PinChangeBy(database, database, order));
  effect.replaced_pin = change.replaced;
  return effect;
}

/// An answer that moved the pin of a tool.
struct PinMove {
  int64_t sequence = 0;  // of its event; 0: there is none
  std::string replaced;  // the pin before; empty where an older program did not keep it
};

/// By the last yes to `question` before event `before` that was carried out in `database`, whereas
/// `events` may have later ones: a question can be denied, and approved again.
absl::StatusOr<PinMove> MoveBy(sql::Database& events, sql::Database& database,
                               std::string_view question, int64_t before) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::EventRow> answers,
                            sql::ListEvents(events, question, EventKindName(EventKind::kApproved)));
  for (auto answer = answers.rbegin(); answer != answers.rend(); ++answer) {
    if (answer->sequence >= before) continue;
    TOLLPASS_ASSIGN_OR_RETURN(EventBody body, DecodeEventBody(EventKind::kApproved, answer->body));
    auto& ordered = std::get<Ordered>(body);
    TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(ordered.order));
    TOLLPASS_ASSIGN_OR_RETURN(const bool done, sql::IsOrderNonceUsed(database, order.nonce));
    if (done) {
      return PinMove{answer->sequence, std::move(ordered.replaced_pin)};
    }
  }
  return PinMove();
}

/// The last answer before event `before` that moved the pin of the tool of `question` to
/// `definition`, and whether it was taken back since.
absl::StatusOr<std::pair<PinMove, bool>> LastMoveTo(sql::Database& events, sql::Database& database,
                                                    const Approval& question,
                                                    std::string_view definition, int64_t before) {
  std::pair<PinMove, bool> last;
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::vector<sql::ApprovalRow> rows,
      sql::ListAboutDefinition(database, question.server_id, question.tool, definition));
  for (const sql::ApprovalRow& row : rows) {
    TOLLPASS_ASSIGN_OR_RETURN(PinMove move, MoveBy(events, database, row.id, before));
    if (row.reason == ReasonCode(Reason::kToolChanged) && move.sequence > last.first.sequence) {
      last = {std::move(move), row.state == ApprovalStateName(ApprovalState::kDenied)};
    }
  }
  return last;
}

/// What the tool was pinned to before the answer to `question` moved that, and that the user did
/// not take back as well; empty where the pin was moved again since, or an older program did not
/// keep it.
absl::StatusOr<std::string> PinBefore(sql::Database& events, sql::Database& database,
                                      const Approval& question) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string pinned,
                            sql::FindToolPin(database, question.server_id, question.tool));
  if (pinned != question.tool_definition) {
    return std::string();
  }
  TOLLPASS_ASSIGN_OR_RETURN(
      PinMove move, MoveBy(events, database, question.id, std::numeric_limits<int64_t>::max()));
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(auto earlier,
                              LastMoveTo(events, database, question, move.replaced, move.sequence));
    auto& [earlier_move, taken_back] = earlier;
    if (!taken_back && move.replaced != question.tool_definition) {
      return std::move(move.replaced);
    }
    move = std::move(earlier_move);
  }
}

/// Also takes back an answer that was not used yet.
absl::StatusOr<OrderEffect> CheckDeny(sql::Database& database, const Order& order, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const Approval question,
                            FindQuestion(database, order, now, ApprovalState::kGranted));
  OrderEffect effect{.subject = question.id};
  TOLLPASS_ASSIGN_OR_RETURN(const PinChange change, PinChangeBy(database, database, order));
  effect.restored_pin = change.restored;
  return effect;
}

absl::StatusOr<OrderEffect> CheckRevoke(sql::Database& database, const Order& order) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::SignedMandate> row,
                            sql::FindMandate(database, order.subject));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat("there is no mandate %s", order.subject));
  }
  if (row->revoked_at != 0) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s was revoked at %s", row->id, FormatTime(row->revoked_at)));
  }
  return OrderEffect{.subject = row->id};
}

absl::StatusOr<OrderEffect> CheckResume(sql::Database& database, const Order& order) {
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  if (order.issued_at < meta.paused_at) {
    return absl::FailedPreconditionError(
        absl::StrFormat("payments were paused at %s, after this order was signed; sign a new one",
                        FormatTime(meta.paused_at)));
  }
  // Written even where nothing was paused: its nonce must be used up.
  return OrderEffect{};
}

absl::Status CheckReconcilable(const sql::ChargeRow& row, int64_t now) {
  if (row.state.money == MoneyName(MoneyState::kReleased)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("charge %s was given back already", row.id));
  }
  if (row.state.evidence == EvidenceName(Evidence::kConfirmed)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the chain confirmed that charge %s was paid", row.id));
  }
  if (row.state.call_state == CallName(CallState::kLive)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the call of charge %s is still running", row.id));
  }
  if (row.dead_after > now) {
    return absl::FailedPreconditionError(
        absl::StrFormat("charge %s can be settled by the server until %s; reconcile it then",
                        row.id, FormatTime(row.dead_after)));
  }
  return absl::OkStatus();
}

/// The user says that it settled: told, and nothing given back.
absl::Status CheckSettled(const sql::ChargeRow& row) {
  if (row.state.money == MoneyName(MoneyState::kReleased) ||
      row.state.money == MoneyName(MoneyState::kSettled)) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "charge %s is %s already", row.id,
        row.state.money == MoneyName(MoneyState::kSettled) ? "settled" : "given back"));
  }
  if (row.state.call_state == CallName(CallState::kLive)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the call of charge %s is still running", row.id));
  }
  return absl::OkStatus();
}

absl::StatusOr<OrderEffect> CheckReconcile(sql::Database& database, const Order& order,
                                           int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> row,
                            sql::FindCharge(database, order.subject));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat("there is no charge %s", order.subject));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallRow> call,
                            sql::FindCall(database, order.subject));
  if (!call || order.ceiling != call->amount) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the order was signed for another amount than that of charge %s", row->id));
  }
  if (order.binding == kSettledWord) {
    TOLLPASS_RETURN_IF_ERROR(CheckSettled(*row));
    return OrderEffect{.subject = row->id};
  }
  if (order.binding != kNotSettledWord) {
    return absl::InvalidArgumentError(
        absl::StrFormat("an order to reconcile says '%s' or '%s'", kSettledWord, kNotSettledWord));
  }
  TOLLPASS_RETURN_IF_ERROR(CheckReconcilable(*row, now));
  OrderEffect effect{.subject = row->id};
  TOLLPASS_ASSIGN_OR_RETURN(effect.given_back, WhatStillCounts(database, *call, *row));
  return effect;
}

bool IsDefinition(std::string_view text) {
  constexpr size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

absl::StatusOr<OrderEffect> CheckAcceptPin(const Order& order) {
  const std::string_view binding = order.binding;
  if (binding.starts_with(kToolPinPrefix) && !order.subject.empty() && !order.body.empty() &&
      IsDefinition(binding.substr(kToolPinPrefix.size()))) {
    return OrderEffect{.subject = order.subject};
  }
  const size_t slash = order.binding.find('/');
  if (order.subject.empty() || slash == std::string::npos ||
      !IsNetworkId(std::string_view(order.binding).substr(0, slash)) ||
      slash + 1 == order.binding.size()) {
    return absl::InvalidArgumentError(
        "the order to accept a pin names a server and \"network/account\", or a tool and \"tool/\" "
        "with its definition");
  }
  return OrderEffect{.subject = order.subject};
}

absl::StatusOr<OrderEffect> CheckCloseBreaker(sql::Database& database, const Order& order,
                                              int64_t now) {
  Facts facts;
  TOLLPASS_RETURN_IF_ERROR(ReadToolFacts(database, order.subject, order.body, now, facts));
  if (facts.undelivered == 0 && facts.refused_prices == 0) {
    return absl::NotFoundError(
        "nothing speaks against this tool of the server; see: tollpass "
        "breaker list");
  }
  return OrderEffect{.subject = order.subject};
}

}  // namespace

absl::StatusOr<PinChange> PinChangeBy(sql::Database& events, sql::Database& database,
                                      const Order& order) {
  PinChange change;
  if (order.kind != OrderKind::kApprove && order.kind != OrderKind::kDeny) {
    return change;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(database, order.subject));
  if (!row || row->reason != ReasonCode(Reason::kToolChanged)) {
    return change;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Approval question, ApprovalOf(*row));
  if (order.kind == OrderKind::kApprove) {
    TOLLPASS_ASSIGN_OR_RETURN(change.replaced,
                              sql::FindToolPin(database, question.server_id, question.tool));
  } else if (question.state == ApprovalState::kGranted) {
    TOLLPASS_ASSIGN_OR_RETURN(change.restored, PinBefore(events, database, question));
  }
  return change;
}

absl::StatusOr<OrderEffect> CheckOrder(sql::Database& database, const Authority& authority,
                                       const Order& order, const Moment& at) {
  const int64_t now = at.now;
  switch (order.kind) {
    case OrderKind::kAllow:
      return CheckAllow(database, authority, order, at);
    case OrderKind::kApprove:
      return CheckApprove(database, order, now);
    case OrderKind::kDeny:
      return CheckDeny(database, order, now);
    case OrderKind::kRevoke:
      return CheckRevoke(database, order);
    case OrderKind::kPause:
      // Written also where payments are paused: it outlasts a resume that was signed before it.
      return OrderEffect{};
    case OrderKind::kResume:
      return CheckResume(database, order);
    case OrderKind::kReconcile:
      return CheckReconcile(database, order, now);
    case OrderKind::kAcceptPin:
      return CheckAcceptPin(order);
    case OrderKind::kCloseBreaker:
      return CheckCloseBreaker(database, order, now);
    case OrderKind::kAcceptLedger:  // Looked at by itself: accept_ledger.h.
      break;
  }
  return absl::UnimplementedError(absl::StrFormat(
      "the order '%s' cannot be carried out by this version", OrderName(order.kind)));
}

}  // namespace tollpass
