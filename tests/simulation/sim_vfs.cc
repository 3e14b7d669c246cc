#include "tests/simulation/sim_vfs.h"

#include <sqlite3.h>

#include <chrono>
#include <thread>
#include <utility>

#include "tests/simulation/vfs_connection.h"

namespace tollpass::simulation {
namespace {

constexpr const char* kName = "simulated";

SimVfs& Of(sqlite3_vfs* vfs) { return *static_cast<SimVfs*>(vfs->pAppData); }

int Open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  const auto lock = Of(vfs).Looking();
  return SimVfs::Connection::Open(Of(vfs), name, file, flags, out_flags);
}

int Delete(sqlite3_vfs* vfs, const char* name, int) {
  SimVfs& sim = Of(vfs);
  const auto lock = sim.Looking();
  if (sim.IsDead(sim.process())) return SQLITE_IOERR_DELETE;
  if (!sim.Has(name)) return SQLITE_IOERR_DELETE_NOENT;
  sim.Remove(name);
  return SQLITE_OK;
}

int Access(sqlite3_vfs* vfs, const char* name, int, int* result) {
  SimVfs& sim = Of(vfs);
  const auto lock = sim.Looking();
  if (sim.IsDead(sim.process())) return SQLITE_IOERR_ACCESS;
  *result = sim.Has(name) ? 1 : 0;
  return SQLITE_OK;
}

int FullPathname(sqlite3_vfs*, const char* name, int size, char* out) {
  sqlite3_snprintf(size, out, "%s", name);
  return SQLITE_OK;
}

int Randomness(sqlite3_vfs* vfs, int size, char* out) {
  for (int i = 0; i < size; ++i) out[i] = static_cast<char>(Of(vfs).randomness().Next());
  return size;
}

int Sleep(sqlite3_vfs* vfs, int microseconds) {
  SimVfs& sim = Of(vfs);
  // Of two threads that look one may wait for the other, which takes time that is not simulated.
  if (sim.process() == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
  if (!sim.IsDead(sim.process())) sim.listener().Before(DiskOp::kWaitForLock);
  return microseconds;
}

int CurrentTime(sqlite3_vfs*, sqlite3_int64* milliseconds) {
  *milliseconds = 0;
  return SQLITE_OK;
}

int GetLastError(sqlite3_vfs*, int, char*) { return 0; }

sqlite3_vfs MakeVfs() {
  sqlite3_vfs vfs = {};
  vfs.iVersion = 2;
  vfs.szOsFile = SimVfs::Connection::Size();
  vfs.mxPathname = 1024;
  vfs.zName = kName;
  vfs.xOpen = Open;
  vfs.xDelete = Delete;
  vfs.xAccess = Access;
  vfs.xFullPathname = FullPathname;
  vfs.xRandomness = Randomness;
  vfs.xSleep = Sleep;
  vfs.xGetLastError = GetLastError;
  vfs.xCurrentTimeInt64 = CurrentTime;
  return vfs;
}

sqlite3_vfs& Registered() {
  static sqlite3_vfs vfs = MakeVfs();
  return vfs;
}

}  // namespace

void SimVfs::SpareLocks() {
  sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

SimVfs::SimVfs(DiskListener& listener) : listener_(listener) {
  Registered().pAppData = this;
  sqlite3_vfs_register(&Registered(), 1);
}

SimVfs::~SimVfs() { sqlite3_vfs_unregister(&Registered()); }

void SimVfs::Format(const std::string& path, std::string content, uint64_t seed) {
  files_.clear();
  removed_.clear();
  dead_.clear();
  files_[path] = std::make_shared<Inode>();
  files_[path]->file = DiskFile(std::move(content));
  randomness_ = Dice(seed);
  sqlite3_randomness(0, nullptr);  // draws its seed from us again
}

int SimVfs::Before(DiskOp op, const Connection& connection) {
  if (IsDead(connection.owner)) return SQLITE_IOERR;
  const int code = listener_.Before(op);
  return IsDead(connection.owner) ? SQLITE_IOERR : code;
}

void SimVfs::Kill(int process) {
  dead_.insert(process);
  for (const auto& [path, inode] : files_) {
    for (Connection* connection : inode->connections) {
      if (connection->owner == process) connection->LetGo();
    }
    Connection::DropUnusedMemory(*inode);
  }
}

void SimVfs::LosePower(Dice& dice) {
  // A name that was removed and not synced may be there again.
  for (auto& [path, inode] : removed_) {
    if (dice.OneIn(2) && !Has(path)) files_[path] = inode;
  }
  removed_.clear();
  for (const auto& [path, inode] : files_) inode->file.LosePower(dice);
}

std::string SimVfs::Content(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? std::string() : found->second->file.content();
}

bool SimVfs::Replace(const std::string& path, const std::string& old_text,
                     const std::string& new_text) {
  const auto found = files_.find(path);
  if (found == files_.end()) return false;
  const size_t at = found->second->file.content().find(old_text);
  if (at == std::string::npos) return false;
  found->second->file.Write(at, new_text);
  return true;
}

std::shared_ptr<SimVfs::Inode> SimVfs::Find(const std::string& path, bool make) {
  const auto found = files_.find(path);
  if (found != files_.end()) return found->second;
  if (!make) return nullptr;
  removed_.erase(path);
  return files_[path] = std::make_shared<Inode>();
}

void SimVfs::Remove(const std::string& path) {
  removed_[path] = files_[path];
  files_.erase(path);
}

}  // namespace tollpass::simulation
