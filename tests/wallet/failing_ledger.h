#ifndef TOLLPASS_TESTS_WALLET_FAILING_LEDGER_H_
#define TOLLPASS_TESTS_WALLET_FAILING_LEDGER_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mandates/ledger.h"

namespace tollpass {

/// A real ledger on which one thing goes wrong.
class FailingLedger final : public Ledger {
 public:
  explicit FailingLedger(std::unique_ptr<Ledger> ledger) : ledger_(std::move(ledger)) {}

  absl::Status commit_status;                 // of every Commit, if not OK
  std::string one_time;                       // what a dead proof left behind, if not empty
  std::function<void()> after_begin = [] {};  // runs while the transaction is open
  int commits = 0;                            // how often Commit was called

  [[nodiscard]] const std::string& id() const override { return ledger_->id(); }
  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override;
  absl::StatusOr<bool> WasLeftUnanswered(const Call& call, int64_t repeat_before_ms) override {
    return ledger_->WasLeftUnanswered(call, repeat_before_ms);
  }
  absl::StatusOr<int64_t> Recover() override { return ledger_->Recover(); }
  absl::StatusOr<std::pair<Terms, Proof>> Find(std::string_view charge_id) override {
    return ledger_->Find(charge_id);
  }
  absl::Status Settle(const Conclusion& conclusion) override { return ledger_->Settle(conclusion); }
  absl::Status Resolve(const Order& order, std::string_view signature) override {
    return ledger_->Resolve(order, signature);
  }

 private:
  class Transaction;
  std::unique_ptr<Ledger> ledger_;
};

class FailingLedger::Transaction final : public LedgerTransaction {
 public:
  Transaction(FailingLedger& ledger, std::unique_ptr<LedgerTransaction> transaction)
      : ledger_(ledger), transaction_(std::move(transaction)) {}

  [[nodiscard]] const Facts& facts() const override { return transaction_->facts(); }
  [[nodiscard]] int64_t now() const override { return transaction_->now(); }
  [[nodiscard]] const std::optional<OpenCharge>& repeat() const override {
    return transaction_->repeat();
  }
  [[nodiscard]] std::string reusable_one_time() const override {
    return ledger_.one_time.empty() ? transaction_->reusable_one_time() : ledger_.one_time;
  }
  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    return transaction_->FirstFull(limits);
  }
  absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) override {
    return transaction_->Used(limits);
  }
  absl::Status Charge(const std::vector<Limit>& limits) override {
    return transaction_->Charge(limits);
  }
  absl::StatusOr<std::string> State(std::string_view key) override {
    return transaction_->State(key);
  }
  absl::StatusOr<std::string> Permission(const Verdict& verdict) override {
    return transaction_->Permission(verdict);
  }
  absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) override {
    ++ledger_.commits;
    if (!ledger_.commit_status.ok()) {
      return ledger_.commit_status;
    }
    return transaction_->Commit(decided, proof, states);
  }
  absl::StatusOr<OpenCharge> CommitAdoption() override { return transaction_->CommitAdoption(); }
  absl::StatusOr<std::string> CommitDeclined(const DecidedCall& decided) override {
    return transaction_->CommitDeclined(decided);
  }
  absl::StatusOr<Approval> CommitAsked(const DecidedCall& decided,
                                       const Approval& question) override {
    return transaction_->CommitAsked(decided, question);
  }

 private:
  FailingLedger& ledger_;
  std::unique_ptr<LedgerTransaction> transaction_;
};

inline absl::StatusOr<std::unique_ptr<LedgerTransaction>> FailingLedger::Begin(
    const Call& call, int64_t called_at_ms, int64_t repeat_before_ms) {
  auto begun = ledger_->Begin(call, called_at_ms, repeat_before_ms);
  if (!begun.ok()) {
    return begun.status();
  }
  after_begin();
  return std::make_unique<Transaction>(*this, *std::move(begun));
}

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_FAILING_LEDGER_H_
