#ifndef TOLLPASS_CORE_OS_FILE_H_
#define TOLLPASS_CORE_OS_FILE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tollpass::os {

/// Owner of a file descriptor; closes it. Move-only.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.Release()) {}
  Fd& operator=(Fd&& other) noexcept;
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { Close(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  int Release();
  void Close();

 private:
  int fd_ = -1;
};

/// Whole content of a file of at most `limit` bytes. NotFound, PermissionDenied,
/// ResourceExhausted (larger), Unavailable (other), each with the path.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t limit);

/// As ReadFile, for a file that decides over money: FailedPrecondition where it is a symlink, not
/// a regular file, not owned by this user, or writable by group or others.
absl::StatusOr<std::string> ReadOwnedFile(const std::string& path, size_t limit);

/// As ReadOwnedFile, and neither readable by group or others; the bytes go into `buffer` only and
/// the number read is returned.
absl::StatusOr<size_t> ReadSecretFile(const std::string& path, std::span<uint8_t> buffer);

/// FailedPrecondition where the file or folder at `path` (or at the end of a link) is not owned by
/// this user, or writable by group or others; NotFound; Unavailable.
absl::Status CheckOwned(const std::string& path);

/// What comes from descriptor `fd` until its end goes into `buffer` only; the number of bytes.
/// ResourceExhausted: more than it takes; Unavailable: no such descriptor.
absl::StatusOr<size_t> ReadSecretStream(int fd, std::span<uint8_t> buffer);

/// Replaces `path` in one step: temporary file beside it, fsync, rename, fsync of the folder.
absl::Status WriteFile(const std::string& path, std::string_view content, unsigned mode);

/// Makes a new file with `mode`; AlreadyExists where there is one.
absl::Status CreateFile(const std::string& path, std::span<const uint8_t> content, unsigned mode);

/// Gives the file `path` the name `other` too, durably, in the same file system. AlreadyExists.
absl::Status LinkFile(const std::string& path, const std::string& other);

/// Gives the folder `path` the name `to` in one step, durably. An empty folder of that name makes
/// way; AlreadyExists for anything else.
absl::Status MoveFolder(const std::string& path, const std::string& to);

/// Makes a folder and its parents with `mode`; an existing one is fine.
absl::Status MakeFolder(const std::string& path, unsigned mode);

/// True if anything has that name, a dangling symlink included.
bool Exists(const std::string& path);

/// Device and inode that `path` names now; std::nullopt if there is nothing.
std::optional<std::pair<uint64_t, uint64_t>> FileIdentity(const std::string& path);

/// What the system says of a file itself (not of one that a link leads to): who changes its
/// content, owner or mode, or puts another in its place, changes this too.
struct FileStamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t size = 0;       // bytes
  int64_t changed_s = 0;   // the system's time of the last change, which nobody can choose;
  int64_t changed_ns = 0;  // Unix seconds and nanoseconds

  /// False if the last change is so near to `unix_ms` that another one may have the same time: file
  /// systems count in steps of up to 2 s. What was read at `unix_ms` or later, after this stamp was
  /// taken, is what the file holds as long as a later stamp is equal.
  [[nodiscard]] bool IsSettled(int64_t unix_ms) const;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// std::nullopt if there is nothing, or it cannot be examined.
std::optional<FileStamp> StampOf(const std::string& path);

/// Bytes that this user may still write on the file system of `path`.
absl::StatusOr<uint64_t> FreeBytes(const std::string& path);

/// True for the file systems of one machine on which locks are known to hold. False for NFS, SMB,
/// 9P, everything in user space (FUSE: sshfs and others) and whatever is not known.
absl::StatusOr<bool> IsLocalFileSystem(const std::string& path);

/// A file to read and write in place, made with mode 0600 if missing and `make`. NotFound;
/// FailedPrecondition as ReadOwnedFile.
absl::StatusOr<Fd> OpenInPlace(const std::string& path, bool make);
/// `size` bytes from `offset` on; fewer at the end of the file.
absl::StatusOr<std::string> ReadAt(const Fd& file, int64_t offset, size_t size);
/// Not made durable.
absl::Status WriteAt(const Fd& file, int64_t offset, std::string_view bytes);
/// An exclusive lock until `file` is closed. Unavailable: not to be had within `wait_ms`.
absl::Status Lock(const Fd& file, int wait_ms);
/// True if this user may make files in `folder`, or make the folder itself where it is missing.
bool MayWriteIn(const std::string& folder);

/// An exclusive lock of `path` (made if missing), held until the Fd is closed.
absl::StatusOr<Fd> LockFile(const std::string& path);

/// The absolute path of the program that `name` would start: a name with a slash as it is, from the
/// current folder; others along the absolute folders of PATH. NotFound; PermissionDenied where it
/// is not executable.
absl::StatusOr<std::string> ResolveProgram(const std::string& name);

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_FILE_H_
