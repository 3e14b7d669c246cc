#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "bindings/cpp/parts.h"
#include "core/approval.h"
#include "core/duration.h"
#include "core/encoding.h"
#include "core/status.h"
#include "home/allow_order.h"
#include "home/approval_text.h"
#include "home/approve_order.h"
#include "home/reason_text.h"

namespace tollpass {
namespace {

absl::StatusOr<LockedBytes> Locked(std::string_view passphrase, std::string_view of) {
  if (passphrase.empty()) {
    return absl::UnavailableError(absl::StrFormat(
        "the passphrase of %s is needed: ask the user for it, and give it with this call", of));
  }
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes bytes, LockedBytes::Make(passphrase.size()));
  std::ranges::copy(passphrase, bytes.writable().begin());
  return bytes;
}

Question QuestionOf(const Approval& approval, const PayeeHistory& history) {
  const bool granted = approval.state == ApprovalState::kGranted;
  return {.id = approval.id,
          .state = std::string(ApprovalStateName(approval.state)),
          .server = approval.server_name,
          .tool = Printable(approval.tool),
          .arguments = approval.arguments,
          .amount = FormatMoney(approval.amount, approval.asset),
          .atomic = approval.amount.ToAtomic(),
          .decimals = approval.asset.decimals,
          .up_to = granted ? FormatMoney(approval.ceiling, approval.asset) : std::string(),
          .up_to_atomic = granted ? approval.ceiling.ToAtomic() : std::string(),
          .scheme = approval.scheme,
          .network = approval.network,
          .asset = approval.asset.id,
          .payee = Printable(approval.payee),
          .payee_paid_before = history.Count(approval),
          .reason = approval.reason,
          .why = QuestionSentence(approval.reason),
          .also = approval.also,
          .definition = approval.tool_definition,
          .server_says_of_tool = Printable(approval.tool_text, kMostShownToolBytes),
          .section = approval.section,
          .asked_at = approval.asked_at,
          .expires_at = approval.expires_at};
}

absl::StatusOr<std::vector<Question>> QuestionsOf(const std::vector<Approval>& approvals,
                                                  LedgerReader& reader) {
  TOLLPASS_ASSIGN_OR_RETURN(const PayeeHistory history, PayeeHistory::Read(reader, approvals));
  std::vector<Question> questions;
  for (const Approval& approval : approvals) {
    questions.push_back(QuestionOf(approval, history));
  }
  return questions;
}

/// `what` holds for so long: "an answer".
absl::Status CheckSeconds(std::string_view what, int64_t seconds, int64_t most) {
  if (seconds >= 1 && seconds <= most) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("seconds: %s holds for 1 second to %s", what, FormatDuration(most)));
}

}  // namespace

absl::Status OpenedHome::Parts::Give(const Order& order, std::string_view passphrase) {
  return GiveOrder(kernel, home, order,
                   [&](std::string_view of) { return Locked(passphrase, of); });
}

absl::StatusOr<std::vector<Question>> OpenedHome::Pending() {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader->Pending(parts_->Now()));
  return QuestionsOf(pending, *reader);
}

absl::StatusOr<std::vector<Question>> OpenedHome::Granted() {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> granted, reader->Granted(parts_->Now()));
  return QuestionsOf(granted, *reader);
}

absl::Status OpenedHome::Approve(std::string_view id, const Approving& approving) {
  TOLLPASS_RETURN_IF_ERROR(CheckSeconds("an answer", approving.seconds, kLongestApprovalSeconds));
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const Approval question, FindApprovable(*reader, id, parts_->Now()));
  TOLLPASS_ASSIGN_OR_RETURN(const Amount ceiling, CeilingOf("up_to", approving.up_to, question));
  TOLLPASS_ASSIGN_OR_RETURN(
      const Order order, ApproveOrder(parts_->home, *reader, question, {ceiling, approving.seconds},
                                      parts_->clock, parts_->random));
  return parts_->Give(order, approving.passphrase);
}

absl::Status OpenedHome::Deny(std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const Approval question, FindDeniable(*reader, id, parts_->Now()));
  return parts_->Give(
      NewOrder(OrderKind::kDeny, reader->ledger_id(), question.id, parts_->clock, parts_->random),
      {});
}

absl::Status OpenedHome::Pause() {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  return parts_->Give(
      NewOrder(OrderKind::kPause, reader->ledger_id(), "", parts_->clock, parts_->random), {});
}

absl::Status OpenedHome::Resume(std::string_view passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  return parts_->Give(
      NewOrder(OrderKind::kResume, reader->ledger_id(), "", parts_->clock, parts_->random),
      passphrase);
}

absl::StatusOr<std::string> OpenedHome::Allow(const Permission& permission,
                                              std::string_view passphrase) {
  TOLLPASS_RETURN_IF_ERROR(CheckSeconds("a mandate", permission.seconds, kMaxDurationSeconds));
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms, TermsOf(permission, parts_->home, *reader,
                                                              parts_->clock, parts_->random));
  TOLLPASS_RETURN_IF_ERROR(
      parts_->Give(AllowOrder(terms, parts_->clock, parts_->random), passphrase));
  return terms.id;
}

}  // namespace tollpass
