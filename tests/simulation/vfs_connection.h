#ifndef TOLLPASS_TESTS_SIMULATION_VFS_CONNECTION_H_
#define TOLLPASS_TESTS_SIMULATION_VFS_CONNECTION_H_

#include <sqlite3.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tests/simulation/sim_vfs.h"

namespace tollpass::simulation {

/// A file that one process has open: where SQLite expects an sqlite3_file there lies one of these.
struct SimVfs::Connection {
  explicit Connection(SimVfs& of, std::shared_ptr<Inode> opened)
      : vfs(of), inode(std::move(opened)), owner(of.process()) {}

  static int Size();
  static int Open(SimVfs& vfs, const char* name, sqlite3_file* file, int flags, int* out_flags);
  static void DropUnusedMemory(Inode& inode);

  int Read(void* out, int size, sqlite3_int64 offset);
  int Write(const void* bytes, int size, sqlite3_int64 offset);
  int Truncate(sqlite3_int64 size);
  int Sync();
  int Lock(int level);
  int Unlock(int level);
  int ShmMap(int region, int size, bool extend, void volatile** out);
  int ShmLock(int first, int count, int flags);
  /// No lock and no part of the shared memory is held any more.
  void LetGo();
  [[nodiscard]] bool SomebodyElseHolds(int level) const;

  SimVfs& vfs;
  std::shared_ptr<Inode> inode;
  const int owner;
  bool read_only = false;
  int level = SQLITE_LOCK_NONE;
  bool maps_memory = false;
  // What it has mapped stays readable for it, though others may have begun anew.
  std::vector<std::shared_ptr<std::string>> mapped;
  std::array<bool, kShmLocks> shares = {};
  std::array<bool, kShmLocks> excludes = {};
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_VFS_CONNECTION_H_
