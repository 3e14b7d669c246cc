#include "wallet/kernel/conclude.h"

#include <utility>

#include "core/os/fault_point.h"
#include "core/status.h"
#include "wallet/kernel/note_offers.h"

namespace tollpass {
namespace {

MoneyState MoneyAfter(const Report& report, const Judgement& judgement) {
  if (report.outcome == Report::Outcome::kLost) {
    return MoneyState::kUnknown;
  }
  if (report.outcome == Report::Outcome::kRefused || (report.receipt && !report.receipt->success)) {
    return MoneyState::kRefused;
  }
  return report.receipt && judgement.alarm.empty() ? MoneyState::kSettled : MoneyState::kUnknown;
}

}  // namespace

absl::Status ConcludeCall(const Report& report, const Wallet& wallet,
                          const std::vector<std::string>& trusted_receipts, Ledger& ledger) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto charge, ledger.Find(report.charge_id));
  Conclusion conclusion;
  conclusion.charge_id = report.charge_id;
  conclusion.generation = report.generation;
  if (report.receipt) {
    conclusion.judgement = wallet.Judge(charge.first, charge.second, *report.receipt);
  }
  conclusion.money = MoneyAfter(report, conclusion.judgement);
  conclusion.call = report.answered ? CallState::kAnswered : CallState::kOpen;
  conclusion.delivered = report.outcome == Report::Outcome::kDelivered;
  conclusion.receipt = report.receipt;
  conclusion.server_text = report.server_text;
  conclusion.trusted_receipts = trusted_receipts;
  conclusion.no_fault = report.no_fault;
  for (const Offer& offer : report.asked_again) {
    conclusion.asked_again.push_back(NoteOffer(offer));
  }
  TOLLPASS_FAULT_POINT("kernel_before_settle");
  return ledger.Settle(conclusion);
}

}  // namespace tollpass
