// The promises about money: what left by limits and by calls, and that the ledger knows it all.

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {

std::string Witness::LimitBrokenBy(const Payment& payment, bool only_settled) const {
  std::vector<Spent> spent;
  for (const Payment& one : payments_) {
    const bool counts = only_settled ? one.settled : !one.given_back;
    spent.push_back({one.server, one.signed_at, counts ? one.amount : 0, counts});
    if (&one == &payment) break;
  }
  // An edit while it was decided: either text may have held.
  std::string broken;
  for (const Rules& rules : payment.rules) {
    broken = BrokenLimit(rules, spent);
    if (broken.empty()) return "";
  }
  return broken;
}

void Witness::CheckLimits(const Payment& payment) {
  if (const std::string limit = LimitBrokenBy(payment, false); !limit.empty()) {
    Break(absl::StrFormat("charge %s goes beyond %s", payment.charge, limit));
  }
}

void Witness::Settled(const Transfer& transfer) {
  ++settled_count_;
  const auto settled = std::find_if(payments_.begin(), payments_.end(), [&](const Payment& one) {
    return one.payload == transfer.payload;
  });
  if (settled == payments_.end()) return;  // LookBack sees to it
  settled->settled = true;
  if (settled->given_back) {
    Break(absl::StrFormat("charge %s settled after its budget was given back", settled->charge));
  }
  for (const Payment& payment : payments_) {
    const std::string limit = LimitBrokenBy(payment, true);
    if (!payment.settled || limit.empty()) continue;
    Break(absl::StrFormat("money that left up to charge %s exceeds %s", payment.charge, limit));
  }
  if (++settlements_[settled->call] > calls_[settled->call]) {
    Break(absl::StrFormat("%d payments settled for %d calls of '%s'", settlements_[settled->call],
                          calls_[settled->call], settled->call));
  }
}

void Witness::CheckRows(Ledger& ledger) {
  std::set<std::string> recorded;
  const auto rows = reader_->Log(0, 0);
  if (!rows.ok()) {
    Break(absl::StrFormat("the log cannot be read: %s", std::string(rows.status().message())));
    return;
  }
  for (const LogRow& row : *rows) {
    if (!row.money) continue;
    const auto stored = ledger.Find(row.id);
    if (!stored.ok()) {
      Break(absl::StrFormat("charge %s has no proof", row.id));
      return;
    }
    const std::string payload = PayloadText(stored->second.payload);
    recorded.insert(payload);
    const Payment* payment = Find(row.id);
    if (payment != nullptr && stored->second != payment->proof) {
      Break(absl::StrFormat("charge %s has another proof than the one that left", row.id));
    }
    if (row.call == CallState::kLive) {
      Break(absl::StrFormat("charge %s is live for ever", row.id));
    }
    const Transfer* transfer = chain_.Find(payload);
    const bool settled = transfer != nullptr && !transfer->transaction.empty();
    if (row.money == MoneyState::kReleased && (payment == nullptr || !payment->given_back)) {
      Break(absl::StrFormat("charge %s was released and nobody gave it back", row.id));
    }
    if (settled && row.money == MoneyState::kReleased) {
      Break(absl::StrFormat("charge %s was released and had settled", row.id));
    }
  }
  for (const std::string& payload : left_) {
    if (recorded.count(payload) == 0) Break("a signature left that is no row: " + payload);
  }
  for (const Payment& payment : payments_) {
    if (recorded.count(payment.payload) == 0) {
      Break(absl::StrFormat("charge %s left and is no row any more", payment.charge));
    }
  }
}

void Witness::CheckLedger() {
  CloseReader();
  // One who is in the middle of something may lock others out.
  const bool may_fail = machine_.SomebodyIsBusy();
  if (Reader() == nullptr) {
    if (!may_fail) Break("the ledger cannot be opened");
    return;
  }
  const absl::StatusOr<VerifyReport> report = reader_->Verify(nullptr);
  if (!report.ok()) {
    if (may_fail) return;
    Break(absl::StrFormat("the ledger cannot be verified: %s",
                          std::string(report.status().message())));
    return;
  }
  if (!report->faults.empty()) Break("the ledger does not verify: " + report->faults.front());
}

void Witness::LookBack() {
  CheckLedger();
  if (!broken_.empty()) return;
  SimRandom random(1);
  const auto ledger = Ledger::Open(machine_.home().home(), machine_.clock(), random);
  if (!ledger.ok()) {
    Break(
        absl::StrFormat("the ledger cannot be opened: %s", std::string(ledger.status().message())));
    return;
  }
  CheckRows(**ledger);
}

}  // namespace tollpass::simulation
