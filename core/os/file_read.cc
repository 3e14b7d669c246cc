#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "absl/strings/str_format.h"
#include "core/os/error.h"
#include "core/os/file.h"
#include "core/os/owned.h"
#include "core/status.h"

namespace tollpass::os {
namespace {

absl::StatusOr<Fd> OpenToRead(const std::string& path, int flags) {
  Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (file.valid()) return file;
  if (errno == ELOOP && (flags & O_NOFOLLOW) != 0) return IsALink(path);
  return ErrorOf(absl::StrFormat("cannot open %s", path), errno);
}

constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;

/// Opens a regular file of this user that nobody in `forbidden` (mode bits) may touch. O_NONBLOCK:
/// opening a FIFO must not hang before it can be refused.
absl::StatusOr<Fd> OpenOwned(const std::string& path, mode_t forbidden, std::string_view way_out) {
  TOLLPASS_ASSIGN_OR_RETURN(Fd file, OpenToRead(path, O_NOFOLLOW | O_NONBLOCK));
  TOLLPASS_RETURN_IF_ERROR(CheckOwned(file, path, forbidden, way_out));
  return file;
}

/// Up to `size` bytes into `to`: fewer only at the end of the file.
absl::StatusOr<size_t> ReadInto(const Fd& file, uint8_t* to, size_t size, const std::string& path) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = read(file.get(), to + done, size - done);
    if (count == 0) break;
    if (count > 0) {
      done += static_cast<size_t>(count);
    } else if (errno != EINTR) {
      return ErrorOf(absl::StrFormat("cannot read %s", path), errno);
    }
  }
  return done;
}

absl::Status TooLarge(const std::string& path, size_t limit) {
  return absl::ResourceExhaustedError(
      absl::StrFormat("%s is larger than %d bytes, the most that is read", path, limit));
}

absl::StatusOr<std::string> ReadWhole(const Fd& file, const std::string& path, size_t limit) {
  std::string content;
  std::array<uint8_t, 16384> chunk;
  for (;;) {
    TOLLPASS_ASSIGN_OR_RETURN(const size_t count, ReadInto(file, chunk.data(), chunk.size(), path));
    content.append(chunk.begin(), chunk.begin() + count);
    if (content.size() > limit) return TooLarge(path, limit);
    if (count < chunk.size()) return content;
  }
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t limit) {
  TOLLPASS_ASSIGN_OR_RETURN(const Fd file, OpenToRead(path, 0));
  return ReadWhole(file, path, limit);
}

absl::StatusOr<std::string> ReadOwnedFile(const std::string& path, size_t limit) {
  TOLLPASS_ASSIGN_OR_RETURN(const Fd file, OpenOwned(path, kWritableByOthers, "go-w"));
  return ReadWhole(file, path, limit);
}

absl::Status CheckOwned(const std::string& path) {
  struct stat facts = {};
  if (stat(path.c_str(), &facts) != 0) {
    return ErrorOf(absl::StrFormat("cannot examine %s", path), errno);
  }
  return CheckFacts(facts, path, kWritableByOthers, "go-w");
}

absl::StatusOr<size_t> ReadSecretFile(const std::string& path, std::span<uint8_t> buffer) {
  TOLLPASS_ASSIGN_OR_RETURN(const Fd file, OpenOwned(path, S_IRWXG | S_IRWXO, "600"));
  TOLLPASS_ASSIGN_OR_RETURN(const size_t count, ReadInto(file, buffer.data(), buffer.size(), path));
  uint8_t beyond = 0;
  TOLLPASS_ASSIGN_OR_RETURN(const size_t more, ReadInto(file, &beyond, 1, path));
  if (more != 0) return TooLarge(path, buffer.size());
  return count;
}

absl::StatusOr<size_t> ReadSecretStream(int fd, std::span<uint8_t> buffer) {
  const std::string name = absl::StrFormat("file descriptor %d", fd);
  const Fd stream(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (!stream.valid()) return ErrorOf(absl::StrFormat("cannot read %s", name), errno);
  TOLLPASS_ASSIGN_OR_RETURN(const size_t count,
                            ReadInto(stream, buffer.data(), buffer.size(), name));
  uint8_t beyond = 0;
  TOLLPASS_ASSIGN_OR_RETURN(const size_t more, ReadInto(stream, &beyond, 1, name));
  if (more != 0) return TooLarge(name, buffer.size());
  return count;
}

}  // namespace tollpass::os
