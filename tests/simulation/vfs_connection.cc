#include "tests/simulation/vfs_connection.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace tollpass::simulation {
namespace {

using Connection = SimVfs::Connection;

struct OpenFile {
  sqlite3_file base;
  Connection* connection;
};

Connection& Of(sqlite3_file* file) { return *reinterpret_cast<OpenFile*>(file)->connection; }

int Close(sqlite3_file* file) {
  Connection* connection = &Of(file);
  const auto lock = connection->vfs.Looking();
  connection->LetGo();
  connection->inode->connections.erase(connection);
  Connection::DropUnusedMemory(*connection->inode);
  delete connection;
  return SQLITE_OK;
}

int Read(sqlite3_file* file, void* out, int size, sqlite3_int64 offset) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).Read(out, size, offset);
}
int Write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).Write(bytes, size, offset);
}
int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).Truncate(size);
}
int Sync(sqlite3_file* file, int) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).Sync();
}
int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  const auto lock = Of(file).vfs.Looking();
  *size = static_cast<sqlite3_int64>(Of(file).inode->file.content().size());
  return SQLITE_OK;
}
int Lock(sqlite3_file* file, int level) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).Lock(level);
}
int Unlock(sqlite3_file* file, int level) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).Unlock(level);
}
int CheckReservedLock(sqlite3_file* file, int* held) {
  const auto lock = Of(file).vfs.Looking();
  *held = Of(file).SomebodyElseHolds(SQLITE_LOCK_RESERVED) ? 1 : 0;
  return SQLITE_OK;
}

int FileControl(sqlite3_file* file, int operation, void* argument) {
  if (operation == SQLITE_FCNTL_HAS_MOVED) {
    *static_cast<int*>(argument) = 0;
    return SQLITE_OK;
  }
  if (operation == SQLITE_FCNTL_COMMIT_PHASETWO) {
    return Of(file).vfs.Before(DiskOp::kCommitted, Of(file));
  }
  return SQLITE_NOTFOUND;
}

int SectorSize(sqlite3_file*) { return 4096; }
int DeviceCharacteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int ShmMap(sqlite3_file* file, int region, int size, int extend, void volatile** out) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).ShmMap(region, size, extend != 0, out);
}
int ShmLock(sqlite3_file* file, int first, int count, int flags) {
  const auto lock = Of(file).vfs.Looking();
  return Of(file).ShmLock(first, count, flags);
}
void ShmBarrier(sqlite3_file*) {}
int ShmUnmap(sqlite3_file* file, int) {
  const auto lock = Of(file).vfs.Looking();
  Of(file).maps_memory = false;
  Connection::DropUnusedMemory(*Of(file).inode);
  return SQLITE_OK;
}

const sqlite3_io_methods* Methods() {
  static const sqlite3_io_methods methods = [] {
    sqlite3_io_methods made = {};
    made.iVersion = 2;
    made.xClose = Close;
    made.xRead = Read;
    made.xWrite = Write;
    made.xTruncate = Truncate;
    made.xSync = Sync;
    made.xFileSize = FileSize;
    made.xLock = Lock;
    made.xUnlock = Unlock;
    made.xCheckReservedLock = CheckReservedLock;
    made.xFileControl = FileControl;
    made.xSectorSize = SectorSize;
    made.xDeviceCharacteristics = DeviceCharacteristics;
    made.xShmMap = ShmMap;
    made.xShmLock = ShmLock;
    made.xShmBarrier = ShmBarrier;
    made.xShmUnmap = ShmUnmap;
    return made;
  }();
  return &methods;
}

}  // namespace

int Connection::Size() { return static_cast<int>(sizeof(OpenFile)); }

int Connection::Open(SimVfs& vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  auto* open_file = new (file) OpenFile{};
  if (vfs.IsDead(vfs.process())) return SQLITE_CANTOPEN;
  if (name != nullptr) {
    if (const int code = vfs.listener().Before(DiskOp::kOpen); code != SQLITE_OK) return code;
  }
  std::shared_ptr<Inode> inode = name == nullptr
                                     ? std::make_shared<Inode>()
                                     : vfs.Find(name, (flags & SQLITE_OPEN_CREATE) != 0);
  if (inode == nullptr || vfs.IsDead(vfs.process())) return SQLITE_CANTOPEN;
  open_file->connection = new Connection(vfs, std::move(inode));
  open_file->connection->read_only = (flags & SQLITE_OPEN_READONLY) != 0;
  open_file->connection->inode->connections.insert(open_file->connection);
  open_file->base.pMethods = Methods();
  if (out_flags != nullptr) *out_flags = flags;
  return SQLITE_OK;
}

void Connection::DropUnusedMemory(Inode& inode) {
  const auto maps = [](const Connection* one) { return one->maps_memory; };
  if (std::none_of(inode.connections.begin(), inode.connections.end(), maps)) {
    inode.shared_memory.clear();
  }
}

void Connection::LetGo() {
  level = SQLITE_LOCK_NONE;
  maps_memory = false;
  shares = {};
  excludes = {};
}

int Connection::Read(void* out, int size, sqlite3_int64 offset) {
  if (const int code = vfs.Before(DiskOp::kRead, *this); code != SQLITE_OK) {
    return SQLITE_IOERR_READ;
  }
  const std::string& content = inode->file.content();
  const size_t from = std::min(static_cast<size_t>(offset), content.size());
  const size_t count = std::min(static_cast<size_t>(size), content.size() - from);
  std::memcpy(out, content.data() + from, count);
  if (count == static_cast<size_t>(size)) return SQLITE_OK;
  std::memset(static_cast<char*>(out) + count, 0, static_cast<size_t>(size) - count);
  return SQLITE_IOERR_SHORT_READ;
}

int Connection::Write(const void* bytes, int size, sqlite3_int64 offset) {
  if (read_only) return SQLITE_IOERR_WRITE;
  const auto end = static_cast<size_t>(offset) + static_cast<size_t>(size);
  const DiskOp op = end > inode->file.content().size() ? DiskOp::kGrow : DiskOp::kWrite;
  if (const int code = vfs.Before(op, *this); code != SQLITE_OK) return code;
  inode->file.Write(static_cast<size_t>(offset),
                    {static_cast<const char*>(bytes), static_cast<size_t>(size)});
  return SQLITE_OK;
}

int Connection::Truncate(sqlite3_int64 size) {
  if (const int code = vfs.Before(DiskOp::kWrite, *this); code != SQLITE_OK) return code;
  inode->file.Truncate(static_cast<size_t>(size));
  return SQLITE_OK;
}

int Connection::Sync() {
  if (const int code = vfs.Before(DiskOp::kSync, *this); code != SQLITE_OK) {
    return SQLITE_IOERR_FSYNC;
  }
  if (!vfs.ignores_syncs()) inode->file.Sync();
  return SQLITE_OK;
}

bool Connection::SomebodyElseHolds(int at_least) const {
  return std::any_of(
      inode->connections.begin(), inode->connections.end(),
      [&](const Connection* other) { return other != this && other->level >= at_least; });
}

int Connection::Lock(int wanted) {
  if (const int code = vfs.Before(DiskOp::kLock, *this); code != SQLITE_OK) return code;
  if (level >= wanted) return SQLITE_OK;
  const int conflict = wanted == SQLITE_LOCK_SHARED     ? SQLITE_LOCK_PENDING
                       : wanted == SQLITE_LOCK_RESERVED ? SQLITE_LOCK_RESERVED
                                                        : SQLITE_LOCK_SHARED;
  if (SomebodyElseHolds(conflict)) {
    if (wanted == SQLITE_LOCK_EXCLUSIVE && !SomebodyElseHolds(SQLITE_LOCK_PENDING)) {
      level = SQLITE_LOCK_PENDING;
    }
    return SQLITE_BUSY;
  }
  level = wanted;
  return SQLITE_OK;
}

int Connection::Unlock(int wanted) {
  level = std::min(level, wanted);
  return SQLITE_OK;
}

int Connection::ShmMap(int region, int size, bool extend, void volatile** out) {
  *out = nullptr;
  if (vfs.IsDead(owner)) return SQLITE_IOERR_SHMMAP;
  maps_memory = true;
  const auto index = static_cast<size_t>(region);
  if (index >= inode->shared_memory.size()) {
    if (!extend) return SQLITE_OK;
    while (inode->shared_memory.size() <= index) {
      inode->shared_memory.push_back(
          std::make_shared<std::string>(static_cast<size_t>(size), '\0'));
    }
  }
  mapped = inode->shared_memory;
  *out = mapped[index]->data();
  return SQLITE_OK;
}

int Connection::ShmLock(int first, int count, int flags) {
  const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  if ((flags & SQLITE_SHM_UNLOCK) != 0) {
    for (int i = first; i < first + count; ++i) {
      (exclusive ? excludes : shares)[static_cast<size_t>(i)] = false;
    }
    return SQLITE_OK;
  }
  if (const int code = vfs.Before(DiskOp::kLock, *this); code != SQLITE_OK) return code;
  for (int i = first; i < first + count; ++i) {
    const auto slot = static_cast<size_t>(i);
    for (const Connection* other : inode->connections) {
      if (other == this) continue;
      if (other->excludes[slot] || (exclusive && other->shares[slot])) return SQLITE_BUSY;
    }
  }
  for (int i = first; i < first + count; ++i) {
    (exclusive ? excludes : shares)[static_cast<size_t>(i)] = true;
  }
  return SQLITE_OK;
}

}  // namespace tollpass::simulation
