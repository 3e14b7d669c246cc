#include "tests/simulation/mutants.h"

#include <algorithm>
#include <utility>

#include "core/status.h"
#include "tests/simulation/spoilt_ledger.h"
#include "tests/wallet/ledger_shell.h"

namespace tollpass::simulation {
namespace {

/// Tells the witness when a proof is committed, by the time of the ledger.
class WatchedTransaction final : public TransactionShell {
 public:
  WatchedTransaction(std::unique_ptr<LedgerTransaction> inner, Witness& witness)
      : TransactionShell(std::move(inner)), witness_(witness) {}

  absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) override {
    witness_.Signing(inner_->now());
    return inner_->Commit(decided, proof, states);
  }

 private:
  Witness& witness_;
};

class WatchedLedger final : public LedgerShell {
 public:
  WatchedLedger(std::unique_ptr<Ledger> inner, simulation::Witness& witness)
      : LedgerShell(std::move(inner)), witness_(witness) {}

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    TOLLPASS_ASSIGN_OR_RETURN(auto begun, inner_->Begin(call, called_at_ms, repeat_before_ms));
    return std::make_unique<WatchedTransaction>(std::move(begun), witness_);
  }

 private:
  simulation::Witness& witness_;
};

std::vector<Mutant> All() {
  std::vector<Mutant> all = {
      {"commit_without_full", "a commit is not synced to the disk", {}, Elsewhere::kSyncs},
      {"recovery_of_a_living_owner",
       "the live call of another process is let go",
       {},
       Elsewhere::kOwners,
       Of({Fault::kManyProcesses, Fault::kAtOnce, Fault::kLate, Fault::kParallel})},
      {"report_forgotten",
       "a report that a busy ledger did not take is not tried again",
       {},
       Elsewhere::kReports,
       Of({Fault::kDiskError, Fault::kDiskFull, Fault::kCancel})},
      {"server_words_reach_the_host",
       "an answer that is about money is passed on",
       {},
       Elsewhere::kAnswers},
      {"row_written_by_others", "somebody changes a word of an event", {}, Elsewhere::kRows},
  };
  for (const std::vector<Mutant>& more : {BudgetMutants(), ProofMutants(), AuthorityMutants()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace

bool Is(const Mutant* mutant, Elsewhere elsewhere) {
  return mutant != nullptr && mutant->elsewhere == elsewhere;
}

Faults FaultsWith(const Mutant* mutant, uint64_t seed) {
  return mutant != nullptr && mutant->faults.any() ? mutant->faults : FaultsOf(seed);
}

const std::vector<Mutant>& Mutants() {
  static const auto& mutants = *new std::vector<Mutant>(All());
  return mutants;
}

const Mutant* FindMutant(std::string_view name) {
  const auto found = std::find_if(Mutants().begin(), Mutants().end(),
                                  [&](const Mutant& mutant) { return mutant.name == name; });
  return found == Mutants().end() ? nullptr : &*found;
}

absl::StatusOr<std::unique_ptr<Ledger>> OpenLedger(Process& process, const Mutant* mutant,
                                                   Tools& tools) {
  if (Is(mutant, Elsewhere::kOwners)) process.BelieveAlone();
  TOLLPASS_ASSIGN_OR_RETURN(
      std::unique_ptr<Ledger> opened,
      Ledger::Open(tools.machine.home().home(), tools.machine.clock(), process.random(), process));
  std::unique_ptr<Ledger> ledger =
      std::make_unique<WatchedLedger>(std::move(opened), tools.witness);
  if (mutant != nullptr && mutant->spoil) ledger = mutant->spoil(std::move(ledger), process, tools);
  return ledger;
}

}  // namespace tollpass::simulation
