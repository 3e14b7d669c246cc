#include "tests/simulation/machine.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

namespace tollpass::simulation {
namespace {

constexpr uint64_t kNamespace = 7;

}  // namespace

os::ProcessIdentity Process::Self() const {
  return {.boot_id = machine_.boot_id(),
          .pid_namespace = kNamespace,
          .pid = pid_,
          .start_time = static_cast<uint64_t>(pid_)};
}

bool Process::IsAlive(const os::ProcessIdentity& process) const {
  return believes_alone_ ? process == Self() : machine_.IsAlive(process);
}

void Process::Run(std::function<void()> job, std::function<void()> done) {
  busy_ = true;
  done_ = std::move(done);
  in_strand_ = machine_.faults_.test(static_cast<size_t>(Fault::kInterleaving));
  if (in_strand_) {
    strand_.Start(std::move(job));
    machine_.Resume(*this);
    return;
  }
  machine_.vfs_.RunAs(pid_);
  job();
  machine_.vfs_.RunAs(0);
  machine_.Finish(*this);
}

Machine::Machine(SimHome& home, SimClock& clock, Timeline& timeline, const Faults& faults,
                 uint64_t seed)
    : home_(home),
      clock_(clock),
      timeline_(timeline),
      faults_(faults),
      dice_(seed ^ 0xd15c),
      vfs_(*this) {
  vfs_.Format(home.home().LedgerPath(), home.first_image(), seed);
  home.SetMirror("");
  turns_one_in_ = dice_.Pick(std::vector<uint64_t>{2, 8, 20});
}

Machine::~Machine() { KillAll(); }

void Machine::KillAll() {
  for (const auto& process : processes_) Die(*process);
  BuryTheDead();
}

Process& Machine::Start() {
  ++last_pid_;
  processes_.push_back(std::make_unique<Process>(*this, last_pid_, dice_.Next()));
  Process& process = *processes_.back();
  process.kernel_ = MakeLocalKernel(home_.home(), clock_, process.random_,
                                    [this, &process] { return open_ledger(process); });
  return process;
}

void Machine::End(Process& process) {
  vfs_.RunAs(process.pid_);
  process.kernel_.reset();
  vfs_.RunAs(0);
  Die(process);
  --deaths_;
  BuryTheDead();
}

void Machine::Kill(Process& process) {
  Die(process);
  BuryTheDead();
}

void Machine::Die(Process& process) {
  if (process.dead_) return;
  process.dead_ = true;
  ++deaths_;
  process.mirror_at_death_ = home_.Mirror();
  vfs_.Kill(process.pid_);
}

void Machine::LosePower() {
  power_lost_ = true;
  for (const auto& process : processes_) Die(*process);
}

bool Machine::IsAlive(const os::ProcessIdentity& identity) const {
  return identity.boot_id == boot_id_ && Lives(static_cast<int>(identity.pid));
}

bool Machine::Lives(int pid) const {
  for (const auto& process : processes_) {
    if (process->pid_ == pid) return !process->dead_;
  }
  return false;
}

void Machine::Tamper() {
  const std::string database = home_.home().LedgerPath();
  for (const char* suffix : {"", "-wal"}) {
    vfs_.Replace(database + suffix, R"("tool":"search")", R"("tool":"saerch")");
  }
}

bool Machine::SomebodyIsBusy() const {
  return std::any_of(processes_.begin(), processes_.end(),
                     [](const auto& process) { return process->busy_; });
}

Process* Machine::Running() {
  for (const auto& process : processes_) {
    if (process->pid_ == vfs_.process()) return process.get();
  }
  return nullptr;
}

bool Machine::Happens(Fault fault, uint64_t one_in) {
  const bool now = dice_.OneIn(one_in);
  return now && faults_.test(static_cast<size_t>(fault));
}

int Machine::FailureOf(DiskOp op) {
  switch (op) {
    case DiskOp::kOpen:
      return Happens(Fault::kDiskError, 200) ? SQLITE_CANTOPEN : SQLITE_OK;
    case DiskOp::kRead:
      return Happens(Fault::kDiskError, 600) ? SQLITE_IOERR_READ : SQLITE_OK;
    case DiskOp::kGrow:
      if (Happens(Fault::kDiskFull, 100)) {
        disk_full_until_ms_ = clock_.true_ms() + dice_.Between(0, 120'000);
      }
      if (clock_.true_ms() < disk_full_until_ms_) return SQLITE_FULL;
      [[fallthrough]];
    case DiskOp::kWrite:
      return Happens(Fault::kDiskError, 150) ? SQLITE_IOERR_WRITE : SQLITE_OK;
    case DiskOp::kSync:
      return Happens(Fault::kDiskError, 40) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
    case DiskOp::kLock:
      return Happens(Fault::kBusy, 60) ? SQLITE_BUSY : SQLITE_OK;
    case DiskOp::kCommitted:
      if (!Happens(Fault::kCommitInDoubt, 8)) return SQLITE_OK;
      ++commits_in_doubt_;
      return SQLITE_IOERR;
    case DiskOp::kWaitForLock:
      break;
  }
  return SQLITE_OK;
}

int Machine::Before(DiskOp op) {
  Process* process = Running();
  if (process == nullptr) return SQLITE_OK;  // somebody who only looks
  if (process->dead_) return SQLITE_IOERR;
  const bool waits = op == DiskOp::kWaitForLock;
  const bool turns = op == DiskOp::kLock || op == DiskOp::kSync || op == DiskOp::kOpen;
  if (process->in_strand_ && process->busy_ && (waits || (turns && dice_.OneIn(turns_one_in_)))) {
    process->strand_.Yield();
    if (process->dead_) return SQLITE_IOERR;
  }
  if (Happens(Fault::kCrash, 500)) Die(*process);
  if (Happens(Fault::kPowerLoss, 1200)) LosePower();
  return process->dead_ ? SQLITE_IOERR : FailureOf(op);
}

void Machine::Resume(Process& process) {
  vfs_.RunAs(process.pid_);
  process.strand_.Resume();
  vfs_.RunAs(0);
  if (!process.strand_.busy()) {
    Finish(process);
    return;
  }
  timeline_.After(dice_.Between(1, 60), [this, pid = process.pid_] {
    for (const auto& one : processes_) {
      if (one->pid_ != pid || one->dead_) continue;
      Resume(*one);
      return;
    }
  });
  BuryTheDead();
}

void Machine::Finish(Process& process) {
  process.busy_ = false;
  process.in_strand_ = false;
  const std::function<void()> done = std::exchange(process.done_, nullptr);
  const bool dead = process.dead_;
  if (!dead && faults_.test(static_cast<size_t>(Fault::kPowerLoss))) {
    mirrors_.push_back(home_.Mirror());
  }
  BuryTheDead();
  if (!dead) done();
}

void Machine::BuryTheDead() {
  for (auto place = processes_.begin(); place != processes_.end();) {
    Process& process = **place;
    if (!process.dead_) {
      ++place;
      continue;
    }
    // What it was in the middle of comes to its end without any effect.
    vfs_.RunAs(process.pid_);
    while (process.strand_.busy()) process.strand_.Resume();
    process.kernel_.reset();
    vfs_.RunAs(0);
    home_.SetMirror(process.mirror_at_death_);
    const std::unique_ptr<Process> buried = std::move(*place);
    place = processes_.erase(place);
    on_death(*buried);
  }
  if (!power_lost_) return;
  power_lost_ = false;
  before_power_returns();
  vfs_.LosePower(dice_);
  boot_id_ = "boot-" + std::to_string(++boots_);
  // The mirror is never synced: what was written last may not be there.
  if (dice_.OneIn(2)) home_.SetMirror(dice_.Pick(mirrors_));
}

}  // namespace tollpass::simulation
