#ifndef TOLLPASS_TESTS_WALLET_FAILING_LEDGER_H_
#define TOLLPASS_TESTS_WALLET_FAILING_LEDGER_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/wallet/ledger_shell.h"

namespace tollpass {

/// A real ledger on which one thing goes wrong.
class FailingLedger final : public LedgerShell {
 public:
  using LedgerShell::LedgerShell;

  absl::Status commit_status;                 // of every Commit, if not OK
  std::string one_time;                       // what a dead proof left behind, if not empty
  std::function<void()> after_begin = [] {};  // runs while the transaction is open
  int commits = 0;                            // how often Commit was called

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override;

 private:
  class Transaction;
};

class FailingLedger::Transaction final : public TransactionShell {
 public:
  Transaction(FailingLedger& ledger, std::unique_ptr<LedgerTransaction> transaction)
      : TransactionShell(std::move(transaction)), ledger_(ledger) {}

  [[nodiscard]] std::string reusable_one_time() const override {
    return ledger_.one_time.empty() ? inner_->reusable_one_time() : ledger_.one_time;
  }
  absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) override {
    ++ledger_.commits;
    if (!ledger_.commit_status.ok()) {
      return ledger_.commit_status;
    }
    return inner_->Commit(decided, proof, states);
  }

 private:
  FailingLedger& ledger_;
};

inline absl::StatusOr<std::unique_ptr<LedgerTransaction>> FailingLedger::Begin(
    const Call& call, int64_t called_at_ms, int64_t repeat_before_ms) {
  auto begun = LedgerShell::Begin(call, called_at_ms, repeat_before_ms);
  if (!begun.ok()) {
    return begun.status();
  }
  after_begin();
  return std::make_unique<Transaction>(*this, *std::move(begun));
}

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_FAILING_LEDGER_H_
