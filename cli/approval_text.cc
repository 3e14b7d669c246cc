#include "cli/approval_text.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_format.h"
#include "cli/money_text.h"
#include "cli/reason_text.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"

namespace tollpass {

absl::StatusOr<PayeeHistory> PayeeHistory::Read(LedgerReader& reader) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader.Log(0, 0));
  PayeeHistory history;
  for (const LogRow& row : rows) {
    if (row.money.has_value() && *row.money != MoneyState::kReleased) {
      history.paid_.push_back(AssetKey(row.network, row.payee));
    }
  }
  std::sort(history.paid_.begin(), history.paid_.end());
  return history;
}

int64_t PayeeHistory::Count(std::string_view network, std::string_view payee) const {
  const auto [first, last] = std::equal_range(paid_.begin(), paid_.end(), AssetKey(network, payee));
  return last - first;
}

std::string PayeeHistory::Words(std::string_view network, std::string_view payee) const {
  switch (const int64_t count = Count(network, payee)) {
    case 0:
      return "never paid before";
    case 1:
      return "paid once before";
    default:
      return absl::StrFormat("paid %d times before", count);
  }
}

std::string ApprovalText(const Approval& approval, const AssetTable& assets,
                         const PayeeHistory& history) {
  const Asset* asset = assets.Find(approval.network, approval.asset);
  return absl::StrFormat(
      "%s  %s for %s of server %s\n"
      "    to     %s on %s (%s)\n"
      "    asked  %s: %s\n"
      "    until  %s",
      approval.id, MoneyText(approval.amount, asset, approval.asset), Printable(approval.tool),
      Printable(approval.server_name), Printable(approval.payee), Printable(approval.network),
      history.Words(approval.network, approval.payee), approval.reason, SentenceOf(approval.reason),
      FormatTime(approval.expires_at));
}

std::string ApprovalJson(const Approval& approval, const AssetTable& assets,
                         const PayeeHistory& history) {
  const Asset* asset = assets.Find(approval.network, approval.asset);
  return json::ObjectWriter()
      .String("id", approval.id)
      .String("state", ApprovalStateName(approval.state))
      .String("server", approval.server_name)
      .String("tool", approval.tool)
      .Raw("amount", MoneyJson(approval.amount, asset, approval.asset))
      .String("scheme", approval.scheme)
      .String("network", approval.network)
      .String("asset", approval.asset)
      .String("payee", approval.payee)
      .Integer("payee_paid_before", history.Count(approval.network, approval.payee))
      .String("reason", approval.reason)
      .String("why", SentenceOf(approval.reason))
      .String("section", approval.section)
      .String("asked_at", FormatTime(approval.asked_at))
      .String("expires_at", FormatTime(approval.expires_at))
      .Done();
}

absl::StatusOr<Approval> FindPending(LedgerReader& reader, std::string_view id, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader.Pending(now));
  std::optional<Approval> found;
  for (const Approval& approval : pending) {
    if (!approval.id.starts_with(id)) {
      continue;
    }
    if (found.has_value() && approval.id != id) {
      return absl::InvalidArgumentError(
          absl::StrFormat("several questions begin with %s; give more of the id", json::Quote(id)));
    }
    found = approval;
  }
  if (found.has_value()) {
    return *found;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Approval known, reader.FindApproval(id));
  if (known.state == ApprovalState::kPending) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s expired at %s; the next call asks anew", known.id, FormatTime(known.expires_at)));
  }
  return absl::FailedPreconditionError(
      absl::StrFormat("%s is answered already: %s", known.id, ApprovalStateName(known.state)));
}

}  // namespace tollpass
