#ifndef TOLLPASS_TESTS_WALLET_LEDGER_SHELL_H_
#define TOLLPASS_TESTS_WALLET_LEDGER_SHELL_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mandates/ledger.h"

namespace tollpass {

/// A transaction that does what another one does: for tests that change one thing.
class TransactionShell : public LedgerTransaction {
 public:
  explicit TransactionShell(std::unique_ptr<LedgerTransaction> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] const Facts& facts() const override { return inner_->facts(); }
  [[nodiscard]] int64_t now() const override { return inner_->now(); }
  [[nodiscard]] const std::optional<OpenCharge>& repeat() const override {
    return inner_->repeat();
  }
  [[nodiscard]] std::string reusable_one_time() const override {
    return inner_->reusable_one_time();
  }
  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    return inner_->FirstFull(limits);
  }
  absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) override {
    return inner_->Used(limits);
  }
  absl::Status Charge(const std::vector<Limit>& limits) override { return inner_->Charge(limits); }
  absl::StatusOr<std::string> State(std::string_view key) override { return inner_->State(key); }
  absl::StatusOr<std::string> Permission(const Verdict& verdict) override {
    return inner_->Permission(verdict);
  }
  absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) override {
    return inner_->Commit(decided, proof, states);
  }
  absl::StatusOr<OpenCharge> CommitAdoption() override { return inner_->CommitAdoption(); }
  absl::StatusOr<std::string> CommitDeclined(const DecidedCall& decided) override {
    return inner_->CommitDeclined(decided);
  }
  absl::StatusOr<Approval> CommitAsked(const DecidedCall& decided,
                                       const Approval& question) override {
    return inner_->CommitAsked(decided, question);
  }

 protected:
  std::unique_ptr<LedgerTransaction> inner_;
};

/// A ledger that does what another one does.
class LedgerShell : public Ledger {
 public:
  explicit LedgerShell(std::unique_ptr<Ledger> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] const std::string& id() const override { return inner_->id(); }
  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    return inner_->Begin(call, called_at_ms, repeat_before_ms);
  }
  absl::StatusOr<bool> WasLeftUnanswered(const Call& call, int64_t repeat_before_ms) override {
    return inner_->WasLeftUnanswered(call, repeat_before_ms);
  }
  absl::StatusOr<int64_t> Recover() override { return inner_->Recover(); }
  absl::StatusOr<std::pair<Terms, Proof>> Find(std::string_view charge_id) override {
    return inner_->Find(charge_id);
  }
  absl::Status Settle(const Conclusion& conclusion) override { return inner_->Settle(conclusion); }
  absl::StatusOr<std::vector<UnsettledCharge>> FindUnsettled(std::string_view network, int64_t now,
                                                             int64_t limit) override {
    return inner_->FindUnsettled(network, now, limit);
  }
  absl::StatusOr<Witnessed> Witness(std::string_view charge_id,
                                    const ChainSighting& sighting) override {
    return inner_->Witness(charge_id, sighting);
  }
  absl::StatusOr<std::vector<std::string>> ReleaseRefused(
      const std::vector<std::string>& trusted_servers) override {
    return inner_->ReleaseRefused(trusted_servers);
  }
  absl::Status Resolve(const Order& order, std::string_view signature) override {
    return inner_->Resolve(order, signature);
  }

 protected:
  std::unique_ptr<Ledger> inner_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_LEDGER_SHELL_H_
