#ifndef TOLLPASS_MANDATES_TRANSACTION_H_
#define TOLLPASS_MANDATES_TRANSACTION_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/os/process.h"
#include "mandates/budget.h"
#include "mandates/connections.h"
#include "mandates/find_repeat.h"
#include "mandates/journal.h"
#include "mandates/ledger.h"
#include "mandates/open_file.h"

namespace tollpass {

/// The transaction of a ledger in a file.
class FileTransaction final : public LedgerTransaction {
 public:
  /// What a transaction is begun for; see Ledger::Begin.
  struct Request {
    const Call& call;
    int64_t called_at_ms = 0;
    int64_t repeat_before_ms = 0;
  };

  /// Errors as Ledger::Begin. All but `request` must outlive the transaction.
  static absl::StatusOr<std::unique_ptr<FileTransaction>> Begin(Connections::Lease connection,
                                                                const OpenedFile& file,
                                                                const Clock& clock, Random& random,
                                                                const os::Processes& processes,
                                                                const Request& request);

  [[nodiscard]] const Facts& facts() const override { return facts_; }
  [[nodiscard]] int64_t now() const override { return now_; }
  [[nodiscard]] const std::optional<OpenCharge>& repeat() const override { return repeat_; }
  [[nodiscard]] std::string reusable_one_time() const override;

  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override;
  absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) override;
  absl::Status Charge(const std::vector<Limit>& limits) override;
  absl::StatusOr<std::string> State(std::string_view key) override;
  absl::StatusOr<std::string> Permission(const Verdict& verdict) override;

  absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) override;
  absl::StatusOr<OpenCharge> CommitAdoption() override;
  absl::StatusOr<std::string> CommitDeclined(const DecidedCall& decided) override;
  absl::StatusOr<Approval> CommitAsked(const DecidedCall& decided,
                                       const Approval& question) override;

 private:
  FileTransaction(Connections::Lease connection, Random& random, const os::Processes& processes)
      : connection_(std::move(connection)),
        random_(random),
        processes_(processes),
        sums_(*connection_) {}

  absl::Status Read(const OpenedFile& file, const Clock& clock, const Request& request);
  [[nodiscard]] absl::Status CheckOpen() const;
  [[nodiscard]] absl::Status CheckPayable(const DecidedCall& decided) const;
  absl::StatusOr<std::string> NewCallId();
  /// True if an equal question waits already, which `question` then is; else it gets its id.
  absl::StatusOr<bool> FindOrName(Approval& question);
  absl::Status WriteAndCommit(const Event& event);

  Connections::Lease connection_;
  Random& random_;
  const os::Processes& processes_;
  std::optional<Journal> journal_;  // until one of the Commit calls
  int64_t now_ = 0;
  std::string call_key_;
  int64_t called_at_ms_ = 0;
  Facts facts_;
  Unanswered unanswered_;
  std::optional<OpenCharge> repeat_;
  CounterSums sums_;
  std::vector<Limit> charged_;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_TRANSACTION_H_
