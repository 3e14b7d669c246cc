#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/str_format.h"
#include "core/os/error.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass::os {
namespace {

// File systems of one machine on which locks hold. Those without a name in linux/magic.h of every
// kernel that we build on are written out: JFS, ZFS, bcachefs.
constexpr uint32_t kLocalFileSystems[] = {
    EXT4_SUPER_MAGIC,
    XFS_SUPER_MAGIC,
    BTRFS_SUPER_MAGIC,
    F2FS_SUPER_MAGIC,
    TMPFS_MAGIC,
    RAMFS_MAGIC,
    OVERLAYFS_SUPER_MAGIC,
    REISERFS_SUPER_MAGIC,
    NILFS_SUPER_MAGIC,
    ECRYPTFS_SUPER_MAGIC,
    0x3153464A,
    0x2FC12FC1,
    0xCA451A4E,
};

constexpr int64_t kCoarsestSeconds = 2;

absl::Status MakeOneFolder(const std::string& path, mode_t mode) {
  if (mkdir(path.c_str(), mode) == 0) {
    // The umask must not decide what the caller asked for.
    if (chmod(path.c_str(), mode) == 0) return absl::OkStatus();
    return ErrorOf(absl::StrFormat("cannot set the mode of folder %s", path), errno);
  }
  const int error = errno;
  struct stat facts = {};
  if (stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) return absl::OkStatus();
  if (error == EEXIST) {
    return absl::AlreadyExistsError(absl::StrFormat("%s exists and is not a folder", path));
  }
  return ErrorOf(absl::StrFormat("cannot make folder %s", path), error);
}

}  // namespace

absl::Status MakeFolder(const std::string& path, unsigned mode) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    TOLLPASS_RETURN_IF_ERROR(MakeOneFolder(path.substr(0, slash), mode));
  }
  return MakeOneFolder(path, mode);
}

bool Exists(const std::string& path) {
  struct stat facts = {};
  return lstat(path.c_str(), &facts) == 0;
}

std::optional<std::pair<uint64_t, uint64_t>> FileIdentity(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return std::pair<uint64_t, uint64_t>(found.st_dev, found.st_ino);
}

bool FileStamp::IsSettled(int64_t unix_ms) const {
  return changed_s + kCoarsestSeconds < unix_ms / 1000;
}

std::optional<FileStamp> StampOf(const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return std::nullopt;
  return FileStamp{.device = found.st_dev,
                   .inode = found.st_ino,
                   .size = static_cast<uint64_t>(found.st_size),
                   .changed_s = found.st_ctim.tv_sec,
                   .changed_ns = found.st_ctim.tv_nsec};
}

absl::StatusOr<uint64_t> FreeBytes(const std::string& path) {
  struct statfs facts = {};
  if (statfs(path.c_str(), &facts) != 0) {
    return ErrorOf(absl::StrFormat("cannot examine the file system of %s", path), errno);
  }
  return uint64_t{facts.f_bavail} * static_cast<uint64_t>(facts.f_bsize);
}

absl::StatusOr<bool> IsLocalFileSystem(const std::string& path) {
  struct statfs facts = {};
  if (statfs(path.c_str(), &facts) != 0) {
    return ErrorOf(absl::StrFormat("cannot examine the file system of %s", path), errno);
  }
  return std::ranges::count(kLocalFileSystems, static_cast<uint32_t>(facts.f_type)) > 0;
}

absl::StatusOr<Fd> LockFile(const std::string& path) {
  Fd file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.valid()) return ErrorOf(absl::StrFormat("cannot open lock file %s", path), errno);
  while (flock(file.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return ErrorOf(absl::StrFormat("cannot lock %s", path), errno);
  }
  return file;
}

}  // namespace tollpass::os
