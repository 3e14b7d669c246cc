#include "home/approval_text.h"

#include <optional>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/asset_text.h"
#include "home/json_rows.h"
#include "home/money_text.h"
#include "home/reason_text.h"

namespace tollpass {
namespace {

constexpr size_t kMostArguments = 4096;  // bounded already; this is for a file that was changed

std::string HistoryKey(const Approval& approval) {
  return absl::StrFormat("%s %s", approval.server_id, AssetKey(approval.network, approval.payee));
}

/// The most that is or would be paid.
std::string AmountWords(const Approval& approval) {
  return approval.state == ApprovalState::kPending
             ? FormatMoney(approval.amount, approval.asset)
             : "up to " + FormatMoney(approval.ceiling, approval.asset);
}

std::string WhyText(const Approval& approval) {
  std::string text = absl::StrFormat("%s: %s", approval.reason, SentenceOf(approval.reason));
  if (!approval.also.empty()) {
    absl::StrAppendFormat(&text, "\n           and %s: %s", approval.also,
                          SentenceOf(approval.also));
  }
  return text;
}

/// What the server's list says of a tool that is said to do other things now.
std::string SaidText(const Approval& approval) {
  return approval.tool_text.empty()
             ? std::string()
             : absl::StrFormat("    says   %s  (the server's words)\n",
                               Printable(approval.tool_text, kMostShownToolBytes));
}

absl::StatusOr<Approval> FindAmong(const std::vector<Approval>& questions, LedgerReader& reader,
                                   std::string_view id) {
  if (id.empty()) {
    return absl::InvalidArgumentError("give the id of a question: tollpass pending");
  }
  std::optional<Approval> found;
  for (const Approval& approval : questions) {
    if (!approval.id.starts_with(id)) {
      continue;
    }
    if (found.has_value() && approval.id != id) {
      return absl::FailedPreconditionError(
          absl::StrFormat("several questions begin with %s; give more of the id", json::Quote(id)));
    }
    found = approval;
  }
  if (found.has_value()) {
    return *found;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Approval known, reader.FindApproval(id));
  if (known.state == ApprovalState::kPending || known.state == ApprovalState::kDenied) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s expired at %s; the next call asks anew", known.id, FormatTime(known.expires_at)));
  }
  return absl::FailedPreconditionError(
      absl::StrFormat("%s is answered already: %s", known.id, ApprovalStateName(known.state)));
}

}  // namespace

absl::StatusOr<PayeeHistory> PayeeHistory::Read(LedgerReader& reader,
                                                std::span<const Approval> questions) {
  PayeeHistory history;
  for (const Approval& question : questions) {
    const auto [entry, is_new] = history.payments_.try_emplace(HistoryKey(question), 0);
    if (is_new) {
      TOLLPASS_ASSIGN_OR_RETURN(
          entry->second, reader.PaymentsTo(question.server_id, question.network, question.payee));
    }
  }
  return history;
}

int64_t PayeeHistory::Count(const Approval& approval) const {
  const auto found = payments_.find(HistoryKey(approval));
  return found == payments_.end() ? 0 : found->second;
}

std::string PayeeHistory::Words(const Approval& approval) const {
  switch (const int64_t count = Count(approval)) {
    case 0:
      return "never paid before for this server";
    case 1:
      return "paid once before for this server";
    default:
      return absl::StrFormat("paid %d times before for this server", count);
  }
}

std::string ServerWords(const Approval& approval) {
  return approval.server_name.empty() ? "a server without a section of the policy"
                                      : "server " + Printable(approval.server_name);
}

std::string ApprovalText(const Approval& approval, const PayeeHistory& history) {
  const std::string origin = AssetOrigin(approval.asset);
  return absl::StrFormat(
      "%s  %s for %s of %s\n"
      "    to     %s on %s (%s)\n"
      "%s"
      "    call   %s  (the model's words)\n"
      "%s"
      "    asked  %s\n"
      "    until  %s",
      approval.id, AmountWords(approval), Printable(approval.tool), ServerWords(approval),
      Printable(approval.payee), Printable(approval.network), history.Words(approval),
      origin.empty() ? "" : absl::StrFormat("    asset  %s\n", origin),
      Printable(approval.arguments, kMostArguments), SaidText(approval), WhyText(approval),
      FormatTime(approval.expires_at));
}

std::string ApprovalJson(const Approval& approval, const PayeeHistory& history) {
  const bool answered = approval.state != ApprovalState::kPending;
  return json::ObjectWriter()
      .String("id", approval.id)
      .String("state", ApprovalStateName(approval.state))
      .Raw("server", TextOrNull(approval.server_name))
      .String("tool", approval.tool)
      .String("arguments", approval.arguments)
      .Raw("amount", MoneyJson(approval.amount, &approval.asset, approval.asset.id))
      .Raw("up_to", answered ? MoneyJson(approval.ceiling, &approval.asset, approval.asset.id)
                             : std::string("null"))
      .String("scheme", approval.scheme)
      .String("network", approval.network)
      .String("asset", approval.asset.id)
      .String("payee", approval.payee)
      .Integer("payee_paid_before", history.Count(approval))
      .String("reason", approval.reason)
      .String("why", SentenceOf(approval.reason))
      .Raw("also", TextOrNull(approval.also))
      .Raw("definition", TextOrNull(approval.tool_definition))
      .Raw("server_says_of_tool", TextOrNull(Printable(approval.tool_text, kMostShownToolBytes)))
      .String("section", approval.section)
      .String("asked_at", FormatTime(approval.asked_at))
      .String("expires_at", FormatTime(approval.expires_at))
      .Done();
}

absl::StatusOr<Approval> FindApprovable(LedgerReader& reader, std::string_view id, int64_t now) {
  absl::StatusOr<Approval> known = reader.FindApproval(id);
  if (known.ok() && known->state == ApprovalState::kDenied && known->expires_at > now) {
    return known;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader.Pending(now));
  return FindAmong(pending, reader, id);
}

absl::StatusOr<Approval> FindDeniable(LedgerReader& reader, std::string_view id, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<Approval> questions, reader.Pending(now));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> granted, reader.Granted(now));
  questions.insert(questions.end(), granted.begin(), granted.end());
  return FindAmong(questions, reader, id);
}

}  // namespace tollpass
