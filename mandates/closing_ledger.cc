#include "mandates/closing_ledger.h"

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass {
namespace {

/// OK until the first damage was seen.
class Closing {
 public:
  absl::Status status() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

  /// `result` as it is.
  template <typename Result>
  Result Watch(Result result) {
    if constexpr (std::is_same_v<Result, absl::Status>) {
      Note(result);
    } else {
      Note(result.status());
    }
    return result;
  }

 private:
  void Note(const absl::Status& status) {
    const std::string_view message(status.message().data(), status.message().size());
    if (!absl::IsDataLoss(status) || message.starts_with(kMirrorBrokenMessage)) return;
    // Looked at again by every transaction; a connection that had a bad read may see it wrongly.
    if (message.starts_with(kChainBrokenMessage)) return;
    const std::lock_guard lock(mutex_);
    if (!status_.ok()) return;
    status_ = message.starts_with(kLedgerDamagedMessage)
                  ? status
                  : absl::DataLossError(absl::StrFormat("%s (%s); %s", kLedgerDamagedMessage,
                                                        message, kLedgerDamagedAdvice));
  }

  mutable std::mutex mutex_;
  absl::Status status_;  // guarded by mutex_
};

class WatchedTransaction final : public LedgerTransaction {
 public:
  WatchedTransaction(std::unique_ptr<LedgerTransaction> inner, std::shared_ptr<Closing> closing)
      : inner_(std::move(inner)), closing_(std::move(closing)) {}

  [[nodiscard]] const Facts& facts() const override { return inner_->facts(); }
  [[nodiscard]] int64_t now() const override { return inner_->now(); }
  [[nodiscard]] const std::optional<OpenCharge>& repeat() const override {
    return inner_->repeat();
  }
  [[nodiscard]] std::string reusable_one_time() const override {
    return inner_->reusable_one_time();
  }

  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    return closing_->Watch(inner_->FirstFull(limits));
  }
  absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) override {
    return closing_->Watch(inner_->Used(limits));
  }
  absl::Status Charge(const std::vector<Limit>& limits) override {
    return closing_->Watch(inner_->Charge(limits));
  }
  absl::StatusOr<std::string> State(std::string_view key) override {
    return closing_->Watch(inner_->State(key));
  }
  absl::StatusOr<std::string> Permission(const Verdict& verdict) override {
    return closing_->Watch(inner_->Permission(verdict));
  }
  absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) override {
    return closing_->Watch(inner_->Commit(decided, proof, states));
  }
  absl::StatusOr<OpenCharge> CommitAdoption() override {
    return closing_->Watch(inner_->CommitAdoption());
  }
  absl::StatusOr<std::string> CommitDeclined(const DecidedCall& decided) override {
    return closing_->Watch(inner_->CommitDeclined(decided));
  }
  absl::StatusOr<Approval> CommitAsked(const DecidedCall& decided,
                                       const Approval& question) override {
    return closing_->Watch(inner_->CommitAsked(decided, question));
  }

 private:
  const std::unique_ptr<LedgerTransaction> inner_;
  const std::shared_ptr<Closing> closing_;
};

class ClosingLedger final : public Ledger {
 public:
  explicit ClosingLedger(std::unique_ptr<Ledger> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] const std::string& id() const override { return inner_->id(); }
  [[nodiscard]] bool closed() const override { return !closing_->status().ok(); }

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    TOLLPASS_RETURN_IF_ERROR(closing_->status());
    TOLLPASS_ASSIGN_OR_RETURN(std::unique_ptr<LedgerTransaction> transaction,
                              closing_->Watch(inner_->Begin(call, called_at_ms, repeat_before_ms)));
    return std::make_unique<WatchedTransaction>(std::move(transaction), closing_);
  }
  absl::StatusOr<bool> WasLeftUnanswered(const Call& call, int64_t repeat_before_ms) override {
    return closing_->Watch(inner_->WasLeftUnanswered(call, repeat_before_ms));
  }
  absl::StatusOr<int64_t> Recover() override { return closing_->Watch(inner_->Recover()); }
  absl::StatusOr<std::pair<Terms, Proof>> Find(std::string_view charge_id) override {
    return closing_->Watch(inner_->Find(charge_id));
  }
  absl::Status Settle(const Conclusion& conclusion) override {
    return closing_->Watch(inner_->Settle(conclusion));
  }
  absl::StatusOr<std::vector<UnsettledCharge>> FindUnsettled(std::string_view network, int64_t now,
                                                             int64_t limit) override {
    return closing_->Watch(inner_->FindUnsettled(network, now, limit));
  }
  absl::StatusOr<Witnessed> Witness(std::string_view charge_id,
                                    const ChainSighting& sighting) override {
    return closing_->Watch(inner_->Witness(charge_id, sighting));
  }
  absl::StatusOr<std::vector<std::string>> ReleaseRefused(
      const std::vector<std::string>& trusted_servers) override {
    return closing_->Watch(inner_->ReleaseRefused(trusted_servers));
  }
  absl::Status Resolve(const Order& order, std::string_view signature) override {
    return closing_->Watch(inner_->Resolve(order, signature));
  }

 private:
  const std::unique_ptr<Ledger> inner_;
  const std::shared_ptr<Closing> closing_ = std::make_shared<Closing>();
};

}  // namespace

std::unique_ptr<Ledger> CloseWhenDamaged(std::unique_ptr<Ledger> ledger) {
  return std::make_unique<ClosingLedger>(std::move(ledger));
}

}  // namespace tollpass
