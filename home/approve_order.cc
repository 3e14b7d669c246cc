#include "home/approve_order.h"

#include <string>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "home/check_approvable.h"
#include "home/give_order.h"
#include "home/money_text.h"
#include "home/open_home.h"

namespace tollpass {

absl::StatusOr<Amount> CeilingOf(std::string_view flag, std::string_view text,
                                 const Approval& question) {
  if (text.empty()) {
    return question.amount;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const MoneyFlag money, ParseMoneyFlag(flag, text));
  if (money.unit != question.asset.symbol) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s must be in what is asked for: %s", flag, FormatMoney(question.amount, question.asset)));
  }
  const absl::StatusOr<Amount> ceiling = ParseDecimal(money.number, question.asset.decimals);
  if (!ceiling.ok()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s", flag, std::string(ceiling.status().message())));
  }
  if (*ceiling < question.amount) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is below what is asked for, %s", flag, FormatMoney(question.amount, question.asset)));
  }
  return *ceiling;
}

absl::StatusOr<Order> ApproveOrder(const Home& home, const LedgerReader& reader,
                                   const Approval& question, const Consent& consent,
                                   const Clock& clock, Random& random) {
  Order order = NewOrder(OrderKind::kApprove, reader.ledger_id(), question.id, clock, random);
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_RETURN_IF_ERROR(CheckApprovable(policy, question, consent.ceiling, order.issued_at));
  order.ceiling = consent.ceiling;
  order.binding = ApprovalBinding(question);
  order.expires_at = order.issued_at + consent.seconds;
  return order;
}

}  // namespace tollpass
