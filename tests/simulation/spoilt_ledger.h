#ifndef TOLLPASS_TESTS_SIMULATION_SPOILT_LEDGER_H_
#define TOLLPASS_TESTS_SIMULATION_SPOILT_LEDGER_H_

#include <memory>
#include <utility>

#include "core/status.h"
#include "tests/simulation/mutants.h"
#include "tests/wallet/ledger_shell.h"

namespace tollpass::simulation {

/// What a mutant's transaction was begun for.
struct Around {
  Ledger& ledger;
  Process& process;
  Tools& tools;
  Call call;
  int64_t called_at_ms = 0;
  int64_t repeat_before_ms = 0;

  /// Another transaction for the same call.
  [[nodiscard]] absl::StatusOr<std::unique_ptr<LedgerTransaction>> BeginAgain() const {
    return ledger.Begin(call, called_at_ms, repeat_before_ms);
  }
};

/// A ledger whose transactions are Transactions: made of another one, of what the process remembers
/// (Transaction::Memory), and of Around.
template <typename Transaction>
class SpoiltLedger : public LedgerShell {
 public:
  using Memory = typename Transaction::Memory;

  SpoiltLedger(std::unique_ptr<Ledger> inner, Process& process, Tools& tools)
      : LedgerShell(std::move(inner)), process_(process), tools_(tools) {}

  static std::unique_ptr<Ledger> Make(std::unique_ptr<Ledger> inner, Process& process,
                                      Tools& tools) {
    return std::make_unique<SpoiltLedger>(std::move(inner), process, tools);
  }

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    TOLLPASS_ASSIGN_OR_RETURN(auto begun, inner_->Begin(call, called_at_ms, repeat_before_ms));
    return std::make_unique<Transaction>(
        std::move(begun), memory_,
        Around{*inner_, process_, tools_, call, called_at_ms, repeat_before_ms});
  }

 protected:
  Process& process_;
  Tools& tools_;
  Memory memory_;
};

/// The common part of such transactions.
template <typename Remembered>
class SpoiltTransaction : public TransactionShell {
 public:
  using Memory = Remembered;
  SpoiltTransaction(std::unique_ptr<LedgerTransaction> inner, Memory& memory, Around around)
      : TransactionShell(std::move(inner)), memory_(memory), around_(std::move(around)) {}

 protected:
  Memory& memory_;
  const Around around_;
};

struct Nothing {};
using States = std::vector<std::pair<std::string, std::string>>;

/// The mutants of each file; mutants.cc lists them all.
std::vector<Mutant> BudgetMutants();
std::vector<Mutant> ProofMutants();
std::vector<Mutant> AuthorityMutants();

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_SPOILT_LEDGER_H_
