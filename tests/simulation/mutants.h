#ifndef TOLLPASS_TESTS_SIMULATION_MUTANTS_H_
#define TOLLPASS_TESTS_SIMULATION_MUTANTS_H_

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "mandates/ledger.h"
#include "tests/simulation/chain.h"
#include "tests/simulation/machine.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {

/// What a mutant may need beside the ledger that it spoils.
struct Tools {
  Machine& machine;
  Witness& witness;
  Chain& chain;
};

/// Where a mistake lies that is not about a ledger.
enum class Elsewhere {
  kNowhere,
  kSyncs,    // a sync does nothing
  kOwners,   // to recovery every other process looks dead
  kReports,  // a report that was not recorded is forgotten
  kAnswers,  // what a server says of money goes to the host
  kRows,     // somebody writes into the database
};

/// A product with one mistake in it: the simulation must find it. The mistake is made around the
/// real ledger, so that product code knows nothing of mutants.
struct Mutant {
  std::string_view name;
  std::string_view mistake;
  /// Puts something around the ledger of a process.
  std::function<std::unique_ptr<Ledger>(std::unique_ptr<Ledger>, Process&, Tools&)> spoil = {};
  Elsewhere elsewhere = Elsewhere::kNowhere;
  /// In its histories just these go wrong; none: as each seed says.
  Faults faults = {};
};

/// What goes wrong in the history of `seed` with `mutant`, if there is one.
Faults FaultsWith(const Mutant* mutant, uint64_t seed);

/// Whether that is the mistake of `mutant`, if there is one.
bool Is(const Mutant* mutant, Elsewhere elsewhere);

const std::vector<Mutant>& Mutants();
const Mutant* FindMutant(std::string_view name);

/// The ledger as `process` opens it, watched by the witness; spoilt by `mutant`, if there is one.
absl::StatusOr<std::unique_ptr<Ledger>> OpenLedger(Process& process, const Mutant* mutant,
                                                   Tools& tools);

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_MUTANTS_H_
