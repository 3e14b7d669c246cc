#ifndef TOLLPASS_TESTS_SIMULATION_MACHINE_H_
#define TOLLPASS_TESTS_SIMULATION_MACHINE_H_

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/home.h"
#include "core/os/process.h"
#include "mandates/ledger.h"
#include "tests/simulation/dice.h"
#include "tests/simulation/faults.h"
#include "tests/simulation/sim_clock.h"
#include "tests/simulation/sim_home.h"
#include "tests/simulation/sim_vfs.h"
#include "tests/simulation/strand.h"
#include "tests/simulation/timeline.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass::simulation {

class Machine;

/// A process of the simulated machine: a kernel that does one job after the other.
class Process final : public os::Processes {
 public:
  Process(Machine& machine, int pid, uint64_t seed) : machine_(machine), pid_(pid), random_(seed) {}

  [[nodiscard]] int pid() const { return pid_; }
  [[nodiscard]] bool dead() const { return dead_; }
  Kernel& kernel() { return *kernel_; }
  SimRandom& random() { return random_; }

  [[nodiscard]] os::ProcessIdentity Self() const override;
  [[nodiscard]] bool IsAlive(const os::ProcessIdentity& process) const override;

  /// From now on everybody else looks dead to it.
  void BelieveAlone() { believes_alone_ = true; }

  /// Does `job` with the kernel, then `done` if the process still lives. One at a time.
  void Run(std::function<void()> job, std::function<void()> done);
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  friend class Machine;
  Machine& machine_;
  const int pid_;
  SimRandom random_;
  std::unique_ptr<Kernel> kernel_;
  Strand strand_;
  bool busy_ = false;
  bool in_strand_ = false;
  bool dead_ = false;
  bool believes_alone_ = false;
  std::function<void()> done_;
  std::string mirror_at_death_;
};

/// One computer: its clock, its disk with a home on it, and its processes, all of which die when
/// the power goes.
class Machine final : public DiskListener {
 public:
  /// How a process opens its ledger; mutants open another one.
  using Opener = std::function<absl::StatusOr<std::unique_ptr<Ledger>>(Process&)>;

  Machine(SimHome& home, SimClock& clock, Timeline& timeline, const Faults& faults, uint64_t seed);
  ~Machine() override;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Opener open_ledger;
  std::function<void(Process&)> on_death = [](Process&) {};  // not while it runs
  std::function<void()> before_power_returns = [] {};

  Process& Start();
  /// It ends by itself, and is gone afterwards.
  void End(Process& process);
  void Kill(Process& process);
  void LosePower();
  void KillAll();
  /// Somebody writes into the database.
  void Tamper();
  /// Nothing goes wrong any more.
  void CalmDown() { faults_.reset(); }

  [[nodiscard]] bool IsAlive(const os::ProcessIdentity& identity) const;
  [[nodiscard]] const std::string& boot_id() const { return boot_id_; }
  SimVfs& vfs() { return vfs_; }
  SimHome& home() { return home_; }
  const SimClock& clock() const { return clock_; }
  [[nodiscard]] bool SomebodyIsBusy() const;
  [[nodiscard]] bool Lives(int pid) const;
  [[nodiscard]] bool SomebodyLives() const { return !processes_.empty(); }
  [[nodiscard]] uint64_t deaths() const { return deaths_; }
  /// COMMITs of this process that reported a failure though they were done.
  [[nodiscard]] uint64_t commits_in_doubt() const { return commits_in_doubt_; }

  int Before(DiskOp op) override;
  /// What died is cleared away; after everything that runs product code.
  void BuryTheDead();

 private:
  friend class Process;
  bool Happens(Fault fault, uint64_t one_in);
  void Die(Process& process);
  int FailureOf(DiskOp op);
  void Resume(Process& process);
  void Finish(Process& process);
  Process* Running();

  SimHome& home_;
  SimClock& clock_;
  Timeline& timeline_;
  Faults faults_;
  Dice dice_;
  SimVfs vfs_;
  std::list<std::unique_ptr<Process>> processes_;
  uint64_t turns_one_in_ = 0;  // operations at which a process lets others go on
  int last_pid_ = 0;
  int boots_ = 1;
  std::string boot_id_ = "boot-1";
  bool power_lost_ = false;
  std::vector<std::string> mirrors_ = {""};  // as it was after each job
  int64_t disk_full_until_ms_ = 0;
  uint64_t deaths_ = 0;
  uint64_t commits_in_doubt_ = 0;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_MACHINE_H_
