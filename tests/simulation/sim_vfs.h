#ifndef TOLLPASS_TESTS_SIMULATION_SIM_VFS_H_
#define TOLLPASS_TESTS_SIMULATION_SIM_VFS_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "tests/simulation/disk.h"

namespace tollpass::simulation {

enum class DiskOp { kOpen, kRead, kWrite, kGrow, kSync, kLock, kWaitForLock, kCommitted };

/// Hears of every operation before it is done, and says how it goes.
class DiskListener {
 public:
  virtual ~DiskListener() = default;
  /// SQLITE_OK, or the error with which it fails; may take its time.
  virtual int Before(DiskOp op) = 0;
};

/// The disk of a simulated machine, as SQLite sees it: files, locks and shared memory of several
/// processes in one. Registered as SQLite's default while it lives; one at a time.
///
/// A process is a number. Whoever runs product code says whose it is by RunAs.
class SimVfs {
 public:
  /// SQLite does not count the memory that it uses, nor lock it for that, which is a tenth of what
  /// it does. Before anything else that SQLite does.
  static void SpareLocks();

  explicit SimVfs(DiskListener& listener);
  ~SimVfs();
  SimVfs(const SimVfs&) = delete;
  SimVfs& operator=(const SimVfs&) = delete;

  void RunAs(int process) { process_ = process; }
  /// To be held by each operation. Of the processes one runs at a time; but whoever only looks at
  /// the ledger, which is nobody's process, does so with several threads.
  [[nodiscard]] std::unique_lock<std::mutex> Looking() {
    return process_ == 0 ? std::unique_lock(looking_) : std::unique_lock<std::mutex>();
  }
  [[nodiscard]] int process() const { return process_; }

  /// An empty disk with one file, durable.
  void Format(const std::string& path, std::string content, uint64_t seed);
  /// Its locks and its share of the shared memory are gone; whatever it still does fails and has no
  /// effect.
  void Kill(int process);
  /// What was not synced is lost. Kill everybody first.
  void LosePower(Dice& dice);
  [[nodiscard]] std::string Content(const std::string& path) const;

  /// A broken disk for tests of the simulation: a sync does nothing.
  void IgnoreSyncs(bool ignore) { ignores_syncs_ = ignore; }
  /// Changes one byte of the first `old_text` in `path`; false if there is none.
  bool Replace(const std::string& path, const std::string& old_text, const std::string& new_text);

  // For the functions that SQLite calls.
  struct Connection;
  static constexpr int kShmLocks = 8;
  struct Inode {
    DiskFile file;
    std::set<Connection*> connections;
    std::vector<std::shared_ptr<std::string>> shared_memory;
  };
  int Before(DiskOp op, const Connection& connection);
  [[nodiscard]] bool IsDead(int process) const { return dead_.count(process) > 0; }
  std::shared_ptr<Inode> Find(const std::string& path, bool make);
  void Remove(const std::string& path);
  [[nodiscard]] bool Has(const std::string& path) const { return files_.count(path) > 0; }
  [[nodiscard]] bool ignores_syncs() const { return ignores_syncs_; }
  DiskListener& listener() { return listener_; }
  Dice& randomness() { return randomness_; }

 private:
  DiskListener& listener_;
  int process_ = 0;
  std::mutex looking_;
  bool ignores_syncs_ = false;
  Dice randomness_{0};
  std::set<int> dead_;
  std::map<std::string, std::shared_ptr<Inode>> files_;
  std::map<std::string, std::shared_ptr<Inode>> removed_;  // not yet durably
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_SIM_VFS_H_
