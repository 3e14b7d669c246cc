#ifndef TOLLPASS_TESTS_SIMULATION_FAULTS_H_
#define TOLLPASS_TESTS_SIMULATION_FAULTS_H_

#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "tests/simulation/dice.h"

namespace tollpass::simulation {

/// What can go wrong in one history. Each seed chooses some; a failing history is made short by
/// leaving out those that it does not need.
enum class Fault {
  kCrash,            // a process dies, also in the middle of a disk operation
  kPowerLoss,        // all die, and what was not synced may be lost or torn
  kManyProcesses,    // several proxies on one ledger
  kInterleaving,     // they take turns in the middle of transactions
  kLate,             // messages take up to minutes
  kLost,             // messages to or from the server vanish
  kDuplicate,        // messages to or from the server come twice
  kReorder,          // messages overtake each other
  kCancel,           // the host takes calls back
  kParallel,         // equal calls at the same time
  kPolicyEdit,       // limits change
  kPause,            // pause and resume
  kAsk,              // calls that need the user; answers come late, or never
  kRevoke,           // mandates end
  kClock,            // the machine's clock is set
  kRefusal,          // the server refuses proofs, and may settle them all the same
  kSecondChallenge,  // the server asks again for a paid call
  kLyingReceipt,     // receipts tell other amounts, payers and transactions
  kServerCrash,      // the server dies, and with it its connection
  kDiskError,        // reading, writing and syncing fail
  kDiskFull,         // nothing can grow for a while
  kBusy,             // locks are not to be had
  kCommitInDoubt,    // COMMIT reports a failure though it is done
  kReconcile,        // the user says what did not settle
  kAtOnce,           // all hosts call at the same time
  kCount,
};

using Faults = std::bitset<static_cast<size_t>(Fault::kCount)>;

Faults Of(std::initializer_list<Fault> faults);

std::string_view FaultName(Fault fault);
std::optional<Fault> FaultFromName(std::string_view name);
/// "crash,late"; "none".
std::string FaultNames(const Faults& faults);

/// What goes wrong in the history of `seed`: now and then nothing.
Faults FaultsOf(uint64_t seed);

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_FAULTS_H_
