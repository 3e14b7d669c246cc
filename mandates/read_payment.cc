#include "mandates/read_payment.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/chain.h"
#include "mandates/read_story.h"
#include "mandates/row_values.h"
#include "mandates/sql/approvals.h"
#include "mandates/sql/events.h"
#include "mandates/verified_mandate.h"

namespace tollpass {
namespace {

absl::Status SetPermission(sql::Database& database, const sql::CallRow& call,
                           PaymentRecord& record) {
  TOLLPASS_ASSIGN_OR_RETURN(record.mandates, ReadSignedChain(database, call.mandate));
  if (call.approval.empty()) {
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ApprovalRow> row,
                            sql::FindApproval(database, call.approval));
  if (row) {
    record.approval = SignedOrder{std::move(row->order.bytes), std::move(row->signature.bytes)};
  }
  return absl::OkStatus();
}

absl::Status SetEvent(sql::Database& database, int64_t sequence, PaymentRecord& record) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> event,
                            sql::FindEvent(database, sequence));
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> before,
                            sql::FindEvent(database, sequence - 1));
  if (!event || !before) {
    return absl::DataLossError(absl::StrFormat(
        "ledger: event %d or the one before it is missing; run 'tollpass ledger verify'",
        sequence));
  }
  record.event = event->sequence;
  record.event_time = event->time;
  record.event_hash = event->hash.bytes;
  record.previous_hash = before->hash.bytes;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PaymentRecord> ReadPayment(sql::Database& database, const sql::CallRow& call) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> charge,
                            sql::FindCharge(database, call.id));
  if (!charge) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s was not paid: there is no payment to tell of", call.id));
  }
  PaymentRecord record;
  TOLLPASS_ASSIGN_OR_RETURN(record.story, ReadStory(database, call));
  TOLLPASS_ASSIGN_OR_RETURN(record.terms, TermsOf(call));
  record.proof = ProofOf(*charge);
  record.call_key = call.call_key;
  record.section_digest = call.section_digest;
  TOLLPASS_RETURN_IF_ERROR(SetPermission(database, call, record));
  TOLLPASS_RETURN_IF_ERROR(SetEvent(database, call.sequence, record));
  return record;
}

}  // namespace tollpass
