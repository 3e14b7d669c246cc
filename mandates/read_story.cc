#include "mandates/read_story.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/order.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/given_back.h"
#include "mandates/log_rows.h"
#include "mandates/row_values.h"
#include "mandates/sql/events.h"

namespace tollpass {
namespace {

absl::StatusOr<EventBody> BodyOf(const sql::EventRow& event) {
  const std::optional<EventKind> kind = EventKindFromName(event.kind);
  if (!kind) {
    return absl::DataLossError(absl::StrFormat(
        "ledger: event %d is of no kind that is known; run 'tollpass ledger verify'",
        event.sequence));
  }
  absl::StatusOr<EventBody> body = DecodeEventBody(*kind, event.body);
  if (!body.ok()) {
    return absl::DataLossError(absl::StrFormat("ledger: event %d: %s; run 'tollpass ledger verify'",
                                               event.sequence,
                                               std::string(body.status().message())));
  }
  return body;
}

absl::Status SetState(const sql::ChargeState& state, StoryStep& step) {
  TOLLPASS_ASSIGN_OR_RETURN(step.money, MoneyOf(state));
  TOLLPASS_ASSIGN_OR_RETURN(step.call, CallOf(state));
  TOLLPASS_ASSIGN_OR_RETURN(step.evidence, EvidenceOf(state));
  step.generation = state.generation;
  step.transaction = state.transaction_id;
  step.alarm = state.alarm;
  step.counts_no_more = state.lowered;
  return absl::OkStatus();
}

/// `before`: how it stood until then.
absl::StatusOr<StoryStep> StepOf(const sql::EventRow& event, const sql::CallRow& call,
                                 const StoryStep& before) {
  TOLLPASS_ASSIGN_OR_RETURN(const EventBody body, BodyOf(event));
  StoryStep step = before;
  step.time = event.time;
  step.kind = event.kind;
  step.sighting.reset();
  step.given_back = Amount();
  if (const auto* charged = std::get_if<Charged>(&body)) {
    TOLLPASS_RETURN_IF_ERROR(SetState(charged->charge.state, step));
  } else if (const auto* changed = std::get_if<ChargeChanged>(&body)) {
    TOLLPASS_RETURN_IF_ERROR(SetState(changed->state, step));
    step.given_back = MoneyIn(changed->given_back, call);
    if (!changed->sighting.source.empty()) {
      step.sighting = changed->sighting;
    }
  } else if (const auto* ordered = std::get_if<Ordered>(&body)) {
    TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(ordered->order));
    step.money = order.binding == kSettledWord ? MoneyState::kSettled : MoneyState::kReleased;
    step.given_back = MoneyIn(ordered->given_back, call);
  }
  if (step.money == MoneyState::kReleased) {
    step.counts_no_more = call.amount;
  }
  return step;
}

absl::Status SetCharge(sql::Database& database, const sql::CallRow& call, CallStory& story) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> charge,
                            sql::FindCharge(database, story.row.id));
  if (!charge) {
    return absl::OkStatus();
  }
  story.signed_at = charge->signed_at;
  story.one_time = charge->one_time;
  story.receipt = charge->state.receipt;
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::EventRow> events,
                            sql::ListEventsAbout(database, story.row.id));
  StoryStep step;
  for (const sql::EventRow& event : events) {
    TOLLPASS_ASSIGN_OR_RETURN(step, StepOf(event, call, step));
    story.steps.push_back(step);
  }
  return absl::OkStatus();
}

absl::Status SetApproval(sql::Database& database, CallStory& story) {
  if (story.row.approval.empty()) {
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(database, story.row.approval));
  if (row) {
    TOLLPASS_ASSIGN_OR_RETURN(story.approval, ApprovalOf(*row));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CallStory> ReadStory(sql::Database& database, const sql::CallRow& call) {
  CallStory story;
  TOLLPASS_ASSIGN_OR_RETURN(story.row, ReadLogRow(database, call));
  story.called_at_ms = call.called_at_ms;
  story.principal = call.principal;
  story.method = call.method;
  story.resource_url = call.resource_url;
  story.demand = call.server_text;
  story.max_validity = call.max_validity;
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> event,
                            sql::FindEvent(database, call.sequence));
  if (event) {
    TOLLPASS_ASSIGN_OR_RETURN(const EventBody body, BodyOf(*event));
    story.offers = OffersOf(body);
  }
  TOLLPASS_RETURN_IF_ERROR(SetApproval(database, story));
  TOLLPASS_RETURN_IF_ERROR(SetCharge(database, call, story));
  return story;
}

}  // namespace tollpass
